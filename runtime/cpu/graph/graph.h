/* graph.h: graphs of work. Only one thread may use a graph at a time (CUDA Driver API, "Graph
 * object thread safety"). */
#ifndef CPU_GRAPH_H
#define CPU_GRAPH_H

#include "api/handle.h"
#include "graph/user_object.h"
#include "memory/graph_memory.h"
#include "task/work.h"

struct CUgraphNode_st {
    cpu_object object;
    CUgraph graph;
    size_t index; /* in the graph's nodes */
    int type;     /* CU_GRAPH_NODE_TYPE_… */
    cpu_work work;
    CUgraph child;            /* a child graph node's own copy of the graph; else null */
    cpu_graph_memory *memory; /* what a memory node allocates or frees; held; else null */
    int priority;             /* of a kernel node, as the program set it */
    CUgraphNode *dependencies;
    size_t dependency_count;
};

struct CUgraph_st {
    cpu_object object;
    CUgraphNode *nodes;
    size_t node_count;
    size_t node_capacity;
    cpu_kept_objects kept; /* its own; child graphs have theirs */
    CUgraphNode parent;    /* the child graph node that contains it, or null */
    CUgraphExec exec;      /* the newest instance; compared, never followed */
};

/* Makes a graph with a handle; null without memory. */
CUgraph cpu_graph_create(void);
/* Takes the graph out of the table of handles and frees it; null does nothing. Without the queue's
 * lock, because it may free memory that work still uses. */
void cpu_graph_destroy(CUgraph graph);

bool cpu_graph_is(CUgraph graph);
bool cpu_graph_is_node(CUgraphNode node);

/* True if a node allocates or frees memory, child graphs included. Such a graph can be instantiated
 * once, and it cannot become a child graph (CUDA Driver API, cuGraphAddMemAllocNode). */
bool cpu_graph_has_memory(const struct CUgraph_st *graph);

/* Clones the graph. */
CUresult cpu_graph_clone(CUgraph *out, CUgraph original);

/* Where to add a new node. */
typedef struct cpu_node_place {
    CUgraphNode *out;
    CUgraph graph;
    const CUgraphNode *dependencies;
    size_t count;
} cpu_node_place;

/* Adds a node that owns the work; on failure the work is disposed of. CUDA_ERROR_INVALID_VALUE if a
 * dependency is not a node of the graph, or is named twice. */
CUresult cpu_graph_add(const cpu_node_place *place, int type, cpu_work *work);

/* Fills `order`, which has room for all nodes, with the nodes' numbers. Each comes after those that
 * it depends on. False if nodes depend on each other. */
bool cpu_graph_sort(const struct CUgraph_st *graph, size_t *order);

/* --- Nodes of each kind --------------------------------------------------------------------------
 *
 * `params` is cuda.h's struct for the type: CUDA_KERNEL_NODE_PARAMS, CUDA_MEMCPY3D,
 * CUDA_MEMSET_NODE_PARAMS or CUDA_HOST_NODE_PARAMS. Empty nodes ignore it. Only copies and fills
 * use the context. */

/* CUDA_SUCCESS if it is a node of this type, and `params` is not null. */
CUresult cpu_node_check(CUgraphNode node, int type, const void *params);

/* Makes the work of a node of this type. */
CUresult cpu_node_make(cpu_work *work, int type, const void *params, CUcontext context);
CUresult cpu_node_add(const cpu_node_place *place, int type, const void *params, CUcontext context);
CUresult cpu_node_set(CUgraphNode node, int type, const void *params);

/* CUDA_ERROR_INVALID_HANDLE if the work is that of a kernel that was unloaded. */
CUresult cpu_node_check_work(const cpu_work *work);

/* Copies work that is checked. */
CUresult cpu_node_clone_work(cpu_work *out, const cpu_work *work);

/* Replaces the old work with work of the same type. The attributes of a kernel stay. */
void cpu_node_replace(cpu_work *old, cpu_work *work);

void cpu_node_read_v1(CUDA_KERNEL_NODE_PARAMS *out, const CUDA_KERNEL_NODE_PARAMS_v1 *params);

#endif
