// Axes along which more than one block, or more than one thread of a block, would repeat the same
// work, and kernels that limit nothing.
#include <custub/kernel.h>

__device__ int row() { return blockIdx.y * blockDim.y + threadIdx.y; }
__device__ void take(dim3 *index);
template <class T> __device__ T first(T index) { return index; }
__device__ int odd(int n);
__device__ int even(int n) { return n ? odd(n - 1) : (int)threadIdx.y; }
__device__ int odd(int n) { return n ? even(n - 1) : (int)blockIdx.y; }

#define ALONG(axis) (blockIdx.axis * blockDim.axis + threadIdx.axis)

extern "C" __global__ void line_of_blocks(int *x) { x[ALONG(x)] = 1; }
extern "C" __global__ void through_a_function(int *x) { x[row() * 32 + threadIdx.x] = 1; }
extern "C" __global__ void flat_blocks(int *x) { x[blockIdx.y * 32 + ALONG(x)] = 1; }
extern "C" __global__ void one_block_of_rows(int *x) { x[threadIdx.y * 32 + ALONG(x)] = 1; }
extern "C" __global__ void one_thread(int *x) { x[blockIdx.x] = 1; }
extern "C" __global__ void only_sizes(int *x) { x[0] = gridDim.y * blockDim.x; }

// Read as a whole.
extern "C" __global__ void copied(int *x)
{
    dim3 block = blockIdx;
    x[block.y * 32 + threadIdx.x] = 1;
}
extern "C" __global__ void referred_to(int *x)
{
    const auto &thread = threadIdx;
    x[thread.y * 32 + ALONG(x)] = 1;
}
extern "C" __global__ void pointed_to(int *x) { x[(&threadIdx)->y * 32 + blockIdx.x] = 1; }
extern "C" __global__ void passed_on(int *x) { x[first(blockIdx).y * 32 + threadIdx.x] = 1; }
extern "C" __global__ void in_parentheses(int *x) { x[(threadIdx).y * 32 + (blockIdx).x] = 1; }

// Hidden, or taken otherwise.
extern "C" __global__ void hidden_block(int *x)
{
    int block;
    asm("mov.u32 %0, %%ctaid.y;" : "=r"(block));
    x[block * 32 + threadIdx.x] = 1;
}
extern "C" __global__ void hidden_by_a_function(int *x)
{
    dim3 index;
    take(&index);
    x[threadIdx.x] = index.y;
}
extern "C" __global__ void calls_each_other(int *x) { x[even(3)] = threadIdx.x; }
extern "C" __global__ void calls_the_other(int *x) { x[odd(3)] = threadIdx.x; }
extern "C" __global__ void tickets(int *x, int *next) { x[atomicAdd(next, 1)] = threadIdx.x; }
extern "C" __global__ void warp_of_a_block(int *x)
{
    if (__popc(__ballot_sync(~0u, x[blockIdx.x])) > 16)
        x[blockIdx.x] = 0;
}
extern "C" __global__ void warps_by_rows(int *x)
{
    if (__any_sync(~0u, x[threadIdx.y]))
        x[ALONG(y)] = 0;
}
extern "C" __global__ void warps_in_a_line(int *x)
{
    if (__any_sync(~0u, x[threadIdx.x]))
        x[blockIdx.y * 32 + ALONG(x)] = 0;
}

// Said by the contract.
extern "C" CUSTUB_DIMENSIONS(2) __global__ void told(int *x) { x[threadIdx.x] = 1; }
extern "C" CUSTUB_BLOCK(32, 4) __global__ void exact_block(int *x) { x[ALONG(x)] = 1; }
extern "C" CUSTUB_THREADS(n) __global__ void one_block(int n, int *x) { x[threadIdx.x] = n; }
extern "C" CUSTUB_THREADS(n, 4) __global__ void few_rows(int n, int *x)
{
    x[ALONG(x) + n * threadIdx.y] = n;
}
extern "C" CUSTUB_THREADS(ceil_div(n, 8) * 32, 8) __global__ void rows_by_blocks(int n, int *x)
{
    if (blockIdx.x * blockDim.y + threadIdx.y < n)
        x[(blockIdx.x * blockDim.y + threadIdx.y) * 32 + threadIdx.x] = n;
}
extern "C" CUSTUB_THREADS(n, channels) __global__ void channels_in_a_block(int n, int channels, int *x)
{
    x[ALONG(x) + n * threadIdx.y] = channels;
}
