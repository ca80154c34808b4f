/* custub/graph.h: kernel nodes of graphs, with the checks of every launch.
 *
 * A launch into a stream that is being captured becomes a node as well, and is checked like any
 * other; this header adds and changes single nodes (CUDA Driver API, "Graph Management"). Memory
 * that the driver does not know is not refused: the graph itself may allocate it.
 *
 * A launch's `stream` is ignored. Its cluster, its attributes and a cooperative kernel become
 * attributes of the node when it is added; CUDA cannot change them in an executable graph.
 *
 * Threads: only one thread at a time may use a graph, as CUDA demands.
 */
#ifndef CUSTUB_GRAPH_H
#define CUSTUB_GRAPH_H

#include "prepared.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct CUgraph_st *CUgraph;
typedef struct CUgraphNode_st *CUgraphNode;
typedef struct CUgraphExec_st *CUgraphExec;

/* Adds a node that depends on `dependencies`. The graph owns the node. On failure the graph is
 * unchanged. */
CUgraphNode custub_graph_node_add(CUgraph graph, const CUgraphNode *dependencies,
                                  size_t dependency_count, const custub_kernel *kernel,
                                  const custub_launch *launch, uint32_t count,
                                  const custub_argument *arguments, custub_error *error);
CUgraphNode custub_graph_node_add_prepared(CUgraph graph, const CUgraphNode *dependencies,
                                           size_t dependency_count, const custub_prepared *prepared,
                                           custub_error *error);

/* Gives a node another launch: in the executable graph `exec`, for its later launches; if `exec` is
 * null, in its graph, for later instantiations. On failure the node is unchanged. */
custub_status custub_graph_node_set(CUgraphExec exec, CUgraphNode node, const custub_kernel *kernel,
                                    const custub_launch *launch, uint32_t count,
                                    const custub_argument *arguments, custub_error *error);
custub_status custub_graph_node_set_prepared(CUgraphExec exec, CUgraphNode node,
                                             const custub_prepared *prepared, custub_error *error);

#ifdef __cplusplus
}
#endif
#endif
