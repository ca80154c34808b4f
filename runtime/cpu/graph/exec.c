#include "graph/exec.h"

#include "api/fail.h"
#include "context/context.h"

#include <stdlib.h>

/* --- Lists of nodes ------------------------------------------------------------------------------
 */

#define NOWHERE SIZE_MAX

void cpu_exec_list_free(cpu_exec_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        cpu_work_dispose(&list->nodes[i].work);
        cpu_graph_memory_release(list->nodes[i].memory);
        free(list->nodes[i].dependencies);
    }
    free(list->nodes);
    *list = (cpu_exec_list){0};
}

/* A child graph takes two entries besides its nodes: its beginning, and its end in place of the
 * child graph node. */
static size_t count_nodes(const struct CUgraph_st *graph)
{
    size_t count = graph->node_count;

    for (size_t i = 0; i < graph->node_count; i++) {
        if (graph->nodes[i]->child)
            count += 1 + count_nodes(graph->nodes[i]->child);
    }
    return count;
}

/* Appends a node, which has room for `capacity` dependencies and one more. The list has room for
 * it. */
static cpu_exec_node *append(cpu_exec_list *list, CUgraphNode origin, int type, size_t capacity)
{
    cpu_exec_node *made = &list->nodes[list->count];

    made->dependencies = malloc((capacity + 1) * sizeof(size_t));
    if (!made->dependencies)
        return NULL;
    list->count++;
    made->origin = origin;
    made->type = type;
    return made;
}

static void depend(const cpu_exec_list *list, cpu_exec_node *node, size_t on)
{
    node->dependencies[node->dependency_count++] = on;
    list->nodes[on].is_needed = true;
}

/* Gives the new node the dependencies of the graph's node. Without any, it depends on the beginning
 * of the child graph, if it is in one. */
static void depend_as(const cpu_exec_list *list, cpu_exec_node *made,
                      const struct CUgraphNode_st *node, const size_t *places, size_t begin)
{
    for (size_t i = 0; i < node->dependency_count; i++)
        depend(list, made, places[node->dependencies[i]->index]);
    if (node->dependency_count == 0 && begin != NOWHERE)
        depend(list, made, begin);
}

static CUresult append_work(cpu_exec_list *list, CUgraphNode node, const size_t *places,
                            size_t begin)
{
    cpu_exec_node *made = append(list, node, node->type, node->dependency_count + 1);

    if (!made)
        return CUDA_ERROR_OUT_OF_MEMORY;
    made->priority = node->priority;
    if (node->memory)
        made->memory = cpu_graph_memory_hold(node->memory);
    depend_as(list, made, node, places, begin);
    return cpu_node_clone_work(&made->work, &node->work);
}

static CUresult append_graph(cpu_exec_list *list, const struct CUgraph_st *graph, size_t begin);

/* Appends the end of the child graph that begins at `begin`. It depends on all nodes of the child
 * graph that no other node depends on. */
static CUresult append_end(cpu_exec_list *list, CUgraphNode origin, size_t begin)
{
    const size_t at = list->count;
    cpu_exec_node *end = append(list, origin, CU_GRAPH_NODE_TYPE_GRAPH, at - begin);

    if (!end)
        return CUDA_ERROR_OUT_OF_MEMORY;
    for (size_t i = begin; i < at; i++) {
        if (!list->nodes[i].is_needed)
            depend(list, end, i);
    }
    return CUDA_SUCCESS;
}

static CUresult append_child(cpu_exec_list *list, CUgraphNode node, const size_t *places,
                             size_t outer)
{
    const size_t begin = list->count;
    cpu_exec_node *made = append(list, NULL, CU_GRAPH_NODE_TYPE_EMPTY, node->dependency_count + 1);
    CUresult result;

    if (!made)
        return CUDA_ERROR_OUT_OF_MEMORY;
    depend_as(list, made, node, places, outer);
    result = append_graph(list, node->child, begin);
    return result == CUDA_SUCCESS ? append_end(list, node, begin) : result;
}

/* `order` and `places` are arrays with room for the graph's nodes: the order in which they are
 * appended, and where in the list each of them is done. */
static CUresult append_nodes(cpu_exec_list *list, const struct CUgraph_st *graph, size_t begin,
                             size_t *order, size_t *places)
{
    CUresult result = CUDA_SUCCESS;

    if (!cpu_graph_sort(graph, order))
        return CUDA_ERROR_INVALID_VALUE;
    for (size_t i = 0; i < graph->node_count && result == CUDA_SUCCESS; i++) {
        CUgraphNode node = graph->nodes[order[i]];
        result = node->child ? append_child(list, node, places, begin)
                             : append_work(list, node, places, begin);
        places[node->index] = list->count - 1;
    }
    return result;
}

static CUresult append_graph(cpu_exec_list *list, const struct CUgraph_st *graph, size_t begin)
{
    size_t *order = calloc(graph->node_count + 1, sizeof(*order));
    size_t *places = calloc(graph->node_count + 1, sizeof(*places));
    CUresult result = CUDA_ERROR_OUT_OF_MEMORY;

    if (order && places)
        result = append_nodes(list, graph, begin, order, places);
    free(order);
    free(places);
    return result;
}

CUresult cpu_exec_list_make(cpu_exec_list *list, const struct CUgraph_st *graph)
{
    CUresult result;

    *list = (cpu_exec_list){0};
    list->nodes = calloc(count_nodes(graph) + 1, sizeof(*list->nodes));
    result = list->nodes ? append_graph(list, graph, NOWHERE) : CUDA_ERROR_OUT_OF_MEMORY;
    if (result != CUDA_SUCCESS)
        cpu_exec_list_free(list);
    return result;
}

/* --- What it keeps -------------------------------------------------------------------------------
 */

static bool keep_all(cpu_kept_objects *kept, const struct CUgraph_st *graph)
{
    bool is_kept = cpu_kept_objects_copy(kept, &graph->kept);

    for (size_t i = 0; i < graph->node_count && is_kept; i++)
        is_kept = !graph->nodes[i]->child || keep_all(kept, graph->nodes[i]->child);
    return is_kept;
}

cpu_shared_objects *cpu_exec_keep(const struct CUgraph_st *graph)
{
    cpu_shared_objects *kept = cpu_shared_objects_create();

    if (kept && !keep_all(cpu_shared_objects_list(kept), graph)) {
        cpu_shared_objects_release(kept);
        kept = NULL;
    }
    return kept;
}

/* --- Instantiation -------------------------------------------------------------------------------
 */

/* The graph of a child graph node cannot be instantiated alone. */
static CUresult check_instantiation(CUgraphExec *out, CUgraph graph, uint64_t flags)
{
    const uint64_t known = CUDA_GRAPH_INSTANTIATE_FLAG_AUTO_FREE_ON_LAUNCH |
                           CUDA_GRAPH_INSTANTIATE_FLAG_UPLOAD |
                           CUDA_GRAPH_INSTANTIATE_FLAG_USE_NODE_PRIORITY;
    CUresult result = cpu_check_initialized();

    if (result != CUDA_SUCCESS)
        return result;
    if (flags & CUDA_GRAPH_INSTANTIATE_FLAG_DEVICE_LAUNCH)
        return CUDA_ERROR_NOT_SUPPORTED;
    if (!out || !cpu_graph_is(graph) || (flags & ~known))
        return CUDA_ERROR_INVALID_VALUE;
    return graph->parent ? CUDA_ERROR_NOT_SUPPORTED : CUDA_SUCCESS;
}

/* A graph with memory nodes may have one instance at a time. */
static CUresult check_instances(const struct CUgraph_st *graph)
{
    const struct CUgraphExec_st *other = graph->exec;

    if (!cpu_graph_has_memory(graph) || !cpu_handle_is(other, CPU_KIND_GRAPH_EXEC))
        return CUDA_SUCCESS;
    return other->graph == graph ? CUDA_ERROR_NOT_SUPPORTED : CUDA_SUCCESS;
}

static CUresult make(CUgraphExec exec, CUgraph graph)
{
    CUresult result = check_instances(graph);

    if (result == CUDA_SUCCESS)
        result = cpu_exec_list_make(&exec->list, graph);
    if (result != CUDA_SUCCESS)
        return result;
    exec->kept = cpu_exec_keep(graph);
    if (!exec->kept || !cpu_handle_add(&exec->object)) {
        cpu_shared_objects_release(exec->kept);
        cpu_exec_list_free(&exec->list);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    return CUDA_SUCCESS;
}

static CUresult instantiate(CUgraphExec *out, CUgraph graph, uint64_t flags)
{
    CUresult result = check_instantiation(out, graph, flags);
    CUcontext context;
    CUgraphExec exec;

    if (result == CUDA_SUCCESS)
        result = cpu_context_current(&context);

    if (result != CUDA_SUCCESS)
        return result;
    exec = calloc(1, sizeof(*exec));
    if (!exec)
        return CUDA_ERROR_OUT_OF_MEMORY;
    exec->object.kind = CPU_KIND_GRAPH_EXEC;
    exec->flags = flags;
    exec->graph = graph;
    result = make(exec, graph);
    if (result != CUDA_SUCCESS) {
        free(exec);
        return result;
    }
    graph->exec = exec;
    *out = exec;
    return CUDA_SUCCESS;
}

CUresult cuGraphInstantiateWithFlags(CUgraphExec *graph_exec, CUgraph graph, uint64_t flags)
{
    CPU_ENTRY(cuGraphInstantiateWithFlags);
    return instantiate(graph_exec, graph, flags);
}

/* The forms before CUDA 12.0 also return the node that caused the error, which is unknown here, and
 * a log, which repeats the result in words. */
static CUresult instantiate_with_log(CUgraphExec *exec, CUgraph graph, CUgraphNode *error_node,
                                     char *log, size_t size)
{
    CUresult result = instantiate(exec, graph, 0);

    if (error_node)
        *error_node = NULL;
    if (log && size > 0)
        log[0] = '\0';
    return result;
}

CUresult cuGraphInstantiate(CUgraphExec *graph_exec, CUgraph graph, CUgraphNode *error_node,
                            char *log_buffer, size_t buffer_size)
{
    CPU_ENTRY(cuGraphInstantiate);
    return instantiate_with_log(graph_exec, graph, error_node, log_buffer, buffer_size);
}

CUresult cuGraphInstantiate_v2(CUgraphExec *graph_exec, CUgraph graph, CUgraphNode *error_node,
                               char *log_buffer, size_t buffer_size)
{
    CPU_ENTRY(cuGraphInstantiate_v2);
    return instantiate_with_log(graph_exec, graph, error_node, log_buffer, buffer_size);
}

/* --- Handles -------------------------------------------------------------------------------------
 */

CUresult cpu_graph_exec_check(CUgraphExec exec)
{
    CUresult result = cpu_check_initialized();

    if (result != CUDA_SUCCESS)
        return result;
    return cpu_handle_is(exec, CPU_KIND_GRAPH_EXEC) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

/* Running launches have copies of the work, and continue. */
CUresult cuGraphExecDestroy(CUgraphExec exec)
{
    CPU_ENTRY(cuGraphExecDestroy);
    CUresult result = cpu_check_initialized();

    if (result != CUDA_SUCCESS)
        return result;
    if (!cpu_handle_remove(exec, CPU_KIND_GRAPH_EXEC))
        return CUDA_ERROR_INVALID_VALUE;
    cpu_exec_list_free(&exec->list);
    cpu_shared_objects_release(exec->kept);
    cpu_queue_lock();
    cpu_task_keep(&exec->last, NULL);
    cpu_queue_unlock();
    free(exec);
    return CUDA_SUCCESS;
}
