/* Makes the work of a node from the program's parameters. */
#include "api/fail.h"
#include "context/context.h"
#include "graph/graph.h"
#include "launch/launch.h"
#include "memory/copy.h"

static CUresult check(bool is_there)
{
    CUresult result = cpu_check_initialized();

    if (result != CUDA_SUCCESS)
        return result;
    return is_there ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult cpu_node_check(CUgraphNode node, int type, const void *params)
{
    return check(cpu_graph_is_node(node) && node->type == type && params);
}

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

/* Null means the current context, or any if there is none: all contexts share their memory. */
static CUresult settle(CUcontext *context)
{
    CUresult result;

    if (*context)
        return cpu_handle_is(*context, CPU_KIND_CONTEXT) ? CUDA_SUCCESS
                                                         : CUDA_ERROR_INVALID_CONTEXT;
    result = cpu_context_current(context);
    if (result != CUDA_ERROR_INVALID_CONTEXT && result != CUDA_ERROR_CONTEXT_IS_DESTROYED)
        return result;
    cpu_queue_lock();
    *context = cpu_context_first();
    cpu_queue_unlock();
    return *context ? CUDA_SUCCESS : CUDA_ERROR_INVALID_CONTEXT;
}

static CUresult make_copy(cpu_work *work, const CUDA_MEMCPY3D *params, CUcontext context)
{
    CUresult result = settle(&context);

    if (result != CUDA_SUCCESS)
        return result;
    if (params->WidthInBytes == 0 || params->Height == 0 || params->Depth == 0)
        return CUDA_ERROR_INVALID_VALUE; /* an empty copy is only legal outside of graphs */
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

    CUresult result = settle(&context);

    if (result != CUDA_SUCCESS)
        return result;
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

CUresult cpu_node_check_work(const cpu_work *work)
{
    if (work->kind != CPU_WORK_KERNEL ||
        cpu_kernel_is_loaded(work->as.kernel.kernel, work->as.kernel.serial))
        return CUDA_SUCCESS;
    return CUDA_ERROR_INVALID_HANDLE;
}

CUresult cpu_node_clone_work(cpu_work *out, const cpu_work *work)
{
    CUresult result = cpu_node_check_work(work);

    *out = (cpu_work){.kind = CPU_WORK_EMPTY};
    return result == CUDA_SUCCESS ? cpu_work_clone(out, work) : result;
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
    CUresult result = cpu_node_check(node, type, params);
    cpu_work work;

    if (result == CUDA_SUCCESS)
        result = cpu_node_make(&work, type, params, node->work.context);
    if (result == CUDA_SUCCESS)
        cpu_node_replace(&node->work, &work);
    return result;
}
