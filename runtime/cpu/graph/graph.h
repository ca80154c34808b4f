/* graph.h: graphs of work. A graph is used by one thread at a time (CUDA Driver API, "Graph
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
    CUgraph child;               /* of a child graph node: its own; else null */
    cpu_graph_memory *memory;    /* of a node that allocates or frees; held; else null */
    CUaccessPolicyWindow window; /* of a kernel, as the program set it, */
    int priority;                /* and this */
    CUgraphNode *dependencies;
    size_t dependency_count;
    CUgraphNode origin; /* whose clone it is; compared, never followed */
};

struct CUgraph_st {
    cpu_object object;
    CUgraphNode *nodes;
    size_t node_count;
    size_t node_capacity;
    CUgraph origin;
    CUgraphNode parent;         /* the child graph node that contains it, or null */
    cpu_user_references *users; /* objects of the program that live as long */
    CUgraphExec exec;           /* made of it last; compared, never followed */
};

/* Makes a graph with a handle; null without memory. */
CUgraph cpu_graph_create(void);
/* Takes it out of the table of handles and frees it; null does nothing. Without the queue's lock:
 * objects of the program may be destroyed. */
void cpu_graph_destroy(CUgraph graph);

bool cpu_graph_is(CUgraph graph);
bool cpu_graph_is_node(CUgraphNode node);

/* Whether some node, also of child graphs, allocates or frees: such a graph can be instantiated
 * once, and neither cloned nor taken apart (CUDA Driver API, cuGraphAddMemAllocNode). */
bool cpu_graph_has_memory(const struct CUgraph_st *graph);

/* A graph of the same nodes, which know whose clones they are. */
CUresult cpu_graph_clone(CUgraph *out, CUgraph original);

/* Where a new node comes. */
typedef struct cpu_node_place {
    CUgraphNode *out;
    CUgraph graph;
    const CUgraphNode *dependencies;
    size_t count;
} cpu_node_place;

/* Adds a node that owns the work, which is disposed of on failure. CUDA_ERROR_INVALID_VALUE if a
 * dependency is not a node of the graph, or is there twice. */
CUresult cpu_graph_add(const cpu_node_place *place, int type, cpu_work *work);

/* The nodes' numbers, each after those that it depends on, in memory of the caller's for all of
 * them; false if some depend on each other. */
bool cpu_graph_sort(const struct CUgraph_st *graph, size_t *order);

/* Edges are plain ones: null, or nothing but zeros. */
bool cpu_graph_is_plain(const CUgraphEdgeData *data, size_t count);

/* --- Nodes of each kind --------------------------------------------------------------------------
 *
 * `params` is what cuda.h has for the type: CUDA_KERNEL_NODE_PARAMS, CUDA_MEMCPY3D,
 * CUDA_MEMSET_NODE_PARAMS, CUDA_HOST_NODE_PARAMS, a CUevent; of an empty node it is not looked at.
 * The context is that of a copy or a fill. */

/* CUDA_SUCCESS if it is a node of this type, and `params` is not null. */
CUresult cpu_node_check(CUgraphNode node, int type, const void *params);

/* Makes the work of a node of this type. */
CUresult cpu_node_make(cpu_work *work, int type, const void *params, CUcontext context);
CUresult cpu_node_add(const cpu_node_place *place, int type, const void *params, CUcontext context);
CUresult cpu_node_set(CUgraphNode node, int type, const void *params);

/* Takes the work in place of the old, of the same type. Attributes of kernels stay. */
void cpu_node_replace(cpu_work *old, cpu_work *work);

void cpu_node_read_v1(CUDA_KERNEL_NODE_PARAMS *out, const CUDA_KERNEL_NODE_PARAMS_v1 *params);

/* Nodes that are more than work. */
CUresult cpu_node_add_child(const cpu_node_place *place, CUgraph child);
CUresult cpu_node_add_allocation(const cpu_node_place *place, CUDA_MEM_ALLOC_NODE_PARAMS *params);
CUresult cpu_node_add_free(const cpu_node_place *place, CUdeviceptr address);

#endif
