/* Changing instantiated graphs. Earlier launches keep their work. */
#include "context/context.h"
#include "api/fail.h"
#include "graph/exec.h"

#include <string.h>

/* --- One node ------------------------------------------------------------------------------------
 */

static cpu_exec_node *find_kernel(CUgraphExec exec, CUgraphNode origin)
{
    for (size_t i = 0; i < exec->list.count; i++) {
        cpu_exec_node *node = &exec->list.nodes[i];
        if (origin && node->origin == origin && node->type == CU_GRAPH_NODE_TYPE_KERNEL)
            return node;
    }
    return NULL;
}

/* Like cpu_node_set(), but for the executable graph's copy of the node. */
static CUresult set_kernel(CUgraphExec exec, CUgraphNode origin,
                           const CUDA_KERNEL_NODE_PARAMS *params)
{
    CUresult result = cpu_graph_exec_check(exec);
    cpu_exec_node *node;
    cpu_work work;

    if (result != CUDA_SUCCESS)
        return result;
    node = find_kernel(exec, origin);
    if (!node || !params)
        return CUDA_ERROR_INVALID_VALUE;
    result = cpu_node_make(&work, CU_GRAPH_NODE_TYPE_KERNEL, params, NULL);
    if (result == CUDA_SUCCESS)
        cpu_node_replace(&node->work, &work);
    return result;
}

CUresult cuGraphExecKernelNodeSetParams(CUgraphExec graph_exec, CUgraphNode node,
                                        const CUDA_KERNEL_NODE_PARAMS_v1 *node_params)
{
    CPU_ENTRY(cuGraphExecKernelNodeSetParams);
    CUDA_KERNEL_NODE_PARAMS params;

    if (node_params)
        cpu_node_read_v1(&params, node_params);
    return set_kernel(graph_exec, node, node_params ? &params : NULL);
}

CUresult cuGraphExecKernelNodeSetParams_v2(CUgraphExec graph_exec, CUgraphNode node,
                                           const CUDA_KERNEL_NODE_PARAMS *node_params)
{
    CPU_ENTRY(cuGraphExecKernelNodeSetParams_v2);
    return set_kernel(graph_exec, node, node_params);
}

/* --- Updating the whole graph --------------------------------------------------------------------
 */

/* True if the new node depends on the same nodes as the old one. */
static bool is_connected_alike(const cpu_exec_node *node, const cpu_exec_node *old)
{
    if (node->dependency_count != old->dependency_count)
        return false;
    for (size_t i = 0; i < node->dependency_count; i++) {
        if (node->dependencies[i] != old->dependencies[i])
            return false;
    }
    return true;
}

/* Work without a context runs in the context of the launch. */
static bool is_elsewhere(const cpu_work *work, const cpu_work *old)
{
    return work->context && old->context && work->context != old->context;
}

/* Why the new nodes cannot replace the same number of old ones. */
static int compare(const cpu_exec_node *old, const cpu_exec_list *list, CUgraphNode *where)
{
    for (size_t i = 0; i < list->count; i++) {
        const cpu_exec_node *node = &list->nodes[i];
        *where = node->origin;
        if (node->type != old[i].type)
            return CU_GRAPH_EXEC_UPDATE_ERROR_NODE_TYPE_CHANGED;
        if (!is_connected_alike(node, &old[i]))
            return CU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED;
        if (node->memory != old[i].memory)
            return CU_GRAPH_EXEC_UPDATE_ERROR_NOT_SUPPORTED;
        if (is_elsewhere(&node->work, &old[i].work))
            return CU_GRAPH_EXEC_UPDATE_ERROR_PARAMETERS_CHANGED;
    }
    *where = NULL;
    return CU_GRAPH_EXEC_UPDATE_SUCCESS;
}

/* Only the work is exchanged: programs still name the nodes of the original graph. */
static void exchange_work(cpu_exec_node *old, cpu_exec_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        cpu_work work = old[i].work;
        old[i].work = list->nodes[i].work;
        list->nodes[i].work = work;
    }
}

/* Gives the executable graph the new work and what the new graph keeps, and takes its own. */
static void exchange(CUgraphExec exec, cpu_exec_list *list, cpu_shared_objects **kept)
{
    cpu_shared_objects *old = exec->kept;

    exchange_work(exec->list.nodes, list);
    exec->kept = *kept;
    *kept = old;
}

static CUresult update(CUgraphExec exec, CUgraph graph, CUgraphExecUpdateResultInfo *info)
{
    CUresult result = cpu_graph_exec_check(exec);
    cpu_shared_objects *kept;
    cpu_exec_list list;

    if (result != CUDA_SUCCESS)
        return result;
    if (!cpu_graph_is(graph))
        return CUDA_ERROR_INVALID_VALUE;
    *info = (CUgraphExecUpdateResultInfo){.result = CU_GRAPH_EXEC_UPDATE_ERROR};
    kept = cpu_exec_keep(graph);
    result = kept ? cpu_exec_list_make(&list, graph) : CUDA_ERROR_OUT_OF_MEMORY;
    if (result != CUDA_SUCCESS) {
        cpu_shared_objects_release(kept);
        return result;
    }
    info->result = list.count == exec->list.count
                       ? compare(exec->list.nodes, &list, &info->errorNode)
                       : CU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED;
    if (info->result == CU_GRAPH_EXEC_UPDATE_SUCCESS)
        exchange(exec, &list, &kept);
    cpu_exec_list_free(&list);
    cpu_shared_objects_release(kept);
    return info->result == CU_GRAPH_EXEC_UPDATE_SUCCESS ? CUDA_SUCCESS
                                                        : CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE;
}

CUresult cuGraphExecUpdate(CUgraphExec graph_exec, CUgraph graph, CUgraphNode *error_node_out,
                           int *update_result_out)
{
    CPU_ENTRY(cuGraphExecUpdate);
    CUgraphExecUpdateResultInfo info;
    CUresult result;

    if (!update_result_out)
        return CUDA_ERROR_INVALID_VALUE;
    info.errorNode = NULL;
    info.result = *update_result_out;
    result = update(graph_exec, graph, &info);
    if (error_node_out)
        *error_node_out = info.errorNode;
    *update_result_out = info.result;
    return result;
}

CUresult cuGraphExecUpdate_v2(CUgraphExec graph_exec, CUgraph graph,
                              CUgraphExecUpdateResultInfo *result_info)
{
    CPU_ENTRY(cuGraphExecUpdate_v2);
    CUresult result = cpu_graph_exec_check(graph_exec);

    if (result != CUDA_SUCCESS)
        return result;
    return result_info ? update(graph_exec, graph, result_info) : CUDA_ERROR_INVALID_VALUE;
}
