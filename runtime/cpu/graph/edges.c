/* The nodes of a graph, and the edges between them. */
#include "context/context.h"
#include "api/fail.h"
#include "graph/graph.h"

#include <stdlib.h>
#include <string.h>

/* Programs ask for a list twice: without an array for its length, then with an array. The rest of a
 * longer array becomes null. */
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

/* True if the list has `node`. Where the list is about one node, that one is `of`. */
typedef bool node_filter(const struct CUgraphNode_st *node, const struct CUgraphNode_st *of);

static bool is_any(const struct CUgraphNode_st *node, const struct CUgraphNode_st *of)
{
    (void)node;
    (void)of;
    return true;
}

static bool is_root(const struct CUgraphNode_st *node, const struct CUgraphNode_st *of)
{
    (void)of;
    return node->dependency_count == 0;
}

static bool depends_on(const struct CUgraphNode_st *node, const struct CUgraphNode_st *other)
{
    for (size_t i = 0; i < node->dependency_count; i++) {
        if (node->dependencies[i] == other)
            return true;
    }
    return false;
}

static CUresult get_nodes(const struct CUgraph_st *graph, node_filter *takes, CUgraphNode of,
                          CUgraphNode *nodes, size_t *count)
{
    node_list list = {.nodes = nodes, .room = *count};

    for (size_t i = 0; i < graph->node_count; i++) {
        if (takes(graph->nodes[i], of))
            put(&list, graph->nodes[i]);
    }
    return finish(&list, count);
}

CUresult cuGraphGetNodes(CUgraph graph, CUgraphNode *nodes, size_t *nodes_count)
{
    CPU_ENTRY(cuGraphGetNodes);
    CUresult result = check(cpu_graph_is(graph), nodes_count);

    return result == CUDA_SUCCESS ? get_nodes(graph, is_any, NULL, nodes, nodes_count) : result;
}

CUresult cuGraphGetRootNodes(CUgraph graph, CUgraphNode *root_nodes, size_t *root_nodes_count)
{
    CPU_ENTRY(cuGraphGetRootNodes);
    CUresult result = check(cpu_graph_is(graph), root_nodes_count);

    return result == CUDA_SUCCESS ? get_nodes(graph, is_root, NULL, root_nodes, root_nodes_count)
                                  : result;
}

/* All edges are plain. */
static CUresult clear_edge_data(CUresult result, CUgraphEdgeData *data, const size_t *count)
{
    if (result == CUDA_SUCCESS && data)
        memset(data, 0, *count * sizeof(*data));
    return result;
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

CUresult cuGraphGetEdges(CUgraph graph, CUgraphNode *from, CUgraphNode *to, size_t *edges_count)
{
    CPU_ENTRY(cuGraphGetEdges);
    return get_edges(graph, from, to, edges_count);
}

CUresult cuGraphGetEdges_v2(CUgraph graph, CUgraphNode *from, CUgraphNode *to,
                            CUgraphEdgeData *edge_data, size_t *edges_count)
{
    CPU_ENTRY(cuGraphGetEdges_v2);
    return clear_edge_data(get_edges(graph, from, to, edges_count), edge_data, edges_count);
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
    return clear_edge_data(get_dependencies(node, dependencies, count), edge_data, count);
}

static CUresult get_dependents(CUgraphNode node, CUgraphNode *dependents, size_t *count)
{
    CUresult result = check(cpu_graph_is_node(node), count);

    return result == CUDA_SUCCESS ? get_nodes(node->graph, depends_on, node, dependents, count)
                                  : result;
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
    return clear_edge_data(get_dependents(node, dependent_nodes, dependent_nodes_count), edge_data,
                           dependent_nodes_count);
}

CUresult cuGraphNodeGetType(CUgraphNode node, int *type)
{
    CPU_ENTRY(cuGraphNodeGetType);
    CUresult result = check(cpu_graph_is_node(node), type);

    if (result == CUDA_SUCCESS)
        *type = node->type;
    return result;
}

/* --- Changing edges ------------------------------------------------------------------------------
 */

bool cpu_graph_is_plain(const CUgraphEdgeData *data, size_t count)
{
    static const CUgraphEdgeData plain;

    for (size_t i = 0; data && i < count; i++) {
        if (memcmp(&data[i], &plain, sizeof(plain)) != 0)
            return false;
    }
    return true;
}

static CUresult add_edge(CUgraphNode from, CUgraphNode to)
{
    CUgraphNode *dependencies;

    if (from == to || depends_on(to, from))
        return CUDA_ERROR_INVALID_VALUE;
    dependencies = realloc(to->dependencies, (to->dependency_count + 1) * sizeof(CUgraphNode));
    if (!dependencies)
        return CUDA_ERROR_OUT_OF_MEMORY;
    dependencies[to->dependency_count++] = from;
    to->dependencies = dependencies;
    return CUDA_SUCCESS;
}

static CUresult remove_edge(CUgraphNode from, CUgraphNode to)
{
    size_t at = 0;

    if (cpu_graph_has_memory(to->graph))
        return CUDA_ERROR_NOT_SUPPORTED;
    while (at < to->dependency_count && to->dependencies[at] != from)
        at++;
    if (at == to->dependency_count)
        return CUDA_ERROR_INVALID_VALUE;
    to->dependency_count--;
    memmove(&to->dependencies[at], &to->dependencies[at + 1],
            (to->dependency_count - at) * sizeof(CUgraphNode));
    return CUDA_SUCCESS;
}

typedef struct edge_list {
    CUgraph graph;
    const CUgraphNode *from;
    const CUgraphNode *to;
    const CUgraphEdgeData *data;
    size_t count;
} edge_list;

/* Stops at the first edge that cannot be changed. */
static CUresult change(const edge_list *edges, CUresult (*change_one)(CUgraphNode, CUgraphNode))
{
    CUgraph graph = edges->graph;
    CUresult result =
        check(cpu_graph_is(graph) && (edges->count == 0 || (edges->from && edges->to)), graph);

    if (result == CUDA_SUCCESS && !cpu_graph_is_plain(edges->data, edges->count))
        return CUDA_ERROR_NOT_SUPPORTED;
    for (size_t i = 0; i < edges->count && result == CUDA_SUCCESS; i++) {
        CUgraphNode from = edges->from[i];
        CUgraphNode to = edges->to[i];
        if (!cpu_graph_is_node(from) || !cpu_graph_is_node(to) || from->graph != graph ||
            to->graph != graph)
            return CUDA_ERROR_INVALID_VALUE;
        result = change_one(from, to);
    }
    return result;
}

CUresult cuGraphAddDependencies(CUgraph graph, const CUgraphNode *from, const CUgraphNode *to,
                                size_t count)
{
    CPU_ENTRY(cuGraphAddDependencies);
    return change(&(edge_list){graph, from, to, NULL, count}, add_edge);
}

CUresult cuGraphAddDependencies_v2(CUgraph graph, const CUgraphNode *from, const CUgraphNode *to,
                                   const CUgraphEdgeData *edge_data, size_t count)
{
    CPU_ENTRY(cuGraphAddDependencies_v2);
    return change(&(edge_list){graph, from, to, edge_data, count}, add_edge);
}

CUresult cuGraphRemoveDependencies(CUgraph graph, const CUgraphNode *from, const CUgraphNode *to,
                                   size_t count)
{
    CPU_ENTRY(cuGraphRemoveDependencies);
    return change(&(edge_list){graph, from, to, NULL, count}, remove_edge);
}

CUresult cuGraphRemoveDependencies_v2(CUgraph graph, const CUgraphNode *from, const CUgraphNode *to,
                                      const CUgraphEdgeData *edge_data, size_t count)
{
    CPU_ENTRY(cuGraphRemoveDependencies_v2);
    return change(&(edge_list){graph, from, to, edge_data, count}, remove_edge);
}
