#include "graph/graph.h"

#include "api/driver_state.h"
#include "api/fail.h"
#include "support/array.h"

#include <stdlib.h>
#include <string.h>

CUgraph cpu_graph_create(void)
{
    CUgraph graph = calloc(1, sizeof(*graph));

    if (!graph)
        return NULL;
    graph->object.kind = CPU_KIND_GRAPH;
    if (!cpu_handle_add(&graph->object)) {
        free(graph);
        return NULL;
    }
    return graph;
}

static void free_node(CUgraphNode node)
{
    cpu_work_dispose(&node->work);
    cpu_graph_memory_release(node->memory);
    cpu_graph_destroy(node->child);
    free(node->dependencies);
    free(node);
}

/* The graph is no longer in the table of handles. */
static void free_graph(CUgraph graph)
{
    for (size_t i = 0; i < graph->node_count; i++) {
        cpu_handle_remove(graph->nodes[i], CPU_KIND_NODE);
        free_node(graph->nodes[i]);
    }
    cpu_kept_objects_release(&graph->kept);
    free(graph->nodes);
    free(graph);
}

void cpu_graph_destroy(CUgraph graph)
{
    if (graph && cpu_handle_remove(graph, CPU_KIND_GRAPH))
        free_graph(graph);
}

bool cpu_graph_is(CUgraph graph)
{
    return cpu_handle_is(graph, CPU_KIND_GRAPH);
}

bool cpu_graph_is_node(CUgraphNode node)
{
    return cpu_handle_is(node, CPU_KIND_NODE);
}

bool cpu_graph_has_memory(const struct CUgraph_st *graph)
{
    for (size_t i = 0; i < graph->node_count; i++) {
        const struct CUgraphNode_st *node = graph->nodes[i];
        if (node->memory || (node->child && cpu_graph_has_memory(node->child)))
            return true;
    }
    return false;
}

/* --- Nodes ---------------------------------------------------------------------------------------
 */

static bool are_dependencies(const struct CUgraph_st *graph, const CUgraphNode *nodes, size_t count)
{
    if (count > 0 && !nodes)
        return false;
    for (size_t i = 0; i < count; i++) {
        if (!cpu_graph_is_node(nodes[i]) || nodes[i]->graph != graph)
            return false;
        for (size_t j = 0; j < i; j++) {
            if (nodes[j] == nodes[i])
                return false;
        }
    }
    return true;
}

static CUgraphNode make_node(CUgraph graph, const CUgraphNode *dependencies, size_t count)
{
    CUgraphNode node = calloc(1, sizeof(*node));

    if (!node)
        return NULL;
    node->object.kind = CPU_KIND_NODE;
    node->graph = graph;
    node->index = graph->node_count;
    node->dependency_count = count;
    node->dependencies = malloc((count + 1) * sizeof(CUgraphNode));
    if (!node->dependencies || !cpu_handle_add(&node->object)) {
        free(node->dependencies);
        free(node);
        return NULL;
    }
    if (count > 0)
        memcpy(node->dependencies, dependencies, count * sizeof(CUgraphNode));
    return node;
}

CUresult cpu_graph_add(const cpu_node_place *place, int type, cpu_work *work)
{
    CUgraph graph = place->graph;
    CUgraphNode node;

    if (!are_dependencies(graph, place->dependencies, place->count)) {
        cpu_work_dispose(work);
        return CUDA_ERROR_INVALID_VALUE;
    }
    node = cpu_array_reserve(&graph->nodes, &graph->node_capacity, graph->node_count,
                             sizeof(CUgraphNode))
               ? make_node(graph, place->dependencies, place->count)
               : NULL;
    if (!node) {
        cpu_work_dispose(work);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    node->type = type;
    node->work = *work;
    graph->nodes[graph->node_count++] = node;
    *place->out = node;
    return CUDA_SUCCESS;
}

/* Kahn's algorithm. Nodes that may come in any order come in the order in which they were added. */
bool cpu_graph_sort(const struct CUgraph_st *graph, size_t *order)
{
    size_t *left = calloc(graph->node_count + 1, sizeof(*left));
    bool *done = calloc(graph->node_count + 1, sizeof(*done));
    size_t used = 0;
    bool is_progress = left && done;

    while (is_progress && used < graph->node_count) {
        is_progress = false;
        for (size_t i = 0; i < graph->node_count; i++) {
            const struct CUgraphNode_st *node = graph->nodes[i];
            if (done[i])
                continue;
            while (left[i] < node->dependency_count && done[node->dependencies[left[i]]->index])
                left[i]++;
            if (left[i] < node->dependency_count)
                continue;
            done[i] = true;
            order[used++] = i;
            is_progress = true;
        }
    }
    free(left);
    free(done);
    return used == graph->node_count;
}

/* --- The driver's functions ----------------------------------------------------------------------
 */

CUresult cuGraphCreate(CUgraph *graph, unsigned int flags)
{
    CPU_ENTRY(cuGraphCreate);
    CUresult result = cpu_check_initialized();

    if (result != CUDA_SUCCESS)
        return result;
    if (!graph || flags != 0)
        return CUDA_ERROR_INVALID_VALUE;
    *graph = cpu_graph_create();
    return *graph ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

/* Programs ask twice: without an array for the count, then with an array. The rest of a longer
 * array becomes null. */
CUresult cuGraphGetNodes(CUgraph graph, CUgraphNode *nodes, size_t *nodes_count)
{
    CPU_ENTRY(cuGraphGetNodes);
    CUresult result = cpu_check_initialized();

    if (result != CUDA_SUCCESS)
        return result;
    if (!cpu_graph_is(graph) || !nodes_count)
        return CUDA_ERROR_INVALID_VALUE;
    for (size_t i = 0; nodes && i < *nodes_count; i++)
        nodes[i] = i < graph->node_count ? graph->nodes[i] : NULL;
    if (!nodes || graph->node_count < *nodes_count)
        *nodes_count = graph->node_count;
    return CUDA_SUCCESS;
}

CUresult cuGraphNodeGetType(CUgraphNode node, int *type)
{
    CPU_ENTRY(cuGraphNodeGetType);
    CUresult result = cpu_check_initialized();

    if (result != CUDA_SUCCESS)
        return result;
    if (!cpu_graph_is_node(node) || !type)
        return CUDA_ERROR_INVALID_VALUE;
    *type = node->type;
    return CUDA_SUCCESS;
}

/* A child graph cannot be destroyed alone: it belongs to its node. */
CUresult cuGraphDestroy(CUgraph graph)
{
    CPU_ENTRY(cuGraphDestroy);
    CUresult result = cpu_check_initialized();

    if (result != CUDA_SUCCESS)
        return result;
    if (!cpu_graph_is(graph) || graph->parent)
        return CUDA_ERROR_INVALID_VALUE;
    cpu_graph_destroy(graph);
    return CUDA_SUCCESS;
}

static void forget_dependency(CUgraphNode node, CUgraphNode gone)
{
    size_t kept = 0;

    for (size_t i = 0; i < node->dependency_count; i++) {
        if (node->dependencies[i] != gone)
            node->dependencies[kept++] = node->dependencies[i];
    }
    node->dependency_count = kept;
}

CUresult cuGraphDestroyNode(CUgraphNode node)
{
    CPU_ENTRY(cuGraphDestroyNode);
    CUresult result = cpu_check_initialized();
    CUgraph graph;

    if (result != CUDA_SUCCESS)
        return result;
    if (!cpu_graph_is_node(node))
        return CUDA_ERROR_INVALID_VALUE;
    graph = node->graph;
    if (cpu_graph_has_memory(graph))
        return CUDA_ERROR_NOT_SUPPORTED;
    cpu_handle_remove(node, CPU_KIND_NODE);
    graph->node_count--;
    for (size_t i = node->index; i < graph->node_count; i++) {
        graph->nodes[i] = graph->nodes[i + 1];
        graph->nodes[i]->index = i;
    }
    for (size_t i = 0; i < graph->node_count; i++)
        forget_dependency(graph->nodes[i], node);
    free_node(node);
    return CUDA_SUCCESS;
}
