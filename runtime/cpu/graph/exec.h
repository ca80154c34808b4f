/* exec.h: graphs that can be launched: their work in an order in which it can be
 * submitted, child graphs dissolved into what they do. */
#ifndef CPU_EXEC_H
#define CPU_EXEC_H

#include "graph/graph.h"

typedef struct cpu_exec_node {
    CUgraphNode origin; /* of the graph; compared, never followed; null: where a child begins */
    int type;
    cpu_work work;
    cpu_graph_memory *memory; /* held, or null */
    int priority;
    bool is_disabled;
    size_t begin;         /* of a child graph, whose end this is: where it begins */
    size_t *dependencies; /* numbers in the list */
    size_t dependency_count;
    bool is_needed; /* some node depends on it */
} cpu_exec_node;

/* Nodes; each comes after the nodes that it depends on. */
typedef struct cpu_exec_list {
    cpu_exec_node *nodes;
    size_t count;
} cpu_exec_list;

struct CUgraphExec_st {
    cpu_object object;
    uint64_t flags;
    CUgraph graph; /* that it was made of; compared, never followed */
    cpu_exec_list list;
    cpu_user_references *users;
    cpu_task *last; /* of the last launch; guarded by the queue's lock */
};

/* The nodes of a graph; with `is_child` as the graph of a child graph node, between its beginning
 * and its end. CUDA_ERROR_INVALID_VALUE if some depend on each other; on failure there are none. */
CUresult cpu_exec_list_make(cpu_exec_list *list, const struct CUgraph_st *graph, bool is_child);
void cpu_exec_list_free(cpu_exec_list *list);

/* CUDA_SUCCESS if it is one. */
CUresult cpu_graph_exec_check(CUgraphExec exec);

/* As cpu_node_set(), of what was made of a graph's node. */
CUresult cpu_graph_exec_set(CUgraphExec exec, CUgraphNode node, int type, const void *params,
                            CUcontext context);
/* The work of a child graph node becomes that of another graph of the same shape. */
CUresult cpu_graph_exec_set_child(CUgraphExec exec, CUgraphNode node, CUgraph child);

#endif
