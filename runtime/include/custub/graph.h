/* custub/graph.h: graphs: captured from streams, run, updated, printed; and their kernel nodes,
 * with the checks of every launch (CUDA Driver API, "Graph Management").
 *
 *     custub_capture_begin(stream, &error);
 *     launch_saxpy(&kernels, &launch, n, 2.0f, x.view, y.view, &error);     in the same stream
 *     CUgraph graph = custub_capture_end(stream, &error);
 *     CUgraphExec exec = custub_graph_instantiate(graph, &error);
 *     for (int i = 0; i < 1000; i++)
 *         custub_graph_launch(exec, stream, &error);
 *
 * A graph and an executable graph belong to whoever made them; either may be destroyed before the
 * other. A null one is CUSTUB_ERROR_INVALID_ARGUMENT, except to destroy; other failures are
 * CUSTUB_ERROR_DRIVER. Only one thread at a time may use a graph, as CUDA demands.
 *
 * Kernels must stay loaded while a graph that has them is printed, made executable or run. If they
 * were unloaded, the CPU driver refuses. On a GPU, making anything of the graph is
 * CUSTUB_ERROR_KERNEL_ABSENT if the driver tells: driver 580 tells if no other copy of the library
 * is loaded, else it crashes when it is asked. On a GPU, running a graph that was made executable
 * before the unload is undefined.
 *
 * A launch into a stream that is being captured becomes a node, and is checked like any other.
 * Memory that the driver does not know is not refused: the graph itself may allocate it.
 */
#ifndef CUSTUB_GRAPH_H
#define CUSTUB_GRAPH_H

#include "prepared.h"
#include "stream.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct CUgraph_st *CUgraph;
typedef struct CUgraphNode_st *CUgraphNode;
typedef struct CUgraphExec_st *CUgraphExec;

/* --- Graphs ---------------------------------------------------------------------------------- */

/* Begins a capture: later work of the stream is not done, but becomes nodes of a graph. So does the
 * work of other streams after they wait for an event of this one. Until the capture ends, this
 * thread may not wait for any of it, nor make calls that involve the legacy default stream. That
 * stream itself cannot be captured. */
custub_status custub_call_capture_begin(CUstream stream, custub_error *error);
static inline custub_status custub_capture_begin(CUstream stream, custub_error *error)
{
    return custub_call_capture_begin(custub_stream_given(stream), error);
}

/* Ends the capture, on the thread that began it, also after a failure: then there is no graph, and
 * null is returned. */
CUgraph custub_call_capture_end(CUstream stream, custub_error *error);
static inline CUgraph custub_capture_end(CUstream stream, custub_error *error)
{
    return custub_call_capture_end(custub_stream_given(stream), error);
}

/* Creates an empty graph, for custub_graph_node_add(). */
CUgraph custub_graph_create(custub_error *error);

/* Null is allowed. */
custub_status custub_graph_destroy(CUgraph graph, custub_error *error);

/* Writes the graph to a DOT file, with all that the driver knows about its nodes. */
custub_status custub_graph_print(CUgraph graph, const char *path, custub_error *error);

/* --- Executable graphs ----------------------------------------------------------------------- */

/* Makes a graph executable. It keeps the arguments of launches by value, so the memory that they
 * point to must be there whenever it runs. */
CUgraphExec custub_graph_instantiate(CUgraph graph, custub_error *error);

/* Runs it in a stream. Its runs do not overlap. */
custub_status custub_call_graph_launch(CUgraphExec exec, CUstream stream, custub_error *error);
static inline custub_status custub_graph_launch(CUgraphExec exec, CUstream stream,
                                                custub_error *error)
{
    return custub_call_graph_launch(exec, custub_stream_given(stream), error);
}

/* Gives an executable graph the parameters of another graph, for its later launches. The other
 * graph must be captured in the same way from the same calls. Faster than a new instantiation. The
 * message says what differs too much; then instantiate the graph, and destroy this one.
 * CUSTUB_ERROR_DRIVER_TOO_OLD before CUDA 12.0. */
custub_status custub_graph_update(CUgraphExec exec, CUgraph graph, custub_error *error);

/* A run that is under way still finishes. Null is allowed. */
custub_status custub_graph_exec_destroy(CUgraphExec exec, custub_error *error);

/* --- Kernel nodes ---------------------------------------------------------------------------- */

/* Nodes are made of prepared launches, by `prepare_<kernel>()` or custub_kernel_prepare(). A node
 * keeps a copy: the prepared launch may then be changed, or destroyed. Its stream is ignored. Its
 * cluster, its attributes and a cooperative kernel become attributes of the node when it is added;
 * CUDA cannot change them in an executable graph. At the whole level the addresses are looked up
 * again; memory that the driver does not know is not refused here, so prepare launches with memory
 * that the graph itself allocates at the contract level. */

/* Adds a node that depends on `dependencies`. The graph owns the node. On failure the graph is
 * unchanged. */
CUgraphNode custub_graph_node_add(CUgraph graph, const CUgraphNode *dependencies,
                                  size_t dependency_count, const custub_prepared *prepared,
                                  custub_error *error);

/* Gives a node another launch: in the executable graph `exec`, for its later launches; if `exec` is
 * null, in its graph, for later instantiations. On failure the node is unchanged. */
custub_status custub_graph_node_set(CUgraphExec exec, CUgraphNode node,
                                    const custub_prepared *prepared, custub_error *error);

#ifdef __cplusplus
}
#endif
#endif
