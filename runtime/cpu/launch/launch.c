#include "launch/launch.h"

#include "api/fail.h"
#include "context/context.h"
#include "image/held_kernel.h"
#include "launch/launch_attribute.h"
#include "launch/occupancy.h"
#include "stream/event.h"
#include "stream/event_record.h"
#include "stream/stream.h"
#include "task/ready_queue.h"

static bool is_shape(const custub_cpu_extent *grid, const custub_cpu_extent *block)
{
    return grid->x > 0 && grid->y > 0 && grid->z > 0 && grid->x <= CPU_MAX_GRID_X &&
           grid->y <= CPU_MAX_GRID_YZ && grid->z <= CPU_MAX_GRID_YZ && block->x > 0 &&
           block->y > 0 && block->z > 0 && block->x <= CUSTUB_CPU_BLOCK_LIMIT &&
           block->y <= CUSTUB_CPU_BLOCK_LIMIT && block->z <= CPU_MAX_BLOCK_Z;
}

/* All blocks of a cooperative grid must fit on the device at once. */
static CUresult check_cooperative(cpu_kernel *kernel, const cpu_launch *launch, uint64_t threads)
{
    const custub_cpu_extent *grid = &launch->grid_extent;
    uint64_t resident =
        (uint64_t)cpu_occupancy_blocks(kernel, (unsigned int)threads, launch->shared_bytes) *
        cpu_pool_threads();

    if (grid->x > resident || (uint64_t)grid->x * grid->y > resident ||
        (uint64_t)grid->x * grid->y * grid->z > resident)
        return CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE;
    return CUDA_SUCCESS;
}

static CUresult check(cpu_kernel *kernel, const cpu_launch *launch)
{
    const custub_cpu_extent *block = &launch->block_extent;
    uint64_t threads;

    if (!is_shape(&launch->grid_extent, block))
        return CUDA_ERROR_INVALID_VALUE;
    threads = (uint64_t)block->x * block->y * block->z;
    if (threads > cpu_kernel_max_threads(kernel) ||
        launch->shared_bytes > atomic_load(&kernel->max_dynamic_shared))
        return CUDA_ERROR_INVALID_VALUE;
    return launch->cooperative ? check_cooperative(kernel, launch, threads) : CUDA_SUCCESS;
}

CUresult cpu_launch_make(cpu_work *work, cpu_kernel *kernel, const cpu_launch *launch,
                         void **params, void **extra)
{
    CUresult result = check(kernel, launch);
    cpu_launch own = *launch;

    own.kernel = kernel->entry;
    own.contract = kernel->held ? &kernel->held->contract : NULL;
    own.code = &kernel->module->image.code;
    if (result == CUDA_SUCCESS)
        result = cpu_work_make_kernel(work, kernel, &own, params, extra);
    if (result == CUDA_SUCCESS)
        work->as.kernel.serial = kernel->serial;
    return result;
}

/* --- The driver's functions ----------------------------------------------------------------------
 */

static CUresult launch_kernel(CUfunction function, const cpu_launch *launch, CUstream handle,
                              void **params, void **extra)
{
    CUstream stream;
    CUresult result = cpu_stream_find(handle, &stream);
    cpu_kernel *kernel;
    cpu_work work = {.kind = CPU_WORK_EMPTY};

    if (result != CUDA_SUCCESS)
        return result;
    kernel = cpu_kernel_of(function);
    if (!kernel || (kernel->object.context && kernel->object.context != stream->object.context))
        return CUDA_ERROR_INVALID_HANDLE;
    result = cpu_launch_make(&work, kernel, launch, params, extra);
    return result == CUDA_SUCCESS ? cpu_stream_submit(stream, &work) : result;
}

CUresult cuLaunchKernel(CUfunction function, unsigned int grid_x, unsigned int grid_y,
                        unsigned int grid_z, unsigned int block_x, unsigned int block_y,
                        unsigned int block_z, unsigned int shared, CUstream stream, void **params,
                        void **extra)
{
    CPU_ENTRY(cuLaunchKernel);
    cpu_launch launch = {.grid_extent = {grid_x, grid_y, grid_z},
                         .block_extent = {block_x, block_y, block_z},
                         .shared_bytes = shared};

    return launch_kernel(function, &launch, stream, params, extra);
}

CUresult cuLaunchCooperativeKernel(CUfunction function, unsigned int grid_x, unsigned int grid_y,
                                   unsigned int grid_z, unsigned int block_x, unsigned int block_y,
                                   unsigned int block_z, unsigned int shared, CUstream stream,
                                   void **params)
{
    CPU_ENTRY(cuLaunchCooperativeKernel);
    cpu_launch launch = {.grid_extent = {grid_x, grid_y, grid_z},
                         .block_extent = {block_x, block_y, block_z},
                         .shared_bytes = shared,
                         .cooperative = true};

    return launch_kernel(function, &launch, stream, params, NULL);
}

static CUresult record_wishes(const cpu_launch_wishes *wishes, CUstream stream)
{
    CUresult result = CUDA_SUCCESS;

    for (size_t i = 0; i < 2 && result == CUDA_SUCCESS; i++) {
        if (wishes->events[i])
            result = cpu_event_record(wishes->events[i], stream);
    }
    return result;
}

static CUresult check_wishes(const cpu_launch_wishes *wishes)
{
    CUresult result = CUDA_SUCCESS;

    for (size_t i = 0; i < 2 && result == CUDA_SUCCESS; i++) {
        if (wishes->events[i])
            result = cpu_event_check(wishes->events[i]);
    }
    return result;
}

CUresult cuLaunchKernelEx(const CUlaunchConfig *config, CUfunction function, void **params,
                          void **extra)
{
    CPU_ENTRY(cuLaunchKernelEx);
    CUresult result = cpu_context_check();
    cpu_launch_wishes wishes = {0};
    cpu_launch launch = {0};

    if (result != CUDA_SUCCESS)
        return result;
    if (!config || (config->numAttrs > 0 && !config->attrs))
        return CUDA_ERROR_INVALID_VALUE;
    launch.grid_extent.x = config->gridDimX;
    launch.grid_extent.y = config->gridDimY;
    launch.grid_extent.z = config->gridDimZ;
    launch.block_extent.x = config->blockDimX;
    launch.block_extent.y = config->blockDimY;
    launch.block_extent.z = config->blockDimZ;
    launch.shared_bytes = config->sharedMemBytes;
    for (unsigned int i = 0; i < config->numAttrs && result == CUDA_SUCCESS; i++)
        result = cpu_launch_attribute_read(&config->attrs[i], &launch, &wishes);
    if (result == CUDA_SUCCESS)
        result = check_wishes(&wishes);
    if (result == CUDA_SUCCESS)
        result = launch_kernel(function, &launch, config->hStream, params, extra);
    return result == CUDA_SUCCESS ? record_wishes(&wishes, config->hStream) : result;
}
