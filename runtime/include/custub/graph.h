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
 * A graph has the addresses of memory, and the handles of kernels: both must be there when it runs.
 * It can keep them (below), so that they are freed with it and not before.
 *
 * Kernels must stay loaded while a graph that has them is printed, made executable or run. If they
 * were unloaded and no graph keeps them, the CPU driver refuses. On a GPU, making anything of the
 * graph is CUSTUB_ERROR_KERNEL_ABSENT if the driver tells: driver 580 tells if no other copy of the
 * library is loaded, else it crashes when it is asked. On a GPU, running a graph that was made
 * executable before the unload is undefined.
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

typedef struct CUgraph_st *CUgraph;         /* a graph */
typedef struct CUgraphNode_st *CUgraphNode; /* a node of a graph */
typedef struct CUgraphExec_st *CUgraphExec; /* an executable graph */

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

/* Destroys a graph. Null is allowed. */
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

/* Destroys an executable graph. A run that is under way still finishes. Null is allowed. */
custub_status custub_graph_exec_destroy(CUgraphExec exec, custub_error *error);

/* --- What graphs keep ------------------------------------------------------------------------ */

/* A graph can keep memory, kernels and other things that it uses. They are user objects of the
 * driver (CUDA C++ Programming Guide, "CUDA User Objects"): executable graphs that are made of the
 * graph keep them too, as do clones and child graph nodes, whoever makes or destroys them. An
 * update by another graph replaces what an executable graph keeps with what that graph keeps. A
 * thing is given back when all of these were destroyed and their runs are done.
 *
 *     custub_graph_keep_memory(graph, custub_f32_buffer_release(&x), &error);
 *     custub_graph_keep_library(graph, kernels.library, &error);
 *     saxpy_unload(&kernels, &error);                                 the graph still has them
 *     CUgraphExec exec = custub_graph_instantiate(graph, &error);
 *     custub_graph_destroy(graph, &error);                            exec still has both
 *     custub_graph_launch(exec, stream, &error);
 *     custub_graph_exec_destroy(exec, &error);                        frees them after the run
 *
 * When. The driver gives things back on a thread that may not call it (CUDA Driver API,
 * cuUserObjectCreate). custub frees them in its next call that destroys or updates a graph, keeps
 * something in one, allocates memory or closes a device, or in custub_graph_kept(): on the thread
 * of that call, which may have no context current, and also while it captures a stream. What is
 * given back after the last such call is freed with the process.
 *
 * Whose. What is handed over is the graph's, whether or not the call succeeds: if it fails, or the
 * record holds a failure already, the thing is freed at once, and the graph must not run. Views of
 * kept memory remain valid as long as a graph has it.
 *
 * Failures: CUSTUB_ERROR_INVALID_ARGUMENT for a null graph, CUSTUB_ERROR_DRIVER_TOO_OLD before CUDA
 * 11.3, CUSTUB_ERROR_OUT_OF_HOST_MEMORY, CUSTUB_ERROR_DRIVER. Destroying a graph also returns what
 * freeing the things that it kept has failed with. */

/* Frees what a graph has kept. */
typedef void custub_release_function(void *owned);

/* Calls `release(owned)` when no graph keeps it any more. It may call custub and the driver, except
 * for waiting and for beginning captures. A null function is CUSTUB_ERROR_INVALID_ARGUMENT. */
custub_status custub_graph_keep(CUgraph graph, custub_release_function *release, void *owned,
                                custub_error *error);

/* Hands over device or managed memory, which custub_memory_destroy() frees then: that of a buffer,
 * or any other of the driver's. Work outside of the graph that uses memory of a pool must be done
 * before. Null is allowed. CUSTUB_ERROR_UNKNOWN_ADDRESS if no memory begins there; then nothing is
 * freed. If the context is destroyed first, the memory goes with it. */
custub_status custub_graph_keep_memory(CUgraph graph, CUdeviceptr memory, custub_error *error);

/* Keeps kernels loaded, those of custub_library_open() or, as `kernels.library`, of
 * `<stem>_load()`: the program may unload them before the graph runs, and must once; its prepared
 * launches end with that. Their description and images must stay in memory until no graph keeps
 * them: do not close a shared library that has them. Null is CUSTUB_ERROR_INVALID_ARGUMENT. */
custub_status custub_graph_keep_library(CUgraph graph, custub_library *library,
                                        custub_error *error);

/* Frees what graphs have given back, and returns how many things they still keep, all graphs of the
 * process together. Any thread. */
uint64_t custub_graph_kept(custub_error *error);

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
