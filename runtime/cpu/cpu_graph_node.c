/* Nodes of each kind: adding them, and their parameters. */
#include "cpu_context.h"
#include "cpu_copy.h"
#include "cpu_event.h"
#include "cpu_fail.h"
#include "cpu_graph.h"
#include "cpu_launch.h"

static CUresult check(bool is_there)
{
    CUresult result = cpu_check_initialized();

    if (result != CUDA_SUCCESS)
        return result;
    return is_there ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

/* Adds a node with the work that was made, if that succeeded. */
static CUresult add(CUresult made, CUgraphNode *out, CUgraph graph, const CUgraphNode *dependencies,
                    size_t count, int type, cpu_work *work)
{
    return made == CUDA_SUCCESS ? cpu_graph_add(graph, dependencies, count, type, work, out) : made;
}

static CUresult check_of_type(CUgraphNode node, int type, const void *params)
{
    return check(cpu_graph_is_node(node) && node->type == type && params);
}

static CUresult replace(CUresult made, cpu_work *old, const cpu_work *work)
{
    if (made == CUDA_SUCCESS) {
        cpu_work_dispose(old);
        *old = *work;
    }
    return made;
}

/* --- Kernels -------------------------------------------------------------------------------------
 */

CUresult cpu_node_make_kernel(cpu_work *work, const CUDA_KERNEL_NODE_PARAMS *params)
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

static CUDA_KERNEL_NODE_PARAMS from_v1(const CUDA_KERNEL_NODE_PARAMS_v1 *params)
{
    CUDA_KERNEL_NODE_PARAMS made = {.func = params->func,
                                    .gridDimX = params->gridDimX,
                                    .gridDimY = params->gridDimY,
                                    .gridDimZ = params->gridDimZ,
                                    .blockDimX = params->blockDimX,
                                    .blockDimY = params->blockDimY,
                                    .blockDimZ = params->blockDimZ,
                                    .sharedMemBytes = params->sharedMemBytes,
                                    .kernelParams = params->kernelParams,
                                    .extra = params->extra};

    return made;
}

static CUresult add_kernel(CUgraphNode *graph_node, CUgraph graph, const CUgraphNode *dependencies,
                           size_t count, const CUDA_KERNEL_NODE_PARAMS *params)
{
    CUresult result = check(graph_node && cpu_graph_is(graph) && params);
    cpu_work work = {.kind = CPU_WORK_EMPTY};

    if (result == CUDA_SUCCESS)
        result = cpu_node_make_kernel(&work, params);
    return add(result, graph_node, graph, dependencies, count, CU_GRAPH_NODE_TYPE_KERNEL, &work);
}

CUresult cuGraphAddKernelNode(CUgraphNode *graph_node, CUgraph graph,
                              const CUgraphNode *dependencies, size_t count,
                              const CUDA_KERNEL_NODE_PARAMS_v1 *node_params)
{
    CPU_ENTRY(cuGraphAddKernelNode);
    CUDA_KERNEL_NODE_PARAMS params = {0};

    if (node_params)
        params = from_v1(node_params);
    return add_kernel(graph_node, graph, dependencies, count, node_params ? &params : NULL);
}

CUresult cuGraphAddKernelNode_v2(CUgraphNode *graph_node, CUgraph graph,
                                 const CUgraphNode *dependencies, size_t count,
                                 const CUDA_KERNEL_NODE_PARAMS *node_params)
{
    CPU_ENTRY(cuGraphAddKernelNode_v2);
    return add_kernel(graph_node, graph, dependencies, count, node_params);
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

static CUresult set_kernel(CUgraphNode node, const CUDA_KERNEL_NODE_PARAMS *params)
{
    CUresult result = check_of_type(node, CU_GRAPH_NODE_TYPE_KERNEL, params);
    cpu_work work = {.kind = CPU_WORK_EMPTY};

    if (result == CUDA_SUCCESS)
        result = cpu_node_make_kernel(&work, params);
    return result == CUDA_SUCCESS ? replace(result, &node->work, &work) : result;
}

CUresult cuGraphKernelNodeSetParams(CUgraphNode node, const CUDA_KERNEL_NODE_PARAMS_v1 *node_params)
{
    CPU_ENTRY(cuGraphKernelNodeSetParams);
    CUDA_KERNEL_NODE_PARAMS params = {0};

    if (node_params)
        params = from_v1(node_params);
    return set_kernel(node, node_params ? &params : NULL);
}

CUresult cuGraphKernelNodeSetParams_v2(CUgraphNode node, const CUDA_KERNEL_NODE_PARAMS *node_params)
{
    CPU_ENTRY(cuGraphKernelNodeSetParams_v2);
    return set_kernel(node, node_params);
}

/* --- Copies --------------------------------------------------------------------------------------
 */

CUresult cpu_node_make_copy(cpu_work *work, const CUDA_MEMCPY3D *params, CUcontext context)
{
    if (!cpu_handle_is(context, CPU_KIND_CONTEXT))
        return CUDA_ERROR_INVALID_CONTEXT;
    if (params->WidthInBytes == 0 || params->Height == 0 || params->Depth == 0)
        return CUDA_ERROR_INVALID_VALUE; /* outside of graphs it is legal */
    work->kind = CPU_WORK_COPY;
    work->context = context;
    return cpu_copy_read(&work->as.copy, params);
}

CUresult cuGraphAddMemcpyNode(CUgraphNode *graph_node, CUgraph graph,
                              const CUgraphNode *dependencies, size_t count,
                              const CUDA_MEMCPY3D *copy_params, CUcontext context)
{
    CPU_ENTRY(cuGraphAddMemcpyNode);
    CUresult result = check(graph_node && cpu_graph_is(graph) && copy_params);
    cpu_work work = {.kind = CPU_WORK_EMPTY};

    if (result == CUDA_SUCCESS)
        result = cpu_node_make_copy(&work, copy_params, context);
    return add(result, graph_node, graph, dependencies, count, CU_GRAPH_NODE_TYPE_MEMCPY, &work);
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
    CUresult result = check_of_type(node, CU_GRAPH_NODE_TYPE_MEMCPY, node_params);
    cpu_work work = {.kind = CPU_WORK_EMPTY};

    if (result == CUDA_SUCCESS)
        result = cpu_node_make_copy(&work, node_params, node->work.context);
    return result == CUDA_SUCCESS ? replace(result, &node->work, &work) : result;
}

/* --- Fills ---------------------------------------------------------------------------------------
 */

CUresult cpu_node_make_fill(cpu_work *work, const CUDA_MEMSET_NODE_PARAMS *params,
                            CUcontext context)
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

CUresult cuGraphAddMemsetNode(CUgraphNode *graph_node, CUgraph graph,
                              const CUgraphNode *dependencies, size_t count,
                              const CUDA_MEMSET_NODE_PARAMS *memset_params, CUcontext context)
{
    CPU_ENTRY(cuGraphAddMemsetNode);
    CUresult result = check(graph_node && cpu_graph_is(graph) && memset_params);
    cpu_work work = {.kind = CPU_WORK_EMPTY};

    if (result == CUDA_SUCCESS)
        result = cpu_node_make_fill(&work, memset_params, context);
    return add(result, graph_node, graph, dependencies, count, CU_GRAPH_NODE_TYPE_MEMSET, &work);
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
    CUresult result = check_of_type(node, CU_GRAPH_NODE_TYPE_MEMSET, node_params);
    cpu_work work = {.kind = CPU_WORK_EMPTY};

    if (result == CUDA_SUCCESS)
        result = cpu_node_make_fill(&work, node_params, node->work.context);
    return result == CUDA_SUCCESS ? replace(result, &node->work, &work) : result;
}

/* --- Functions of the program, events, nothing ---------------------------------------------------
 */

CUresult cpu_node_make_host(cpu_work *work, const CUDA_HOST_NODE_PARAMS *params)
{
    if (!params->fn)
        return CUDA_ERROR_INVALID_VALUE;
    work->kind = CPU_WORK_HOST;
    work->as.host = (cpu_host_work){.function = params->fn, .user = params->userData};
    return CUDA_SUCCESS;
}

CUresult cuGraphAddHostNode(CUgraphNode *graph_node, CUgraph graph, const CUgraphNode *dependencies,
                            size_t count, const CUDA_HOST_NODE_PARAMS *node_params)
{
    CPU_ENTRY(cuGraphAddHostNode);
    CUresult result = check(graph_node && cpu_graph_is(graph) && node_params);
    cpu_work work = {.kind = CPU_WORK_EMPTY};

    if (result == CUDA_SUCCESS)
        result = cpu_node_make_host(&work, node_params);
    return add(result, graph_node, graph, dependencies, count, CU_GRAPH_NODE_TYPE_HOST, &work);
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
    CUresult result = check_of_type(node, CU_GRAPH_NODE_TYPE_HOST, node_params);

    return result == CUDA_SUCCESS ? cpu_node_make_host(&node->work, node_params) : result;
}

CUresult cuGraphAddEmptyNode(CUgraphNode *graph_node, CUgraph graph,
                             const CUgraphNode *dependencies, size_t count)
{
    CPU_ENTRY(cuGraphAddEmptyNode);
    cpu_work work = {.kind = CPU_WORK_EMPTY};

    return add(check(graph_node && cpu_graph_is(graph)), graph_node, graph, dependencies, count,
               CU_GRAPH_NODE_TYPE_EMPTY, &work);
}

static CUresult add_event(CUgraphNode *graph_node, CUgraph graph, const CUgraphNode *dependencies,
                          size_t count, CUevent event, cpu_work_kind kind, int type)
{
    CUresult result = check(graph_node && cpu_graph_is(graph));
    cpu_work work = {.kind = kind, .as.event = event};

    if (result == CUDA_SUCCESS)
        result = event ? cpu_event_check(event) : CUDA_ERROR_INVALID_VALUE;
    return add(result, graph_node, graph, dependencies, count, type, &work);
}

CUresult cuGraphAddEventRecordNode(CUgraphNode *graph_node, CUgraph graph,
                                   const CUgraphNode *dependencies, size_t count, CUevent event)
{
    CPU_ENTRY(cuGraphAddEventRecordNode);
    return add_event(graph_node, graph, dependencies, count, event, CPU_WORK_RECORD,
                     CU_GRAPH_NODE_TYPE_EVENT_RECORD);
}

CUresult cuGraphAddEventWaitNode(CUgraphNode *graph_node, CUgraph graph,
                                 const CUgraphNode *dependencies, size_t count, CUevent event)
{
    CPU_ENTRY(cuGraphAddEventWaitNode);
    return add_event(graph_node, graph, dependencies, count, event, CPU_WORK_WAIT,
                     CU_GRAPH_NODE_TYPE_WAIT_EVENT);
}
