/* Occupancy as on a device of compute capability 9.0 for kernels with few registers, so that shapes
 * computed from it are the usual ones. */
#include "launch/occupancy.h"

#include "api/fail.h"
#include "task/ready_queue.h"

/* Like the CUDA driver, ignores the launch bounds. */
unsigned int cpu_occupancy_blocks(cpu_kernel *kernel, unsigned int threads, size_t shared)
{
    unsigned int warps = (threads + CPU_WARP_SIZE - 1) / CPU_WARP_SIZE;
    unsigned int blocks;
    size_t by_shared;

    if (threads > CUSTUB_CPU_BLOCK_LIMIT || shared > atomic_load(&kernel->max_dynamic_shared))
        return 0;
    blocks = CPU_THREADS_PER_MULTIPROCESSOR / (warps * CPU_WARP_SIZE);
    by_shared = CPU_SHARED_PER_MULTIPROCESSOR /
                (shared + kernel->entry->static_shared + CPU_SHARED_RESERVED);
    if (blocks > by_shared)
        blocks = (unsigned int)by_shared;
    return blocks < CPU_BLOCKS_PER_MULTIPROCESSOR ? blocks : CPU_BLOCKS_PER_MULTIPROCESSOR;
}

CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, CUfunction function,
                                                     int block_size, size_t shared)
{
    CPU_ENTRY(cuOccupancyMaxActiveBlocksPerMultiprocessor);
    cpu_kernel *kernel;
    CUresult result = cpu_function_find(&kernel, function);

    if (result != CUDA_SUCCESS)
        return result;
    if (!blocks || block_size <= 0)
        return CUDA_ERROR_INVALID_VALUE;
    *blocks = (int)cpu_occupancy_blocks(kernel, (unsigned int)block_size, shared);
    return CUDA_SUCCESS;
}

/* The largest block size among those with the most resident threads. */
static unsigned int best_block(cpu_kernel *kernel, CUoccupancyB2DSize *shared_of, size_t shared,
                               unsigned int limit, unsigned int *best_blocks)
{
    unsigned int best = 0;

    *best_blocks = 0;
    for (unsigned int size = limit; size > 0; size = (size - 1) / CPU_WARP_SIZE * CPU_WARP_SIZE) {
        size_t needed = shared_of ? shared_of((int)size) : shared;
        unsigned int blocks = cpu_occupancy_blocks(kernel, size, needed);
        if (blocks * size > *best_blocks * best) {
            best = size;
            *best_blocks = blocks;
        }
    }
    return best;
}

CUresult cuOccupancyMaxPotentialBlockSize(int *grid_size, int *block_size, CUfunction function,
                                          CUoccupancyB2DSize *shared_of, size_t shared, int limit)
{
    CPU_ENTRY(cuOccupancyMaxPotentialBlockSize);
    cpu_kernel *kernel;
    CUresult result = cpu_function_find(&kernel, function);
    unsigned int most;
    unsigned int blocks;

    if (result != CUDA_SUCCESS)
        return result;
    if (!grid_size || !block_size || limit < 0)
        return CUDA_ERROR_INVALID_VALUE;
    most = cpu_kernel_max_threads(kernel);
    if (limit > 0 && (unsigned int)limit < most)
        most = (unsigned int)limit;
    *block_size = (int)best_block(kernel, shared_of, shared, most, &blocks);
    *grid_size = (int)(blocks * cpu_pool_threads());
    return CUDA_SUCCESS;
}
