#include "block_runner.h"
#include "cpu_context.h"
#include "cpu_module.h"
#include "cpu_stream.h"

#include <stdlib.h>

static bool is_shape(const custub_cpu_extent *grid, const custub_cpu_extent *block)
{
    return grid->x > 0 && grid->y > 0 && grid->z > 0 && grid->x <= CPU_MAX_GRID_X &&
           grid->y <= CPU_MAX_GRID_YZ && grid->z <= CPU_MAX_GRID_YZ && block->x > 0 &&
           block->y > 0 && block->z > 0 && block->x <= CUSTUB_CPU_BLOCK_LIMIT &&
           block->y <= CUSTUB_CPU_BLOCK_LIMIT && block->z <= CPU_MAX_BLOCK_Z;
}

static CUresult check_kernel(const cpu_kernel *kernel, const cpu_launch *launch)
{
    const custub_cpu_extent *block = &launch->block_extent;
    uint64_t threads;

    if (!is_shape(&launch->grid_extent, block))
        return CUDA_ERROR_INVALID_VALUE;
    threads = (uint64_t)block->x * block->y * block->z;
    if (threads > CUSTUB_CPU_BLOCK_LIMIT ||
        (kernel->entry->max_threads > 0 && threads > kernel->entry->max_threads))
        return CUDA_ERROR_INVALID_VALUE;
    if (launch->shared_bytes > atomic_load(&kernel->max_dynamic_shared))
        return CUDA_ERROR_INVALID_VALUE;
    return kernel->entry->flags & CUSTUB_CPU_KERNEL_UNFIT ? CUDA_ERROR_NOT_SUPPORTED : CUDA_SUCCESS;
}

/* --- Arguments -----------------------------------------------------------------------------------
 */

static bool has_all_params(const custub_cpu_kernel *entry, void *const *params)
{
    for (uint32_t i = 0; i < entry->param_count; i++) {
        if (!params[i])
            return false;
    }
    return true;
}

/* The parameter block of `extra`: pairs of a key and a value, up to the end's key. */
static bool read_extra(void **extra, char **buffer, size_t *size)
{
    *buffer = NULL;
    *size = 0;
    for (; (uintptr_t)extra[0] != CPU_LAUNCH_PARAM_END; extra += 2) {
        if ((uintptr_t)extra[0] == CPU_LAUNCH_PARAM_BUFFER_POINTER)
            *buffer = extra[1];
        else if ((uintptr_t)extra[0] == CPU_LAUNCH_PARAM_BUFFER_SIZE && extra[1])
            *size = *(const size_t *)extra[1];
        else
            return false;
    }
    return *buffer != NULL;
}

/* The kernel has run when this returns, so the launch itself tells of its failure, as the driver
 * does with CUDA_LAUNCH_BLOCKING; the context then serves no more. */
static CUresult run(CUcontext context, const cpu_launch *launch)
{
    CUresult result = cpu_run_launch(launch);

    if (result != CUDA_SUCCESS && result != CUDA_ERROR_OUT_OF_MEMORY)
        cpu_context_fail(context, result);
    return result;
}

static CUresult run_with_buffer(CUcontext context, cpu_launch *launch, char *buffer, size_t size)
{
    const custub_cpu_kernel *entry = launch->kernel;
    void **params = calloc(entry->param_count + (size_t)1, sizeof(*params));
    CUresult result = CUDA_SUCCESS;

    if (!params)
        return CUDA_ERROR_OUT_OF_MEMORY;
    for (uint32_t i = 0; i < entry->param_count; i++) {
        if (entry->params[i].offset > size ||
            entry->params[i].size > size - entry->params[i].offset)
            result = CUDA_ERROR_INVALID_VALUE;
        else
            params[i] = buffer + entry->params[i].offset;
    }
    if (result == CUDA_SUCCESS) {
        launch->params = params;
        result = run(context, launch);
    }
    free(params);
    return result;
}

static CUresult run_with_arguments(CUcontext context, cpu_launch *launch, void **params,
                                   void **extra)
{
    char *buffer;
    size_t size;

    if (params && extra)
        return CUDA_ERROR_INVALID_VALUE;
    if (extra) {
        if (!read_extra(extra, &buffer, &size))
            return CUDA_ERROR_INVALID_VALUE;
        return run_with_buffer(context, launch, buffer, size);
    }
    if (launch->kernel->param_count > 0 && (!params || !has_all_params(launch->kernel, params)))
        return CUDA_ERROR_INVALID_VALUE;
    launch->params = params;
    return run(context, launch);
}

/* --- The launch ----------------------------------------------------------------------------------
 */

static CUresult launch_kernel(CUfunction function, cpu_launch *launch, CUstream stream,
                              void **params, void **extra)
{
    CUcontext context;
    CUresult result = cpu_stream_context(stream, &context);
    cpu_kernel *kernel;

    if (result != CUDA_SUCCESS)
        return result;
    kernel = cpu_kernel_of(function);
    if (!kernel || (kernel->object.context && kernel->object.context != context))
        return CUDA_ERROR_INVALID_HANDLE;
    result = check_kernel(kernel, launch);
    if (result != CUDA_SUCCESS)
        return result;
    launch->kernel = kernel->entry;
    return run_with_arguments(context, launch, params, extra);
}

CUresult cuLaunchKernel(CUfunction function, unsigned int grid_x, unsigned int grid_y,
                        unsigned int grid_z, unsigned int block_x, unsigned int block_y,
                        unsigned int block_z, unsigned int shared, CUstream stream, void **params,
                        void **extra)
{
    cpu_launch launch = {.grid_extent = {grid_x, grid_y, grid_z},
                         .block_extent = {block_x, block_y, block_z},
                         .shared_bytes = shared};

    return launch_kernel(function, &launch, stream, params, extra);
}

/* Attributes that are hints, or that ask for what is so anyway. */
static bool is_harmless(const CUlaunchAttribute *attribute)
{
    switch (attribute->id) {
    case CU_LAUNCH_ATTRIBUTE_IGNORE:
    case CU_LAUNCH_ATTRIBUTE_PRIORITY:
        return true;
    case CU_LAUNCH_ATTRIBUTE_COOPERATIVE:
        return attribute->value.cooperative == 0;
    case CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION:
        return attribute->value.cluster[0] == 1 && attribute->value.cluster[1] == 1 &&
               attribute->value.cluster[2] == 1;
    case CU_LAUNCH_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE:
        return true;
    default:
        return false;
    }
}

CUresult cuLaunchKernelEx(const CUlaunchConfig *config, CUfunction function, void **params,
                          void **extra)
{
    CUcontext context;
    CUresult result = cpu_context_current(&context);
    cpu_launch launch = {0};

    if (result != CUDA_SUCCESS)
        return result;
    if (!config || (config->numAttrs > 0 && !config->attrs))
        return CUDA_ERROR_INVALID_VALUE;
    for (unsigned int i = 0; i < config->numAttrs; i++) {
        if (!is_harmless(&config->attrs[i]))
            return CUDA_ERROR_NOT_SUPPORTED;
    }
    launch.grid_extent.x = config->gridDimX;
    launch.grid_extent.y = config->gridDimY;
    launch.grid_extent.z = config->gridDimZ;
    launch.block_extent.x = config->blockDimX;
    launch.block_extent.y = config->blockDimY;
    launch.block_extent.z = config->blockDimZ;
    launch.shared_bytes = config->sharedMemBytes;
    return launch_kernel(function, &launch, config->hStream, params, extra);
}
