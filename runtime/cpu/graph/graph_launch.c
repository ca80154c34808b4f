/* Launching graphs: the nodes become tasks of a stream. */
#include "api/fail.h"
#include "context/context.h"
#include "graph/exec.h"
#include "stream/capture.h"
#include "stream/stream.h"
#include "task/pool.h"
#include "task/submission.h"

#include <stdlib.h>

/* --- Kernels -------------------------------------------------------------------------------------
 */

static CUresult check_kernels(const struct CUgraphExec_st *exec)
{
    CUresult result = CUDA_SUCCESS;

    for (size_t i = 0; i < exec->list.count && result == CUDA_SUCCESS; i++)
        result = cpu_node_check_work(&exec->list.nodes[i].work);
    return result;
}

/* --- Memory --------------------------------------------------------------------------------------
 */

/* Memory that an earlier launch allocated must have been freed, unless this launch frees it. */
static CUresult check_memory(const struct CUgraphExec_st *exec)
{
    if (exec->flags & CUDA_GRAPH_INSTANTIATE_FLAG_AUTO_FREE_ON_LAUNCH)
        return CUDA_SUCCESS;
    for (size_t i = 0; i < exec->list.count; i++) {
        const cpu_exec_node *node = &exec->list.nodes[i];
        if (node->type == CU_GRAPH_NODE_TYPE_MEM_ALLOC && cpu_graph_memory_is_live(node->memory))
            return CUDA_ERROR_INVALID_VALUE;
    }
    return CUDA_SUCCESS;
}

/* The memory exists and has its address already. Launches only mark it as allocated or freed. */
static void use_memory(const struct CUgraphExec_st *exec, cpu_task *last)
{
    for (size_t i = 0; i < exec->list.count; i++) {
        const cpu_exec_node *node = &exec->list.nodes[i];
        if (node->memory)
            cpu_graph_memory_launch(node->memory, node->type == CU_GRAPH_NODE_TYPE_MEM_ALLOC, last);
    }
}

/* --- Tasks ---------------------------------------------------------------------------------------
 */

static cpu_task *make_task(const cpu_exec_node *node, CUcontext context, int priority)
{
    cpu_work work;

    if (cpu_work_clone(&work, &node->work) != CUDA_SUCCESS)
        return NULL;
    if (!work.context)
        work.context = context;
    return cpu_task_create(&work, priority);
}

static bool connect(const cpu_exec_node *node, cpu_task *task, cpu_task **tasks, cpu_task *start,
                    cpu_task *end)
{
    bool is_connected = node->dependency_count > 0 || cpu_task_add_wait(task, start);

    for (size_t i = 0; i < node->dependency_count && is_connected; i++)
        is_connected = cpu_task_add_wait(task, tasks[node->dependencies[i]]);
    return is_connected && (node->is_needed || cpu_task_add_wait(end, task));
}

/* Submits the nodes' tasks between `start` and `end`. `start` waits for the stream's work and the
 * graph's last launch. The caller gives up its references to all of these tasks. */
static CUresult submit_nodes(CUgraphExec exec, CUstream stream, cpu_task **tasks, cpu_task *start,
                             cpu_task *end)
{
    const cpu_exec_list *list = &exec->list;
    bool is_connected = cpu_task_add_wait(start, exec->last);
    CUresult result = CUDA_SUCCESS;

    for (size_t i = 0; i < list->count; i++)
        is_connected = is_connected && connect(&list->nodes[i], tasks[i], tasks, start, end);
    if (is_connected)
        result = cpu_stream_append(stream, start);
    else
        cpu_task_discard(start);
    for (size_t i = 0; i < list->count; i++) {
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
    stream->behind += list->count;
    return is_connected ? result : CUDA_ERROR_OUT_OF_MEMORY;
}

static cpu_task *make_marker(CUcontext context, int priority)
{
    cpu_work nothing = {.kind = CPU_WORK_EMPTY, .context = context};

    return cpu_task_create(&nothing, priority);
}

static void release_kept(void *kept)
{
    cpu_shared_objects_release(kept);
}

/* The end keeps what the graph keeps until all nodes are done. */
static cpu_task *make_end(const struct CUgraphExec_st *exec, CUcontext context, int priority)
{
    cpu_work held = {.kind = CPU_WORK_HELD, .context = context};

    held.as.held.release = release_kept;
    held.as.held.thing = cpu_shared_objects_share(exec->kept);
    return cpu_task_create(&held, priority);
}

static int priority_of(const struct CUgraphExec_st *exec, const cpu_exec_node *node,
                       CUstream stream)
{
    return exec->flags & CUDA_GRAPH_INSTANTIATE_FLAG_USE_NODE_PRIORITY ? node->priority
                                                                       : stream->priority;
}

static CUresult launch(CUgraphExec exec, CUstream stream, cpu_task **tasks)
{
    CUcontext context = stream->object.context;
    cpu_task *start = make_marker(context, stream->priority);
    cpu_task *end = make_end(exec, context, stream->priority);
    bool is_made = start && end;
    CUresult result = CUDA_ERROR_OUT_OF_MEMORY;

    for (size_t i = 0; i < exec->list.count && is_made; i++) {
        const cpu_exec_node *node = &exec->list.nodes[i];
        tasks[i] = make_task(node, context, priority_of(exec, node, stream));
        is_made = tasks[i] != NULL;
    }
    if (is_made) {
        result = submit_nodes(exec, stream, tasks, start, end);
        use_memory(exec, end);
    } else {
        for (size_t i = 0; i < exec->list.count && tasks[i]; i++)
            cpu_task_discard(tasks[i]);
        if (start)
            cpu_task_discard(start);
        if (end)
            cpu_task_discard(end);
    }
    for (size_t i = 0; i < exec->list.count; i++)
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
        result = cpu_graph_exec_check(graph);
    if (result == CUDA_SUCCESS)
        result = cpu_pool_start();
    if (result != CUDA_SUCCESS)
        return result;
    tasks = calloc(graph->list.count + 1, sizeof(cpu_task *));
    if (!tasks)
        return CUDA_ERROR_OUT_OF_MEMORY;
    cpu_queue_lock();
    cpu_stream_wait_for_room(stream);
    result = cpu_capture_refuse(stream); /* a capture cannot record a graph launch */
    if (result == CUDA_SUCCESS)
        result = check_kernels(graph);
    if (result == CUDA_SUCCESS)
        result = check_memory(graph);
    if (result == CUDA_SUCCESS)
        result = launch(graph, stream, tasks);
    cpu_queue_unlock();
    free(tasks);
    return result;
}
