/* exec.h: graphs that can be launched. Their work is in an order in which it can be submitted.
 * Child graphs are replaced by their nodes. */
#ifndef CPU_EXEC_H
#define CPU_EXEC_H

#include "graph/graph.h"

typedef struct cpu_exec_node {
    CUgraphNode origin; /* the graph's node, only compared; null: a child graph begins */
    int type;
    cpu_work work;
    cpu_graph_memory *memory; /* this node holds it; may be null */
    int priority;
    size_t *dependencies; /* numbers in the list */
    size_t dependency_count;
    bool is_needed; /* another node depends on it */
} cpu_exec_node;

/* Each node comes after the nodes that it depends on. */
typedef struct cpu_exec_list {
    cpu_exec_node *nodes;
    size_t count;
} cpu_exec_list;

struct CUgraphExec_st {
    cpu_object object;
    uint64_t flags;
    CUgraph graph; /* the graph that it was made of; compared, never followed */
    cpu_exec_list list;
    cpu_shared_objects *kept; /* by the graph and its child graphs; shared with launches */
    cpu_task *last;           /* the end of the last launch; guarded by the queue's lock */
};

/* Makes the list of a graph's nodes. On failure the list is empty. */
CUresult cpu_exec_list_make(cpu_exec_list *list, const struct CUgraph_st *graph);
void cpu_exec_list_free(cpu_exec_list *list);

/* References of their own to what the graph and its child graphs keep; null without memory. */
cpu_shared_objects *cpu_exec_keep(const struct CUgraph_st *graph);

/* CUDA_SUCCESS if it is an executable graph. */
CUresult cpu_graph_exec_check(CUgraphExec exec);

#endif
