// Cooperative groups, names that share memory, kernels in namespaces, variables of the device.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <custub/kernel.h>

namespace cg = cooperative_groups;

extern "C" __global__ void tiles(int *out)
{
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<8> tile = cg::tiled_partition<8>(block);
    int *mine = out + 5 * block.thread_rank();
    mine[0] = (int)tile.thread_rank();
    mine[1] = (int)tile.meta_group_rank();
    mine[2] = cg::reduce(tile, (int)block.thread_rank(), cg::plus<int>());
    mine[3] = tile.shfl((int)block.thread_rank(), 3);
    mine[4] = (int)tile.ballot(block.thread_rank() % 2 == 0);
    block.sync();
}

extern "C" __global__ void coalesce(int *out)
{
    if (threadIdx.x % 2) {
        cg::coalesced_group odd = cg::coalesced_threads();
        out[threadIdx.x] = odd.shfl((int)threadIdx.x, 0);
    } else {
        out[threadIdx.x] = -1;
    }
}

// In each round every block reads what the next block wrote in the round before.
extern "C" CUSTUB_COOPERATIVE __global__ void pass_on(int *values, int rounds)
{
    cg::grid_group grid = cg::this_grid();
    __shared__ int kept;
    for (int round = 0; round < rounds; round++) {
        if (threadIdx.x == 0)
            kept = values[(blockIdx.x + 1) % gridDim.x];
        grid.sync();
        if (threadIdx.x == 0)
            values[blockIdx.x] = kept + 1;
        grid.sync();
    }
}

// Arrives and waits in two steps. Between them the threads may even wait for each other.
extern "C" CUSTUB_COOPERATIVE __global__ void arrive_and_go_on(int *values, int *flags, int rounds)
{
    cg::grid_group grid = cg::this_grid();
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned count = gridDim.x * blockDim.x;

    for (int round = 0; round < rounds; round++) {
        const int kept = values[(i + 1) % count];
        cg::grid_group::arrival_token token = grid.barrier_arrive();
        atomicAdd(&flags[round], 1);
        while (atomicAdd(&flags[round], 0) < (int)count)
            ;
        grid.barrier_wait(static_cast<cg::grid_group::arrival_token &&>(token));
        values[i] = kept + 1;
        grid.sync();
    }
}

extern "C" __global__ void arrive_in_cluster(int *out)
{
    __shared__ int numbers[96];
    __shared__ int others;
    const unsigned i = threadIdx.x;
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
    auto cluster = cg::this_cluster();
#else // there are no clusters
    auto cluster = cg::this_thread_block();
#endif

    if (i == 0)
        others = 0;
    __syncthreads();
    for (int round = 0; round < 3; round++) {
        numbers[i] = (int)i + round;
        auto token = cluster.barrier_arrive();
        atomicAdd(&others, 1);
        while (atomicAdd(&others, 0) < 96 * (round + 1))
            ;
        cluster.barrier_wait(static_cast<decltype(token) &&>(token));
        out[i] = numbers[(i + 1) % 96];
        cluster.sync();
    }
}

// All names of dynamic shared memory are the same memory.
__device__ void write_shared(int value)
{
    extern __shared__ int numbers[];
    numbers[threadIdx.x] = value;
}

namespace outer
{
extern "C" __global__ void alias(int *out)
{
    extern __shared__ unsigned char bytes[];
    write_shared((int)(threadIdx.x * 0x01010101u));
    __syncthreads();
    unsigned next = (threadIdx.x + 1) % blockDim.x;
    out[threadIdx.x] = bytes[4 * next + 2];
}

namespace
{
__device__ int counter = 5;
}
__constant__ int factors[2] = {3, 4};

extern "C" __global__ void scale_counter(int *out)
{
    out[threadIdx.x] = factors[threadIdx.x % 2] * counter;
}
} // namespace outer
