/* Graphs that can be launched. */
#include "cpu_capture.h"
#include "cpu_context.h"
#include "cpu_fail.h"
#include "cpu_graph.h"
#include "cpu_pool.h"

#include <stdlib.h>
#include <string.h>

typedef struct exec_node {
    CUgraphNode origin; /* of the graph; compared, never followed */
    int type;
    cpu_work work;
    bool is_disabled;
    size_t *dependencies; /* numbers in the executable graph */
    size_t dependency_count;
    bool is_needed; /* some node depends on it */
} exec_node;

struct CUgraphExec_st {
    cpu_object object;
    uint64_t flags;
    exec_node *nodes; /* each behind those that it depends on */
    size_t node_count;
    cpu_task *last; /* of the last launch; guarded by the queue's lock */
};

/* --- Instantiation -------------------------------------------------------------------------------
 */

static void free_nodes(exec_node *nodes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        cpu_work_dispose(&nodes[i].work);
        free(nodes[i].dependencies);
    }
    free(nodes);
}

static bool fill_node(exec_node *nodes, size_t at, const struct CUgraphNode_st *node,
                      const size_t *places)
{
    exec_node *made = &nodes[at];

    made->origin = (CUgraphNode)(uintptr_t)node;
    made->type = node->type;
    made->dependencies = malloc((node->dependency_count + 1) * sizeof(size_t));
    if (!made->dependencies || cpu_work_clone(&made->work, &node->work) != CUDA_SUCCESS)
        return false;
    for (size_t i = 0; i < node->dependency_count; i++) {
        made->dependencies[i] = places[node->dependencies[i]->index];
        nodes[made->dependencies[i]].is_needed = true;
    }
    made->dependency_count = node->dependency_count;
    return true;
}

/* `order` and `places` have room for all nodes. */
static CUresult copy_nodes(const struct CUgraph_st *graph, size_t *order, size_t *places,
                           exec_node *nodes)
{
    if (!cpu_graph_sort(graph, order))
        return CUDA_ERROR_INVALID_VALUE;
    for (size_t i = 0; i < graph->node_count; i++)
        places[order[i]] = i;
    for (size_t i = 0; i < graph->node_count; i++) {
        if (!fill_node(nodes, i, graph->nodes[order[i]], places))
            return CUDA_ERROR_OUT_OF_MEMORY;
    }
    return CUDA_SUCCESS;
}

static CUresult make_nodes(const struct CUgraph_st *graph, exec_node **out)
{
    const size_t count = graph->node_count + 1;
    size_t *order = calloc(count, sizeof(*order));
    size_t *places = calloc(count, sizeof(*places));
    exec_node *nodes = calloc(count, sizeof(*nodes));
    CUresult result = CUDA_ERROR_OUT_OF_MEMORY;

    if (order && places && nodes)
        result = copy_nodes(graph, order, places, nodes);
    free(order);
    free(places);
    if (result != CUDA_SUCCESS && nodes) {
        free_nodes(nodes, graph->node_count);
        nodes = NULL;
    }
    *out = nodes;
    return result;
}

static CUresult instantiate(CUgraphExec *out, CUgraph graph, uint64_t flags)
{
    const uint64_t known = CUDA_GRAPH_INSTANTIATE_FLAG_AUTO_FREE_ON_LAUNCH |
                           CUDA_GRAPH_INSTANTIATE_FLAG_UPLOAD |
                           CUDA_GRAPH_INSTANTIATE_FLAG_USE_NODE_PRIORITY;
    CUresult result = cpu_check_initialized();
    CUgraphExec exec;

    if (result != CUDA_SUCCESS)
        return result;
    if (flags & CUDA_GRAPH_INSTANTIATE_FLAG_DEVICE_LAUNCH)
        return CUDA_ERROR_NOT_SUPPORTED;
    if (!out || !cpu_graph_is(graph) || (flags & ~known))
        return CUDA_ERROR_INVALID_VALUE;
    exec = calloc(1, sizeof(*exec));
    if (!exec)
        return CUDA_ERROR_OUT_OF_MEMORY;
    exec->object.kind = CPU_KIND_GRAPH_EXEC;
    exec->flags = flags;
    exec->node_count = graph->node_count;
    result = make_nodes(graph, &exec->nodes);
    if (result == CUDA_SUCCESS && !cpu_handle_add(&exec->object)) {
        free_nodes(exec->nodes, exec->node_count);
        result = CUDA_ERROR_OUT_OF_MEMORY;
    }
    if (result != CUDA_SUCCESS) {
        free(exec);
        return result;
    }
    *out = exec;
    return CUDA_SUCCESS;
}

CUresult cuGraphInstantiateWithFlags(CUgraphExec *graph_exec, CUgraph graph, uint64_t flags)
{
    CPU_ENTRY(cuGraphInstantiateWithFlags);
    return instantiate(graph_exec, graph, flags);
}

CUresult cuGraphInstantiateWithParams(CUgraphExec *graph_exec, CUgraph graph,
                                      CUDA_GRAPH_INSTANTIATE_PARAMS *instantiate_params)
{
    CPU_ENTRY(cuGraphInstantiateWithParams);
    CUresult result;

    if (!instantiate_params)
        return CUDA_ERROR_INVALID_VALUE;
    result = instantiate(graph_exec, graph, instantiate_params->flags);
    instantiate_params->hErrNode_out = NULL;
    instantiate_params->result_out =
        result == CUDA_SUCCESS ? CUDA_GRAPH_INSTANTIATE_SUCCESS : CUDA_GRAPH_INSTANTIATE_ERROR;
    return result;
}

static CUresult check(CUgraphExec exec)
{
    CUresult result = cpu_check_initialized();

    if (result != CUDA_SUCCESS)
        return result;
    return cpu_handle_is(exec, CPU_KIND_GRAPH_EXEC) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

/* What was launched has work of its own. */
CUresult cuGraphExecDestroy(CUgraphExec exec)
{
    CPU_ENTRY(cuGraphExecDestroy);
    CUresult result = cpu_check_initialized();

    if (result != CUDA_SUCCESS)
        return result;
    if (!cpu_handle_remove(exec, CPU_KIND_GRAPH_EXEC))
        return CUDA_ERROR_INVALID_VALUE;
    cpu_queue_lock();
    cpu_task_keep(&exec->last, NULL);
    cpu_queue_unlock();
    free_nodes(exec->nodes, exec->node_count);
    free(exec);
    return CUDA_SUCCESS;
}

CUresult cuGraphExecGetFlags(CUgraphExec graph_exec, uint64_t *flags)
{
    CPU_ENTRY(cuGraphExecGetFlags);
    CUresult result = check(graph_exec);

    if (result != CUDA_SUCCESS)
        return result;
    if (!flags)
        return CUDA_ERROR_INVALID_VALUE;
    *flags = graph_exec->flags;
    return CUDA_SUCCESS;
}

/* --- Launching -----------------------------------------------------------------------------------
 */

static cpu_task *make_task(const exec_node *node, CUcontext context, int priority)
{
    cpu_work work = {.kind = CPU_WORK_EMPTY};

    if (!node->is_disabled && node->work.kind != CPU_WORK_RECORD &&
        node->work.kind != CPU_WORK_WAIT && cpu_work_clone(&work, &node->work) != CUDA_SUCCESS)
        return NULL;
    if (!work.context)
        work.context = context;
    return cpu_task_create(&work, priority);
}

static CUevent event_of(const exec_node *node, cpu_work_kind kind)
{
    if (node->is_disabled || node->work.kind != kind ||
        !cpu_handle_is(node->work.as.event, CPU_KIND_EVENT))
        return NULL;
    return node->work.as.event;
}

static bool connect(const exec_node *node, cpu_task *task, cpu_task **tasks, cpu_task *start,
                    cpu_task *end)
{
    CUevent waited = event_of(node, CPU_WORK_WAIT);
    bool is_connected = cpu_task_add_wait(task, waited ? waited->task : NULL);

    if (node->dependency_count == 0)
        is_connected = is_connected && cpu_task_add_wait(task, start);
    for (size_t i = 0; i < node->dependency_count && is_connected; i++)
        is_connected = cpu_task_add_wait(task, tasks[node->dependencies[i]]);
    return is_connected && (node->is_needed || cpu_task_add_wait(end, task));
}

/* The tasks between `start`, behind what is in the stream and the graph's last launch, and `end`.
 * The caller drops its references to all of them. */
static CUresult submit_nodes(CUgraphExec exec, CUstream stream, cpu_task **tasks, cpu_task *start,
                             cpu_task *end)
{
    bool is_connected = cpu_task_add_wait(start, exec->last);
    CUresult result = CUDA_SUCCESS;

    for (size_t i = 0; i < exec->node_count; i++)
        is_connected = is_connected && connect(&exec->nodes[i], tasks[i], tasks, start, end);
    if (is_connected)
        result = cpu_stream_append(stream, start);
    else
        cpu_task_discard(start);
    for (size_t i = 0; i < exec->node_count; i++) {
        CUevent recorded = event_of(&exec->nodes[i], CPU_WORK_RECORD);
        if (recorded)
            cpu_event_record_task(recorded, tasks[i]);
        if (is_connected)
            cpu_task_submit(tasks[i]);
        else
            cpu_task_discard(tasks[i]);
    }
    if (result == CUDA_SUCCESS && is_connected)
        result = cpu_stream_append(stream, end);
    else
        cpu_task_discard(end);
    cpu_task_keep(&exec->last, end);
    return is_connected ? result : CUDA_ERROR_OUT_OF_MEMORY;
}

static cpu_task *make_marker(CUcontext context, int priority)
{
    cpu_work nothing = {.kind = CPU_WORK_EMPTY, .context = context};

    return cpu_task_create(&nothing, priority);
}

static CUresult launch(CUgraphExec exec, CUstream stream, cpu_task **tasks)
{
    CUcontext context = stream->object.context;
    cpu_task *start = make_marker(context, stream->priority);
    cpu_task *end = make_marker(context, stream->priority);
    bool is_made = start && end;
    CUresult result = CUDA_ERROR_OUT_OF_MEMORY;

    for (size_t i = 0; i < exec->node_count && is_made; i++) {
        tasks[i] = make_task(&exec->nodes[i], context, stream->priority);
        is_made = tasks[i] != NULL;
    }
    if (is_made) {
        result = submit_nodes(exec, stream, tasks, start, end);
    } else {
        for (size_t i = 0; i < exec->node_count && tasks[i]; i++)
            cpu_task_discard(tasks[i]);
        if (start)
            cpu_task_discard(start);
        if (end)
            cpu_task_discard(end);
    }
    for (size_t i = 0; i < exec->node_count; i++)
        cpu_task_keep(&tasks[i], NULL);
    cpu_task_keep(&start, NULL);
    cpu_task_keep(&end, NULL);
    return result;
}

CUresult cuGraphLaunch(CUgraphExec graph, CUstream handle)
{
    CPU_ENTRY(cuGraphLaunch);
    CUstream stream;
    CUresult result = cpu_stream_find(handle, &stream);
    cpu_task **tasks;

    if (result == CUDA_SUCCESS)
        result = check(graph);
    if (result == CUDA_SUCCESS)
        result = cpu_pool_start();
    if (result != CUDA_SUCCESS)
        return result;
    tasks = calloc(graph->node_count + 1, sizeof(cpu_task *));
    if (!tasks)
        return CUDA_ERROR_OUT_OF_MEMORY;
    cpu_queue_lock();
    result = cpu_capture_refuse(stream); /* graphs in graphs */
    if (result == CUDA_SUCCESS)
        result = launch(graph, stream, tasks);
    cpu_queue_unlock();
    free(tasks);
    return result;
}

/* There is nowhere to upload it to. */
CUresult cuGraphUpload(CUgraphExec graph, CUstream handle)
{
    CPU_ENTRY(cuGraphUpload);
    CUstream stream;
    CUresult result = cpu_stream_find(handle, &stream);

    return result == CUDA_SUCCESS ? check(graph) : result;
}

/* --- Changing it ---------------------------------------------------------------------------------
 */

static CUresult find_node(CUgraphExec exec, CUgraphNode node, exec_node **out)
{
    CUresult result = check(exec);

    if (result != CUDA_SUCCESS)
        return result;
    for (size_t i = 0; i < exec->node_count && node; i++) {
        if (exec->nodes[i].origin == node) {
            *out = &exec->nodes[i];
            return CUDA_SUCCESS;
        }
    }
    return CUDA_ERROR_INVALID_VALUE;
}

static CUresult find_of_type(CUgraphExec exec, CUgraphNode node, int type, const void *params,
                             exec_node **out)
{
    CUresult result = find_node(exec, node, out);

    if (result != CUDA_SUCCESS)
        return result;
    return params && (*out)->type == type ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

static void replace(exec_node *node, const cpu_work *work)
{
    cpu_work_dispose(&node->work);
    node->work = *work;
}

static CUresult set_kernel(CUgraphExec exec, CUgraphNode handle,
                           const CUDA_KERNEL_NODE_PARAMS *params)
{
    exec_node *node;
    CUresult result = find_of_type(exec, handle, CU_GRAPH_NODE_TYPE_KERNEL, params, &node);
    cpu_work work = {.kind = CPU_WORK_EMPTY};

    if (result == CUDA_SUCCESS)
        result = cpu_node_make_kernel(&work, params);
    if (result == CUDA_SUCCESS)
        replace(node, &work);
    return result;
}

CUresult cuGraphExecKernelNodeSetParams(CUgraphExec graph_exec, CUgraphNode node,
                                        const CUDA_KERNEL_NODE_PARAMS_v1 *node_params)
{
    CPU_ENTRY(cuGraphExecKernelNodeSetParams);
    CUDA_KERNEL_NODE_PARAMS params = {0};

    if (node_params)
        memcpy(&params, node_params, sizeof(*node_params)); /* which is how v2 begins */
    return set_kernel(graph_exec, node, node_params ? &params : NULL);
}

CUresult cuGraphExecKernelNodeSetParams_v2(CUgraphExec graph_exec, CUgraphNode node,
                                           const CUDA_KERNEL_NODE_PARAMS *node_params)
{
    CPU_ENTRY(cuGraphExecKernelNodeSetParams_v2);
    return set_kernel(graph_exec, node, node_params);
}

CUresult cuGraphExecMemcpyNodeSetParams(CUgraphExec graph_exec, CUgraphNode handle,
                                        const CUDA_MEMCPY3D *copy_params, CUcontext context)
{
    CPU_ENTRY(cuGraphExecMemcpyNodeSetParams);
    exec_node *node;
    CUresult result =
        find_of_type(graph_exec, handle, CU_GRAPH_NODE_TYPE_MEMCPY, copy_params, &node);
    cpu_work work = {.kind = CPU_WORK_EMPTY};

    if (result == CUDA_SUCCESS)
        result = cpu_node_make_copy(&work, copy_params, context);
    if (result == CUDA_SUCCESS)
        replace(node, &work);
    return result;
}

CUresult cuGraphExecMemsetNodeSetParams(CUgraphExec graph_exec, CUgraphNode handle,
                                        const CUDA_MEMSET_NODE_PARAMS *memset_params,
                                        CUcontext context)
{
    CPU_ENTRY(cuGraphExecMemsetNodeSetParams);
    exec_node *node;
    CUresult result =
        find_of_type(graph_exec, handle, CU_GRAPH_NODE_TYPE_MEMSET, memset_params, &node);
    cpu_work work = {.kind = CPU_WORK_EMPTY};

    if (result == CUDA_SUCCESS)
        result = cpu_node_make_fill(&work, memset_params, context);
    if (result == CUDA_SUCCESS)
        replace(node, &work);
    return result;
}

CUresult cuGraphExecHostNodeSetParams(CUgraphExec graph_exec, CUgraphNode handle,
                                      const CUDA_HOST_NODE_PARAMS *node_params)
{
    CPU_ENTRY(cuGraphExecHostNodeSetParams);
    exec_node *node;
    CUresult result = find_of_type(graph_exec, handle, CU_GRAPH_NODE_TYPE_HOST, node_params, &node);

    return result == CUDA_SUCCESS ? cpu_node_make_host(&node->work, node_params) : result;
}

CUresult cuGraphNodeSetEnabled(CUgraphExec graph_exec, CUgraphNode handle, unsigned int is_enabled)
{
    CPU_ENTRY(cuGraphNodeSetEnabled);
    exec_node *node;
    CUresult result = find_node(graph_exec, handle, &node);

    if (result == CUDA_SUCCESS)
        node->is_disabled = is_enabled == 0;
    return result;
}

CUresult cuGraphNodeGetEnabled(CUgraphExec graph_exec, CUgraphNode handle, unsigned int *is_enabled)
{
    CPU_ENTRY(cuGraphNodeGetEnabled);
    exec_node *node;
    CUresult result = find_node(graph_exec, handle, &node);

    if (result != CUDA_SUCCESS)
        return result;
    if (!is_enabled)
        return CUDA_ERROR_INVALID_VALUE;
    *is_enabled = !node->is_disabled;
    return CUDA_SUCCESS;
}

/* Why the new nodes cannot take the old ones' places. */
static int compare(const struct CUgraphExec_st *exec, const exec_node *nodes, size_t count,
                   CUgraphNode *where)
{
    if (count != exec->node_count)
        return CU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED;
    for (size_t i = 0; i < count; i++) {
        const exec_node *old = &exec->nodes[i];
        *where = nodes[i].origin;
        if (nodes[i].type != old->type)
            return CU_GRAPH_EXEC_UPDATE_ERROR_NODE_TYPE_CHANGED;
        if (nodes[i].dependency_count != old->dependency_count ||
            memcmp(nodes[i].dependencies, old->dependencies,
                   old->dependency_count * sizeof(size_t)) != 0)
            return CU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED;
    }
    *where = NULL;
    return CU_GRAPH_EXEC_UPDATE_SUCCESS;
}

/* The nodes that stand for the old graph's are still those that are asked for by name. */
CUresult cuGraphExecUpdate_v2(CUgraphExec graph_exec, CUgraph graph,
                              CUgraphExecUpdateResultInfo *result_info)
{
    CPU_ENTRY(cuGraphExecUpdate_v2);
    CUresult result = check(graph_exec);
    exec_node *nodes;

    if (result != CUDA_SUCCESS)
        return result;
    if (!cpu_graph_is(graph) || !result_info)
        return CUDA_ERROR_INVALID_VALUE;
    result_info->errorNode = NULL;
    result_info->errorFromNode = NULL;
    result_info->result = CU_GRAPH_EXEC_UPDATE_ERROR;
    result = make_nodes(graph, &nodes);
    if (result != CUDA_SUCCESS)
        return result;
    result_info->result = compare(graph_exec, nodes, graph->node_count, &result_info->errorNode);
    for (size_t i = 0; i < graph->node_count && result_info->result == CU_GRAPH_EXEC_UPDATE_SUCCESS;
         i++) {
        cpu_work old = graph_exec->nodes[i].work;
        graph_exec->nodes[i].work = nodes[i].work;
        nodes[i].work = old;
    }
    free_nodes(nodes, graph->node_count);
    return result_info->result == CU_GRAPH_EXEC_UPDATE_SUCCESS
               ? CUDA_SUCCESS
               : CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE;
}
