/* Changing instantiated graphs. Earlier launches keep their work. */
#include "context/context.h"
#include "api/fail.h"
#include "graph/exec.h"

#include <string.h>

/* --- One node ------------------------------------------------------------------------------------
 */

static CUresult find_node(CUgraphExec exec, CUgraphNode node, cpu_exec_node **out)
{
    CUresult result = cpu_graph_exec_check(exec);

    if (result != CUDA_SUCCESS)
        return result;
    for (size_t i = 0; i < exec->list.count && node; i++) {
        if (exec->list.nodes[i].origin == node) {
            *out = &exec->list.nodes[i];
            return CUDA_SUCCESS;
        }
    }
    return CUDA_ERROR_INVALID_VALUE;
}

static CUresult find_of_type(CUgraphExec exec, CUgraphNode node, int type, const void *params,
                             cpu_exec_node **out)
{
    CUresult result = find_node(exec, node, out);

    if (result != CUDA_SUCCESS)
        return result;
    return params && (*out)->type == type ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

/* Copies and fills have a context: null means the current one. */
static CUresult settle(int type, CUcontext *context)
{
    CUresult result;

    if (*context || (type != CU_GRAPH_NODE_TYPE_MEMCPY && type != CU_GRAPH_NODE_TYPE_MEMSET))
        return CUDA_SUCCESS;
    result = cpu_context_current(context);
    return result == CUDA_ERROR_INVALID_CONTEXT ? CUDA_ERROR_INVALID_VALUE : result;
}

CUresult cpu_graph_exec_set(CUgraphExec exec, CUgraphNode handle, int type, const void *params,
                            CUcontext context)
{
    cpu_exec_node *node;
    CUresult result = find_of_type(exec, handle, type, params, &node);
    cpu_work work;

    if (result == CUDA_SUCCESS)
        result = settle(type, &context);
    if (result == CUDA_SUCCESS)
        result = cpu_node_make(&work, type, params, context);
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
    return cpu_graph_exec_set(graph_exec, node, CU_GRAPH_NODE_TYPE_KERNEL,
                              node_params ? &params : NULL, NULL);
}

CUresult cuGraphExecKernelNodeSetParams_v2(CUgraphExec graph_exec, CUgraphNode node,
                                           const CUDA_KERNEL_NODE_PARAMS *node_params)
{
    CPU_ENTRY(cuGraphExecKernelNodeSetParams_v2);
    return cpu_graph_exec_set(graph_exec, node, CU_GRAPH_NODE_TYPE_KERNEL, node_params, NULL);
}

CUresult cuGraphExecMemcpyNodeSetParams(CUgraphExec graph_exec, CUgraphNode node,
                                        const CUDA_MEMCPY3D *copy_params, CUcontext context)
{
    CPU_ENTRY(cuGraphExecMemcpyNodeSetParams);
    return cpu_graph_exec_set(graph_exec, node, CU_GRAPH_NODE_TYPE_MEMCPY, copy_params, context);
}

CUresult cuGraphExecMemsetNodeSetParams(CUgraphExec graph_exec, CUgraphNode node,
                                        const CUDA_MEMSET_NODE_PARAMS *memset_params,
                                        CUcontext context)
{
    CPU_ENTRY(cuGraphExecMemsetNodeSetParams);
    return cpu_graph_exec_set(graph_exec, node, CU_GRAPH_NODE_TYPE_MEMSET, memset_params, context);
}

CUresult cuGraphExecHostNodeSetParams(CUgraphExec graph_exec, CUgraphNode node,
                                      const CUDA_HOST_NODE_PARAMS *node_params)
{
    CPU_ENTRY(cuGraphExecHostNodeSetParams);
    return cpu_graph_exec_set(graph_exec, node, CU_GRAPH_NODE_TYPE_HOST, node_params, NULL);
}

CUresult cuGraphExecEventRecordNodeSetEvent(CUgraphExec graph_exec, CUgraphNode node, CUevent event)
{
    CPU_ENTRY(cuGraphExecEventRecordNodeSetEvent);
    return cpu_graph_exec_set(graph_exec, node, CU_GRAPH_NODE_TYPE_EVENT_RECORD, &event, NULL);
}

CUresult cuGraphExecEventWaitNodeSetEvent(CUgraphExec graph_exec, CUgraphNode node, CUevent event)
{
    CPU_ENTRY(cuGraphExecEventWaitNodeSetEvent);
    return cpu_graph_exec_set(graph_exec, node, CU_GRAPH_NODE_TYPE_WAIT_EVENT, &event, NULL);
}

/* --- Disabling nodes -----------------------------------------------------------------------------
 */

/* Other nodes cannot be disabled (CUDA Driver API, cuGraphNodeSetEnabled). */
static bool can_be_disabled(const cpu_exec_node *node)
{
    return node->type == CU_GRAPH_NODE_TYPE_KERNEL || node->type == CU_GRAPH_NODE_TYPE_MEMCPY ||
           node->type == CU_GRAPH_NODE_TYPE_MEMSET;
}

CUresult cuGraphNodeSetEnabled(CUgraphExec graph_exec, CUgraphNode handle, unsigned int is_enabled)
{
    CPU_ENTRY(cuGraphNodeSetEnabled);
    cpu_exec_node *node;
    CUresult result = find_node(graph_exec, handle, &node);

    if (result != CUDA_SUCCESS)
        return result;
    if (!can_be_disabled(node))
        return CUDA_ERROR_INVALID_VALUE;
    node->is_disabled = is_enabled == 0;
    return CUDA_SUCCESS;
}

CUresult cuGraphNodeGetEnabled(CUgraphExec graph_exec, CUgraphNode handle, unsigned int *is_enabled)
{
    CPU_ENTRY(cuGraphNodeGetEnabled);
    cpu_exec_node *node;
    CUresult result = find_node(graph_exec, handle, &node);

    if (result != CUDA_SUCCESS)
        return result;
    if (!is_enabled || !can_be_disabled(node))
        return CUDA_ERROR_INVALID_VALUE;
    *is_enabled = !node->is_disabled;
    return CUDA_SUCCESS;
}

/* --- Updating the whole graph --------------------------------------------------------------------
 */

/* True if the new node depends on the same nodes as the old one. The list of the new nodes begins
 * at `first` of the old. */
static bool is_connected_alike(const cpu_exec_node *node, const cpu_exec_node *old, size_t first)
{
    if (node->dependency_count != old->dependency_count)
        return false;
    for (size_t i = 0; i < node->dependency_count; i++) {
        if (node->dependencies[i] + first != old->dependencies[i])
            return false;
    }
    return true;
}

/* Work without a context runs in the context of the launch. */
static bool is_elsewhere(const cpu_work *work, const cpu_work *old)
{
    return work->context && old->context && work->context != old->context;
}

/* Why the new nodes cannot replace the same number of nodes from `old` on. What the first
 * node of a child graph depends on is not compared: it is outside of the child graph. */
static int compare(const cpu_exec_node *old, const cpu_exec_list *list, size_t first,
                   CUgraphNode *where)
{
    for (size_t i = 0; i < list->count; i++) {
        const cpu_exec_node *node = &list->nodes[i];
        const bool is_entry = first > 0 && i == 0;
        *where = node->origin;
        if (node->type != old[i].type)
            return CU_GRAPH_EXEC_UPDATE_ERROR_NODE_TYPE_CHANGED;
        if (!is_entry && !is_connected_alike(node, &old[i], first))
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

static CUresult update(CUgraphExec exec, CUgraph graph, CUgraphExecUpdateResultInfo *info)
{
    CUresult result = cpu_graph_exec_check(exec);
    cpu_exec_list list;

    if (result != CUDA_SUCCESS)
        return result;
    if (!cpu_graph_is(graph))
        return CUDA_ERROR_INVALID_VALUE;
    *info = (CUgraphExecUpdateResultInfo){.result = CU_GRAPH_EXEC_UPDATE_ERROR};
    result = cpu_exec_list_make(&list, graph, false);
    if (result != CUDA_SUCCESS)
        return result;
    info->result = list.count == exec->list.count
                       ? compare(exec->list.nodes, &list, 0, &info->errorNode)
                       : CU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED;
    if (info->result == CU_GRAPH_EXEC_UPDATE_SUCCESS)
        exchange_work(exec->list.nodes, &list);
    cpu_exec_list_free(&list);
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

CUresult cpu_graph_exec_set_child(CUgraphExec exec, CUgraphNode handle, CUgraph child)
{
    cpu_exec_node *end;
    cpu_exec_node *begin;
    CUgraphNode where;
    CUresult result = find_of_type(exec, handle, CU_GRAPH_NODE_TYPE_GRAPH, exec, &end);
    cpu_exec_list list;

    if (result != CUDA_SUCCESS)
        return result;
    if (!cpu_graph_is(child))
        return CUDA_ERROR_INVALID_VALUE;
    result = cpu_exec_list_make(&list, child, true);
    if (result != CUDA_SUCCESS)
        return result;
    begin = &exec->list.nodes[end->begin];
    if (list.count == (size_t)(end - begin) + 1 &&
        compare(begin, &list, end->begin, &where) == CU_GRAPH_EXEC_UPDATE_SUCCESS)
        exchange_work(begin, &list);
    else
        result = CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE;
    cpu_exec_list_free(&list);
    return result;
}

CUresult cuGraphExecChildGraphNodeSetParams(CUgraphExec graph_exec, CUgraphNode node,
                                            CUgraph child_graph)
{
    CPU_ENTRY(cuGraphExecChildGraphNodeSetParams);
    return cpu_graph_exec_set_child(graph_exec, node, child_graph);
}
