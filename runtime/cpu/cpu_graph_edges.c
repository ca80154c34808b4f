/* Which nodes a graph has, and which come before which. */
#include "cpu_context.h"
#include "cpu_fail.h"
#include "cpu_graph.h"

#include <stdlib.h>
#include <string.h>

/* Lists are asked for twice: without an array for their length, and with one of that length. What
 * is left of a longer array becomes null. */
typedef struct node_list {
    CUgraphNode *nodes; /* null: only the length is asked for */
    size_t room;
    size_t count;
} node_list;

static void put(node_list *list, CUgraphNode node)
{
    if (list->nodes && list->count < list->room)
        list->nodes[list->count] = node;
    list->count++;
}

static CUresult finish(node_list *list, size_t *count)
{
    for (size_t i = list->count; list->nodes && i < list->room; i++)
        list->nodes[i] = NULL;
    if (!list->nodes || list->count < list->room)
        *count = list->count;
    return CUDA_SUCCESS;
}

static CUresult check(bool is_there, const void *count)
{
    CUresult result = cpu_check_initialized();

    if (result != CUDA_SUCCESS)
        return result;
    return is_there && count ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuGraphGetNodes(CUgraph graph, CUgraphNode *nodes, size_t *nodes_count)
{
    CPU_ENTRY(cuGraphGetNodes);
    CUresult result = check(cpu_graph_is(graph), nodes_count);
    node_list list = {.nodes = nodes};

    if (result != CUDA_SUCCESS)
        return result;
    list.room = *nodes_count;
    for (size_t i = 0; i < graph->node_count; i++)
        put(&list, graph->nodes[i]);
    return finish(&list, nodes_count);
}

CUresult cuGraphGetRootNodes(CUgraph graph, CUgraphNode *root_nodes, size_t *root_nodes_count)
{
    CPU_ENTRY(cuGraphGetRootNodes);
    CUresult result = check(cpu_graph_is(graph), root_nodes_count);
    node_list list = {.nodes = root_nodes};

    if (result != CUDA_SUCCESS)
        return result;
    list.room = *root_nodes_count;
    for (size_t i = 0; i < graph->node_count; i++) {
        if (graph->nodes[i]->dependency_count == 0)
            put(&list, graph->nodes[i]);
    }
    return finish(&list, root_nodes_count);
}

static CUresult get_edges(CUgraph graph, CUgraphNode *from, CUgraphNode *to, size_t *count)
{
    CUresult result = check(cpu_graph_is(graph) && !from == !to, count);
    node_list sources = {.nodes = from};
    node_list targets = {.nodes = to};

    if (result != CUDA_SUCCESS)
        return result;
    sources.room = targets.room = *count;
    for (size_t i = 0; i < graph->node_count; i++) {
        for (size_t j = 0; j < graph->nodes[i]->dependency_count; j++) {
            put(&sources, graph->nodes[i]->dependencies[j]);
            put(&targets, graph->nodes[i]);
        }
    }
    finish(&sources, count);
    return finish(&targets, count);
}

static void clear_edge_data(CUgraphEdgeData *data, size_t count)
{
    if (data)
        memset(data, 0, count * sizeof(*data)); /* every edge is a plain one */
}

CUresult cuGraphGetEdges(CUgraph graph, CUgraphNode *from, CUgraphNode *to, size_t *edges_count)
{
    CPU_ENTRY(cuGraphGetEdges);
    return get_edges(graph, from, to, edges_count);
}

CUresult cuGraphGetEdges_v2(CUgraph graph, CUgraphNode *from, CUgraphNode *to,
                            CUgraphEdgeData *edge_data, size_t *edges_count)
{
    CPU_ENTRY(cuGraphGetEdges_v2);
    CUresult result = get_edges(graph, from, to, edges_count);

    if (result == CUDA_SUCCESS)
        clear_edge_data(edge_data, *edges_count);
    return result;
}

static CUresult get_dependencies(CUgraphNode node, CUgraphNode *dependencies, size_t *count)
{
    CUresult result = check(cpu_graph_is_node(node), count);
    node_list list = {.nodes = dependencies};

    if (result != CUDA_SUCCESS)
        return result;
    list.room = *count;
    for (size_t i = 0; i < node->dependency_count; i++)
        put(&list, node->dependencies[i]);
    return finish(&list, count);
}

CUresult cuGraphNodeGetDependencies(CUgraphNode node, CUgraphNode *dependencies, size_t *count)
{
    CPU_ENTRY(cuGraphNodeGetDependencies);
    return get_dependencies(node, dependencies, count);
}

CUresult cuGraphNodeGetDependencies_v2(CUgraphNode node, CUgraphNode *dependencies,
                                       CUgraphEdgeData *edge_data, size_t *count)
{
    CPU_ENTRY(cuGraphNodeGetDependencies_v2);
    CUresult result = get_dependencies(node, dependencies, count);

    if (result == CUDA_SUCCESS)
        clear_edge_data(edge_data, *count);
    return result;
}

static bool depends_on(const struct CUgraphNode_st *node, const struct CUgraphNode_st *other)
{
    for (size_t i = 0; i < node->dependency_count; i++) {
        if (node->dependencies[i] == other)
            return true;
    }
    return false;
}

static CUresult get_dependents(CUgraphNode node, CUgraphNode *dependents, size_t *count)
{
    CUresult result = check(cpu_graph_is_node(node), count);
    node_list list = {.nodes = dependents};

    if (result != CUDA_SUCCESS)
        return result;
    list.room = *count;
    for (size_t i = 0; i < node->graph->node_count; i++) {
        if (depends_on(node->graph->nodes[i], node))
            put(&list, node->graph->nodes[i]);
    }
    return finish(&list, count);
}

CUresult cuGraphNodeGetDependentNodes(CUgraphNode node, CUgraphNode *dependent_nodes,
                                      size_t *dependent_nodes_count)
{
    CPU_ENTRY(cuGraphNodeGetDependentNodes);
    return get_dependents(node, dependent_nodes, dependent_nodes_count);
}

CUresult cuGraphNodeGetDependentNodes_v2(CUgraphNode node, CUgraphNode *dependent_nodes,
                                         CUgraphEdgeData *edge_data, size_t *dependent_nodes_count)
{
    CPU_ENTRY(cuGraphNodeGetDependentNodes_v2);
    CUresult result = get_dependents(node, dependent_nodes, dependent_nodes_count);

    if (result == CUDA_SUCCESS)
        clear_edge_data(edge_data, *dependent_nodes_count);
    return result;
}

CUresult cuGraphNodeGetType(CUgraphNode node, int *type)
{
    CPU_ENTRY(cuGraphNodeGetType);
    CUresult result = check(cpu_graph_is_node(node), type);

    if (result == CUDA_SUCCESS)
        *type = node->type;
    return result;
}

/* --- Adding edges --------------------------------------------------------------------------------
 */

static CUresult add_edge(CUgraph graph, CUgraphNode from, CUgraphNode to)
{
    CUgraphNode *dependencies;

    if (!cpu_graph_is_node(from) || !cpu_graph_is_node(to) || from->graph != graph ||
        to->graph != graph || from == to || depends_on(to, from))
        return CUDA_ERROR_INVALID_VALUE;
    dependencies = realloc(to->dependencies, (to->dependency_count + 1) * sizeof(CUgraphNode));
    if (!dependencies)
        return CUDA_ERROR_OUT_OF_MEMORY;
    dependencies[to->dependency_count++] = from;
    to->dependencies = dependencies;
    return CUDA_SUCCESS;
}

static CUresult add_edges(CUgraph graph, const CUgraphNode *from, const CUgraphNode *to,
                          size_t count)
{
    CUresult result = check(cpu_graph_is(graph) && (count == 0 || (from && to)), graph);

    for (size_t i = 0; i < count && result == CUDA_SUCCESS; i++)
        result = add_edge(graph, from[i], to[i]);
    return result;
}

CUresult cuGraphAddDependencies(CUgraph graph, const CUgraphNode *from, const CUgraphNode *to,
                                size_t count)
{
    CPU_ENTRY(cuGraphAddDependencies);
    return add_edges(graph, from, to, count);
}

CUresult cuGraphAddDependencies_v2(CUgraph graph, const CUgraphNode *from, const CUgraphNode *to,
                                   const CUgraphEdgeData *edge_data, size_t count)
{
    CPU_ENTRY(cuGraphAddDependencies_v2);
    return edge_data ? CUDA_ERROR_NOT_SUPPORTED : add_edges(graph, from, to, count);
}
