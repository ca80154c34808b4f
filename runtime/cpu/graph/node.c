/* Nodes of each kind: adding them, and their parameters. */
#include "api/fail.h"
#include "context/context.h"
#include "graph/graph.h"
#include "launch/launch.h"
#include "memory/copy.h"
#include "stream/event.h"

static CUresult check(bool is_there)
{
    CUresult result = cpu_check_initialized();

    if (result != CUDA_SUCCESS)
        return result;
    return is_there ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

static CUresult check_of_type(CUgraphNode node, int type, const void *params)
{
    return check(cpu_graph_is_node(node) && node->type == type && params);
}

/* --- What a node does ----------------------------------------------------------------------------
 */

static CUresult make_kernel(cpu_work *work, const CUDA_KERNEL_NODE_PARAMS *params)
{
    cpu_launch launch = {.grid_extent = {params->gridDimX, params->gridDimY, params->gridDimZ},
                         .block_extent = {params->blockDimX, params->blockDimY, params->blockDimZ},
                         .shared_bytes = params->sharedMemBytes};
    cpu_kernel *kernel = cpu_kernel_of(params->func ? (void *)params->func : (void *)params->kern);
    CUcontext current = NULL;
    CUresult result = CUDA_SUCCESS;

    if (!kernel)
        return CUDA_ERROR_INVALID_HANDLE;
    if (params->ctx)
        current = params->ctx;
    else if (kernel->object.context)
        current = kernel->object.context;
    else
        result = cpu_context_current(&current);
    if (result == CUDA_SUCCESS)
        result = cpu_launch_make(work, kernel, &launch, params->kernelParams, params->extra);
    work->context = current;
    return result;
}

static CUresult make_copy(cpu_work *work, const CUDA_MEMCPY3D *params, CUcontext context)
{
    if (!cpu_handle_is(context, CPU_KIND_CONTEXT))
        return CUDA_ERROR_INVALID_CONTEXT;
    if (params->WidthInBytes == 0 || params->Height == 0 || params->Depth == 0)
        return CUDA_ERROR_INVALID_VALUE; /* outside of graphs it is legal */
    work->kind = CPU_WORK_COPY;
    work->context = context;
    return cpu_copy_read(&work->as.copy, params);
}

static CUresult make_fill(cpu_work *work, const CUDA_MEMSET_NODE_PARAMS *params, CUcontext context)
{
    const cpu_fill fill = {.target = (uintptr_t)params->dst,
                           .pitch = params->pitch,
                           .value = params->value,
                           .element = params->elementSize,
                           .width = params->width,
                           .height = params->height};

    if (!cpu_handle_is(context, CPU_KIND_CONTEXT))
        return CUDA_ERROR_INVALID_CONTEXT;
    if ((fill.element != 1 && fill.element != 2 && fill.element != 4) || fill.width == 0 ||
        fill.height == 0)
        return CUDA_ERROR_INVALID_VALUE;
    work->kind = CPU_WORK_FILL;
    work->context = context;
    work->as.fill = fill;
    return cpu_fill_check(&fill);
}

static CUresult make_host(cpu_work *work, const CUDA_HOST_NODE_PARAMS *params)
{
    if (!params->fn)
        return CUDA_ERROR_INVALID_VALUE;
    work->kind = CPU_WORK_HOST;
    work->as.host = (cpu_host_work){.function = params->fn, .user = params->userData};
    return CUDA_SUCCESS;
}

static CUresult make_event(cpu_work *work, cpu_work_kind kind, CUevent event)
{
    work->kind = kind;
    work->as.event = event;
    return event ? cpu_event_check(event) : CUDA_ERROR_INVALID_VALUE;
}

CUresult cpu_node_make(cpu_work *work, int type, const void *params, CUcontext context)
{
    *work = (cpu_work){.kind = CPU_WORK_EMPTY};
    switch (type) {
    case CU_GRAPH_NODE_TYPE_KERNEL:
        return make_kernel(work, params);
    case CU_GRAPH_NODE_TYPE_MEMCPY:
        return make_copy(work, params, context);
    case CU_GRAPH_NODE_TYPE_MEMSET:
        return make_fill(work, params, context);
    case CU_GRAPH_NODE_TYPE_HOST:
        return make_host(work, params);
    case CU_GRAPH_NODE_TYPE_WAIT_EVENT:
        return make_event(work, CPU_WORK_WAIT, *(const CUevent *)params);
    case CU_GRAPH_NODE_TYPE_EVENT_RECORD:
        return make_event(work, CPU_WORK_RECORD, *(const CUevent *)params);
    default:
        return CUDA_SUCCESS;
    }
}

CUresult cpu_node_add(const cpu_node_place *place, int type, const void *params, CUcontext context)
{
    CUresult result = check(place->out && cpu_graph_is(place->graph) && params);
    cpu_work work;

    if (result == CUDA_SUCCESS)
        result = cpu_node_make(&work, type, params, context);
    return result == CUDA_SUCCESS ? cpu_graph_add(place, type, &work) : result;
}

void cpu_node_replace(cpu_work *old, cpu_work *work)
{
    if (work->kind == CPU_WORK_KERNEL && old->kind == CPU_WORK_KERNEL)
        work->as.kernel.launch.cooperative = old->as.kernel.launch.cooperative;
    cpu_work_dispose(old);
    *old = *work;
}

CUresult cpu_node_set(CUgraphNode node, int type, const void *params)
{
    CUresult result = check_of_type(node, type, params);
    cpu_work work;

    if (result == CUDA_SUCCESS)
        result = cpu_node_make(&work, type, params, node->work.context);
    if (result == CUDA_SUCCESS)
        cpu_node_replace(&node->work, &work);
    return result;
}

/* --- Kernels -------------------------------------------------------------------------------------
 */

void cpu_node_read_v1(CUDA_KERNEL_NODE_PARAMS *out, const CUDA_KERNEL_NODE_PARAMS_v1 *params)
{
    *out = (CUDA_KERNEL_NODE_PARAMS){.func = params->func,
                                     .gridDimX = params->gridDimX,
                                     .gridDimY = params->gridDimY,
                                     .gridDimZ = params->gridDimZ,
                                     .blockDimX = params->blockDimX,
                                     .blockDimY = params->blockDimY,
                                     .blockDimZ = params->blockDimZ,
                                     .sharedMemBytes = params->sharedMemBytes,
                                     .kernelParams = params->kernelParams,
                                     .extra = params->extra};
}

CUresult cuGraphAddKernelNode(CUgraphNode *graph_node, CUgraph graph,
                              const CUgraphNode *dependencies, size_t count,
                              const CUDA_KERNEL_NODE_PARAMS_v1 *node_params)
{
    CPU_ENTRY(cuGraphAddKernelNode);
    const cpu_node_place place = {graph_node, graph, dependencies, count};
    CUDA_KERNEL_NODE_PARAMS params;

    if (node_params)
        cpu_node_read_v1(&params, node_params);
    return cpu_node_add(&place, CU_GRAPH_NODE_TYPE_KERNEL, node_params ? &params : NULL, NULL);
}

CUresult cuGraphAddKernelNode_v2(CUgraphNode *graph_node, CUgraph graph,
                                 const CUgraphNode *dependencies, size_t count,
                                 const CUDA_KERNEL_NODE_PARAMS *node_params)
{
    CPU_ENTRY(cuGraphAddKernelNode_v2);
    const cpu_node_place place = {graph_node, graph, dependencies, count};

    return cpu_node_add(&place, CU_GRAPH_NODE_TYPE_KERNEL, node_params, NULL);
}

/* The arguments stay the node's, until they are set anew. */
static CUresult get_kernel(CUgraphNode node, CUDA_KERNEL_NODE_PARAMS *params)
{
    CUresult result = check_of_type(node, CU_GRAPH_NODE_TYPE_KERNEL, params);
    const cpu_kernel_work *work;

    if (result != CUDA_SUCCESS)
        return result;
    work = &node->work.as.kernel;
    *params = (CUDA_KERNEL_NODE_PARAMS){.func = (CUfunction)(void *)work->kernel,
                                        .gridDimX = work->launch.grid_extent.x,
                                        .gridDimY = work->launch.grid_extent.y,
                                        .gridDimZ = work->launch.grid_extent.z,
                                        .blockDimX = work->launch.block_extent.x,
                                        .blockDimY = work->launch.block_extent.y,
                                        .blockDimZ = work->launch.block_extent.z,
                                        .sharedMemBytes = work->launch.shared_bytes,
                                        .kernelParams = work->arguments};
    return CUDA_SUCCESS;
}

CUresult cuGraphKernelNodeGetParams(CUgraphNode node, CUDA_KERNEL_NODE_PARAMS_v1 *node_params)
{
    CPU_ENTRY(cuGraphKernelNodeGetParams);
    CUDA_KERNEL_NODE_PARAMS params;
    CUresult result = get_kernel(node, node_params ? &params : NULL);

    if (result == CUDA_SUCCESS)
        *node_params = (CUDA_KERNEL_NODE_PARAMS_v1){.func = params.func,
                                                    .gridDimX = params.gridDimX,
                                                    .gridDimY = params.gridDimY,
                                                    .gridDimZ = params.gridDimZ,
                                                    .blockDimX = params.blockDimX,
                                                    .blockDimY = params.blockDimY,
                                                    .blockDimZ = params.blockDimZ,
                                                    .sharedMemBytes = params.sharedMemBytes,
                                                    .kernelParams = params.kernelParams};
    return result;
}

CUresult cuGraphKernelNodeGetParams_v2(CUgraphNode node, CUDA_KERNEL_NODE_PARAMS *node_params)
{
    CPU_ENTRY(cuGraphKernelNodeGetParams_v2);
    return get_kernel(node, node_params);
}

CUresult cuGraphKernelNodeSetParams(CUgraphNode node, const CUDA_KERNEL_NODE_PARAMS_v1 *node_params)
{
    CPU_ENTRY(cuGraphKernelNodeSetParams);
    CUDA_KERNEL_NODE_PARAMS params;

    if (node_params)
        cpu_node_read_v1(&params, node_params);
    return cpu_node_set(node, CU_GRAPH_NODE_TYPE_KERNEL, node_params ? &params : NULL);
}

CUresult cuGraphKernelNodeSetParams_v2(CUgraphNode node, const CUDA_KERNEL_NODE_PARAMS *node_params)
{
    CPU_ENTRY(cuGraphKernelNodeSetParams_v2);
    return cpu_node_set(node, CU_GRAPH_NODE_TYPE_KERNEL, node_params);
}

/* --- Copies --------------------------------------------------------------------------------------
 */

CUresult cuGraphAddMemcpyNode(CUgraphNode *graph_node, CUgraph graph,
                              const CUgraphNode *dependencies, size_t count,
                              const CUDA_MEMCPY3D *copy_params, CUcontext context)
{
    CPU_ENTRY(cuGraphAddMemcpyNode);
    const cpu_node_place place = {graph_node, graph, dependencies, count};

    return cpu_node_add(&place, CU_GRAPH_NODE_TYPE_MEMCPY, copy_params, context);
}

CUresult cuGraphMemcpyNodeGetParams(CUgraphNode node, CUDA_MEMCPY3D *node_params)
{
    CPU_ENTRY(cuGraphMemcpyNodeGetParams);
    CUresult result = check_of_type(node, CU_GRAPH_NODE_TYPE_MEMCPY, node_params);

    if (result == CUDA_SUCCESS)
        cpu_copy_describe(&node->work.as.copy, node_params);
    return result;
}

CUresult cuGraphMemcpyNodeSetParams(CUgraphNode node, const CUDA_MEMCPY3D *node_params)
{
    CPU_ENTRY(cuGraphMemcpyNodeSetParams);
    return cpu_node_set(node, CU_GRAPH_NODE_TYPE_MEMCPY, node_params);
}

/* --- Fills ---------------------------------------------------------------------------------------
 */

CUresult cuGraphAddMemsetNode(CUgraphNode *graph_node, CUgraph graph,
                              const CUgraphNode *dependencies, size_t count,
                              const CUDA_MEMSET_NODE_PARAMS *memset_params, CUcontext context)
{
    CPU_ENTRY(cuGraphAddMemsetNode);
    const cpu_node_place place = {graph_node, graph, dependencies, count};

    return cpu_node_add(&place, CU_GRAPH_NODE_TYPE_MEMSET, memset_params, context);
}

CUresult cuGraphMemsetNodeGetParams(CUgraphNode node, CUDA_MEMSET_NODE_PARAMS *node_params)
{
    CPU_ENTRY(cuGraphMemsetNodeGetParams);
    CUresult result = check_of_type(node, CU_GRAPH_NODE_TYPE_MEMSET, node_params);
    const cpu_fill *fill;

    if (result != CUDA_SUCCESS)
        return result;
    fill = &node->work.as.fill;
    *node_params = (CUDA_MEMSET_NODE_PARAMS){.dst = fill->target,
                                             .pitch = fill->pitch,
                                             .value = fill->value,
                                             .elementSize = fill->element,
                                             .width = fill->width,
                                             .height = fill->height};
    return CUDA_SUCCESS;
}

CUresult cuGraphMemsetNodeSetParams(CUgraphNode node, const CUDA_MEMSET_NODE_PARAMS *node_params)
{
    CPU_ENTRY(cuGraphMemsetNodeSetParams);
    return cpu_node_set(node, CU_GRAPH_NODE_TYPE_MEMSET, node_params);
}

/* --- Functions of the program, and nothing -------------------------------------------------------
 */

CUresult cuGraphAddHostNode(CUgraphNode *graph_node, CUgraph graph, const CUgraphNode *dependencies,
                            size_t count, const CUDA_HOST_NODE_PARAMS *node_params)
{
    CPU_ENTRY(cuGraphAddHostNode);
    const cpu_node_place place = {graph_node, graph, dependencies, count};

    return cpu_node_add(&place, CU_GRAPH_NODE_TYPE_HOST, node_params, NULL);
}

CUresult cuGraphHostNodeGetParams(CUgraphNode node, CUDA_HOST_NODE_PARAMS *node_params)
{
    CPU_ENTRY(cuGraphHostNodeGetParams);
    CUresult result = check_of_type(node, CU_GRAPH_NODE_TYPE_HOST, node_params);

    if (result == CUDA_SUCCESS) {
        node_params->fn = node->work.as.host.function;
        node_params->userData = node->work.as.host.user;
    }
    return result;
}

CUresult cuGraphHostNodeSetParams(CUgraphNode node, const CUDA_HOST_NODE_PARAMS *node_params)
{
    CPU_ENTRY(cuGraphHostNodeSetParams);
    return cpu_node_set(node, CU_GRAPH_NODE_TYPE_HOST, node_params);
}

CUresult cuGraphAddEmptyNode(CUgraphNode *graph_node, CUgraph graph,
                             const CUgraphNode *dependencies, size_t count)
{
    CPU_ENTRY(cuGraphAddEmptyNode);
    const cpu_node_place place = {graph_node, graph, dependencies, count};

    return cpu_node_add(&place, CU_GRAPH_NODE_TYPE_EMPTY, &place, NULL);
}

/* --- Events --------------------------------------------------------------------------------------
 */

CUresult cuGraphAddEventRecordNode(CUgraphNode *graph_node, CUgraph graph,
                                   const CUgraphNode *dependencies, size_t count, CUevent event)
{
    CPU_ENTRY(cuGraphAddEventRecordNode);
    const cpu_node_place place = {graph_node, graph, dependencies, count};

    return cpu_node_add(&place, CU_GRAPH_NODE_TYPE_EVENT_RECORD, &event, NULL);
}

CUresult cuGraphAddEventWaitNode(CUgraphNode *graph_node, CUgraph graph,
                                 const CUgraphNode *dependencies, size_t count, CUevent event)
{
    CPU_ENTRY(cuGraphAddEventWaitNode);
    const cpu_node_place place = {graph_node, graph, dependencies, count};

    return cpu_node_add(&place, CU_GRAPH_NODE_TYPE_WAIT_EVENT, &event, NULL);
}

static CUresult get_event(CUgraphNode node, int type, CUevent *event)
{
    CUresult result = check_of_type(node, type, event);

    if (result == CUDA_SUCCESS)
        *event = node->work.as.event;
    return result;
}

CUresult cuGraphEventRecordNodeGetEvent(CUgraphNode node, CUevent *event_out)
{
    CPU_ENTRY(cuGraphEventRecordNodeGetEvent);
    return get_event(node, CU_GRAPH_NODE_TYPE_EVENT_RECORD, event_out);
}

CUresult cuGraphEventWaitNodeGetEvent(CUgraphNode node, CUevent *event_out)
{
    CPU_ENTRY(cuGraphEventWaitNodeGetEvent);
    return get_event(node, CU_GRAPH_NODE_TYPE_WAIT_EVENT, event_out);
}

CUresult cuGraphEventRecordNodeSetEvent(CUgraphNode node, CUevent event)
{
    CPU_ENTRY(cuGraphEventRecordNodeSetEvent);
    return cpu_node_set(node, CU_GRAPH_NODE_TYPE_EVENT_RECORD, &event);
}

CUresult cuGraphEventWaitNodeSetEvent(CUgraphNode node, CUevent event)
{
    CPU_ENTRY(cuGraphEventWaitNodeSetEvent);
    return cpu_node_set(node, CU_GRAPH_NODE_TYPE_WAIT_EVENT, &event);
}
