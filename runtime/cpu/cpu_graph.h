/* cpu_graph.h: graphs of work, and what is made of them to be launched. A graph is used by one
 * thread at a time (CUDA Driver API, "Graph object thread safety"). */
#ifndef CPU_GRAPH_H
#define CPU_GRAPH_H

#include "cpu_handle.h"
#include "cpu_work.h"

struct CUgraphNode_st {
    cpu_object object;
    CUgraph graph;
    size_t index; /* in the graph's nodes */
    int type;     /* CU_GRAPH_NODE_TYPE_… */
    cpu_work work;
    CUgraphNode *dependencies;
    size_t dependency_count;
    CUgraphNode origin; /* whose clone it is; compared, never followed */
};

struct CUgraph_st {
    cpu_object object;
    CUgraphNode *nodes;
    size_t node_count;
    CUgraph origin;
};

/* Makes a graph with a handle; null without memory. */
CUgraph cpu_graph_create(void);
/* Frees one that is no longer in the table of handles. */
void cpu_graph_free(CUgraph graph);

bool cpu_graph_is(CUgraph graph);
bool cpu_graph_is_node(CUgraphNode node);

/* Adds a node that owns the work, which is disposed of on failure. CUDA_ERROR_INVALID_VALUE if a
 * dependency is no node of the graph, or one of them stands there twice. */
CUresult cpu_graph_add(CUgraph graph, const CUgraphNode *dependencies, size_t count, int type,
                       cpu_work *work, CUgraphNode *out);

/* The nodes' numbers, each behind those that it depends on, in memory of the caller's for all of
 * them; false if some depend on each other. */
bool cpu_graph_sort(const struct CUgraph_st *graph, size_t *order);

/* --- The work of nodes ---------------------------------------------------------------------------
 */

CUresult cpu_node_make_kernel(cpu_work *work, const CUDA_KERNEL_NODE_PARAMS *params);
CUresult cpu_node_make_copy(cpu_work *work, const CUDA_MEMCPY3D *params, CUcontext context);
CUresult cpu_node_make_fill(cpu_work *work, const CUDA_MEMSET_NODE_PARAMS *params,
                            CUcontext context);
CUresult cpu_node_make_host(cpu_work *work, const CUDA_HOST_NODE_PARAMS *params);

#endif
