/* Child graph nodes. */
#include "context/context.h"
#include "api/fail.h"
#include "graph/graph.h"

static CUresult check(bool is_there)
{
    CUresult result = cpu_check_initialized();

    if (result != CUDA_SUCCESS)
        return result;
    return is_there ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

/* True if `other` is `graph`, or is inside one of its nodes. */
static bool is_within(const struct CUgraph_st *other, const struct CUgraph_st *graph)
{
    while (other != graph && other->parent)
        other = other->parent->graph;
    return other == graph;
}

/* The node gets a copy of the graph, so that changes to the original do not affect it. */
static CUresult add_child(const cpu_node_place *place, CUgraph child)
{
    CUresult result = check(place->out && cpu_graph_is(place->graph) && cpu_graph_is(child));
    cpu_work nothing = {.kind = CPU_WORK_EMPTY};
    CUgraph clone;

    if (result != CUDA_SUCCESS)
        return result;
    if (is_within(place->graph, child))
        return CUDA_ERROR_INVALID_VALUE;
    if (cpu_graph_has_memory(child))
        return CUDA_ERROR_NOT_SUPPORTED;
    result = cpu_graph_clone(&clone, child);
    if (result != CUDA_SUCCESS)
        return result;
    result = cpu_graph_add(place, CU_GRAPH_NODE_TYPE_GRAPH, &nothing);
    if (result != CUDA_SUCCESS) {
        cpu_graph_destroy(clone);
        return result;
    }
    (*place->out)->child = clone;
    clone->parent = *place->out;
    return CUDA_SUCCESS;
}

CUresult cuGraphAddChildGraphNode(CUgraphNode *graph_node, CUgraph graph,
                                  const CUgraphNode *dependencies, size_t count,
                                  CUgraph child_graph)
{
    CPU_ENTRY(cuGraphAddChildGraphNode);
    const cpu_node_place place = {graph_node, graph, dependencies, count};

    return add_child(&place, child_graph);
}

/* The node's own copy of the graph; its nodes can be changed. */
CUresult cuGraphChildGraphNodeGetGraph(CUgraphNode node, CUgraph *graph)
{
    CPU_ENTRY(cuGraphChildGraphNodeGetGraph);
    CUresult result =
        check(cpu_graph_is_node(node) && node->type == CU_GRAPH_NODE_TYPE_GRAPH && graph);

    if (result == CUDA_SUCCESS)
        *graph = node->child;
    return result;
}
