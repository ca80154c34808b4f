/* Adding and setting nodes of any kind with one struct. Conditional nodes are not supported. */
#include "api/driver_state.h"
#include "api/fail.h"
#include "graph/exec.h"

static bool is_zero(const CUgraphNodeParams *params)
{
    return params->reserved0[0] == 0 && params->reserved0[1] == 0 && params->reserved0[2] == 0 &&
           params->reserved2 == 0;
}

/* What cpu_node_make() takes for the type, and the context. Null for types that do more than one
 * piece of work. */
static const void *work_of(const CUgraphNodeParams *params, CUcontext *context)
{
    *context = NULL;
    switch (params->type) {
    case CU_GRAPH_NODE_TYPE_KERNEL:
        return &params->as.kernel;
    case CU_GRAPH_NODE_TYPE_MEMCPY:
        *context = params->as.memcpy.copyCtx;
        return &params->as.memcpy.copyParams;
    case CU_GRAPH_NODE_TYPE_MEMSET:
        *context = params->as.memset.ctx;
        return &params->as.memset.fill;
    case CU_GRAPH_NODE_TYPE_HOST:
        return &params->as.host;
    case CU_GRAPH_NODE_TYPE_EMPTY:
        return params;
    case CU_GRAPH_NODE_TYPE_WAIT_EVENT:
    case CU_GRAPH_NODE_TYPE_EVENT_RECORD:
        return &params->as.event;
    default:
        return NULL;
    }
}

static CUresult add_other(const cpu_node_place *place, CUgraphNodeParams *params)
{
    switch (params->type) {
    case CU_GRAPH_NODE_TYPE_GRAPH:
        return params->as.graph.ownership == CU_GRAPH_CHILD_GRAPH_OWNERSHIP_CLONE
                   ? cpu_node_add_child(place, params->as.graph.graph)
                   : CUDA_ERROR_NOT_SUPPORTED;
    case CU_GRAPH_NODE_TYPE_MEM_ALLOC:
        return cpu_node_add_allocation(place, &params->as.alloc);
    case CU_GRAPH_NODE_TYPE_MEM_FREE:
        return cpu_node_add_free(place, params->as.free);
    default:
        return params->type > 0 && params->type <= CU_GRAPH_NODE_TYPE_CONDITIONAL
                   ? CUDA_ERROR_NOT_SUPPORTED
                   : CUDA_ERROR_INVALID_VALUE;
    }
}

static CUresult add(const cpu_node_place *place, const CUgraphEdgeData *data,
                    CUgraphNodeParams *params)
{
    CUresult result = cpu_check_initialized();
    const void *work;
    CUcontext context;

    if (result != CUDA_SUCCESS)
        return result;
    if (!params || !is_zero(params))
        return CUDA_ERROR_INVALID_VALUE;
    if (!cpu_graph_is_plain(data, place->count))
        return CUDA_ERROR_NOT_SUPPORTED;
    work = work_of(params, &context);
    if (!work)
        return add_other(place, params);
    return cpu_node_add(place, params->type, work, context);
}

CUresult cuGraphAddNode(CUgraphNode *graph_node, CUgraph graph, const CUgraphNode *dependencies,
                        size_t count, CUgraphNodeParams *node_params)
{
    CPU_ENTRY(cuGraphAddNode);
    const cpu_node_place place = {graph_node, graph, dependencies, count};

    return add(&place, NULL, node_params);
}

CUresult cuGraphAddNode_v2(CUgraphNode *graph_node, CUgraph graph, const CUgraphNode *dependencies,
                           const CUgraphEdgeData *dependency_data, size_t count,
                           CUgraphNodeParams *node_params)
{
    CPU_ENTRY(cuGraphAddNode_v2);
    const cpu_node_place place = {graph_node, graph, dependencies, count};

    return add(&place, dependency_data, node_params);
}

/* The parameters that can be set for this type of node. */
static CUresult settable(const CUgraphNodeParams *params, const void **work, CUcontext *context)
{
    CUresult result = cpu_check_initialized();

    if (result != CUDA_SUCCESS)
        return result;
    *work = params && is_zero(params) ? work_of(params, context) : NULL;
    return *work ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

/* Setting an empty node succeeds and changes nothing. */
CUresult cuGraphNodeSetParams(CUgraphNode node, CUgraphNodeParams *node_params)
{
    CPU_ENTRY(cuGraphNodeSetParams);
    const void *work;
    CUcontext context;
    CUresult result = settable(node_params, &work, &context);

    return result == CUDA_SUCCESS ? cpu_node_set(node, node_params->type, work) : result;
}

/* Empty nodes cannot be set here: cuda.h does not list them for executable graphs. */
CUresult cuGraphExecNodeSetParams(CUgraphExec graph_exec, CUgraphNode node,
                                  CUgraphNodeParams *node_params)
{
    CPU_ENTRY(cuGraphExecNodeSetParams);
    const void *work;
    CUcontext context;
    CUresult result;

    if (node_params && node_params->type == CU_GRAPH_NODE_TYPE_GRAPH)
        return cpu_graph_exec_set_child(graph_exec, node, node_params->as.graph.graph);
    result = settable(node_params, &work, &context);
    if (result == CUDA_SUCCESS && node_params->type == CU_GRAPH_NODE_TYPE_EMPTY)
        result = CUDA_ERROR_INVALID_VALUE;
    return result == CUDA_SUCCESS
               ? cpu_graph_exec_set(graph_exec, node, node_params->type, work, context)
               : result;
}
