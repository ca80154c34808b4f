/* custub/graph.h: kernel nodes of graphs, through the checks of every launch.
 *
 * Launches into a stream that is being captured become nodes as well, and are checked like others;
 * here are nodes that are added and changed one by one (CUDA Driver API, "Graph Management").
 * Memory that the driver does not know is not refused: it may be allocated by the graph itself.
 *
 * A launch's `stream` is not looked at. Its cluster, its attributes and a cooperative kernel become
 * attributes of the node when it is added; CUDA cannot change them in an executable graph.
 *
 * Threads: a graph is for one thread at a time, as CUDA says.
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

/* Adds a node behind `dependencies`. On failure *out is null, and the graph is as it was. The
 * graph owns the node. */
custub_status custub_graph_node_add(CUgraphNode *out, CUgraph graph,
                                    const CUgraphNode *dependencies, size_t dependency_count,
                                    const custub_kernel *kernel, const custub_launch *launch,
                                    uint32_t count, const custub_argument *arguments);
custub_status custub_graph_node_add_prepared(CUgraphNode *out, CUgraph graph,
                                             const CUgraphNode *dependencies,
                                             size_t dependency_count,
                                             const custub_prepared *prepared, custub_error *error);

/* Gives a node another launch: in the executable graph `exec`, for its launches from now on; or,
 * where `exec` is null, in its graph, for those that are instantiated from now on. On failure the
 * node is as it was. */
custub_status custub_graph_node_set(CUgraphExec exec, CUgraphNode node, const custub_kernel *kernel,
                                    const custub_launch *launch, uint32_t count,
                                    const custub_argument *arguments);
custub_status custub_graph_node_set_prepared(CUgraphExec exec, CUgraphNode node,
                                             const custub_prepared *prepared, custub_error *error);

#ifdef __cplusplus
}
#endif
#endif
