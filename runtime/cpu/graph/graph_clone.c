/* Cloning graphs. */
#include "api/driver_state.h"
#include "api/fail.h"
#include "graph/graph.h"

#include <stdlib.h>

/* Clones a node without its edges. Nodes keep their numbers in the clone, and the edges are added
 * when all nodes are there. */
static CUresult clone_node(CUgraph clone, CUgraphNode node)
{
    CUgraphNode *dependencies = malloc((node->dependency_count + 1) * sizeof(CUgraphNode));
    CUgraphNode made;
    const cpu_node_place place = {.out = &made, .graph = clone};
    cpu_work work;
    CUresult result;

    if (!dependencies)
        return CUDA_ERROR_OUT_OF_MEMORY;
    result = cpu_node_clone_work(&work, &node->work);
    if (result == CUDA_SUCCESS)
        result = cpu_graph_add(&place, node->type, &work);
    if (result != CUDA_SUCCESS) {
        free(dependencies);
        return result;
    }
    free(made->dependencies);
    made->dependencies = dependencies;
    made->priority = node->priority;
    if (node->child)
        result = cpu_graph_clone(&made->child, node->child);
    if (made->child)
        made->child->parent = made;
    return result;
}

static void connect_clone(CUgraph clone, const struct CUgraph_st *graph)
{
    for (size_t i = 0; i < graph->node_count; i++) {
        CUgraphNode node = clone->nodes[i];
        node->dependency_count = graph->nodes[i]->dependency_count;
        for (size_t j = 0; j < node->dependency_count; j++)
            node->dependencies[j] = clone->nodes[graph->nodes[i]->dependencies[j]->index];
    }
}

CUresult cpu_graph_clone(CUgraph *out, CUgraph original)
{
    CUgraph clone = cpu_graph_create();
    CUresult result = CUDA_SUCCESS;

    if (!clone)
        return CUDA_ERROR_OUT_OF_MEMORY;
    for (size_t i = 0; i < original->node_count && result == CUDA_SUCCESS; i++)
        result = clone_node(clone, original->nodes[i]);
    if (result == CUDA_SUCCESS && !cpu_kept_objects_copy(&clone->kept, &original->kept))
        result = CUDA_ERROR_OUT_OF_MEMORY;
    if (result != CUDA_SUCCESS) {
        cpu_graph_destroy(clone);
        return result;
    }
    connect_clone(clone, original);
    *out = clone;
    return CUDA_SUCCESS;
}
