// Kernels without races whose results depend on the order of the blocks, and others that only look so. The
// comment before each says what a trial finds, as in wrong_counts.cu.
#include <custub/kernel.h>

#define INDEX (int)(blockIdx.x * blockDim.x + threadIdx.x)

// --- The order of the blocks -------------------------------------------------------------------------------

// finds: the result depends on the order of the blocks: last[0] …in another order | n = 33,
extern "C" CUSTUB_THREADS(n) CUSTUB_BLOCK(32) __global__ void last_block_wins(int n, int *last CUSTUB_COUNTED_BY(1))
{
    if (INDEX < n && threadIdx.x == 0)
        atomicExch(last, (int)blockIdx.x);
}

__device__ int taken, arrived;

// The last thread of the grid sets both back for the next launch.
__device__ void leave()
{
    if (atomicAdd(&arrived, 1) == (int)(gridDim.x * blockDim.x) - 1) {
        atomicExch(&arrived, 0);
        atomicExch(&taken, 0);
    }
}

// finds: the result depends on the order of the blocks: out[ | n = 33,
extern "C" CUSTUB_THREADS(n) CUSTUB_BLOCK(32) __global__ void first_block_wins(
    int n, int *__restrict__ out CUSTUB_COUNTED_BY(n))
{
    if (INDEX < n)
        out[INDEX] = threadIdx.x == 0 && atomicCAS(&taken, 0, 1) == 0 ? 100 + (int)blockIdx.x : 0;
    leave();
}

// finds: the result depends on the order of the blocks: out[
extern "C" CUSTUB_THREADS(n) CUSTUB_BLOCK(32) __global__ void weighted_by_arrival(
    int n, const int *__restrict__ x CUSTUB_COUNTED_BY(n), int *__restrict__ out CUSTUB_COUNTED_BY(n))
{
    if (INDEX < n) {
        const int place = atomicAdd(&taken, 1);
        out[place] = place * (x[INDEX] % 8 + 32);
    }
    leave();
}

// finds: the order of the results depends on the order of the blocks: out[
extern "C" CUSTUB_THREADS(n) CUSTUB_BLOCK(32) __global__ void appended(
    int n, const int *__restrict__ x CUSTUB_COUNTED_BY(n), int *__restrict__ out CUSTUB_COUNTED_BY(n))
{
    if (INDEX < n)
        out[atomicAdd(&taken, 1)] = x[INDEX];
    leave();
}

// --- Sums --------------------------------------------------------------------------------------------------

// finds: the result depends on the shape: sum[0]
extern "C" CUSTUB_THREADS(n) __global__ void sum_of_first_warps(
    int n, const float *__restrict__ x CUSTUB_COUNTED_BY(n), float *__restrict__ sum CUSTUB_COUNTED_BY(1))
{
    if (INDEX < n && threadIdx.x < 32)
        atomicAdd(sum, x[INDEX]);
}

extern "C" CUSTUB_THREADS(n) __global__ void sum_of_all(
    int n, const float *__restrict__ x CUSTUB_COUNTED_BY(n), float *__restrict__ sum CUSTUB_COUNTED_BY(1))
{
    if (INDEX < n)
        atomicAdd(sum, x[INDEX] * 0.1f);
}

extern "C" CUSTUB_THREADS(n) __global__ void counted(
    int n, const int *__restrict__ x CUSTUB_COUNTED_BY(n), int *__restrict__ bins CUSTUB_COUNTED_BY(16))
{
    if (INDEX < n)
        atomicAdd(&bins[x[INDEX] & 15], 1);
}

extern "C" CUSTUB_THREADS(n) __global__ void largest(
    int n, const int *__restrict__ x CUSTUB_COUNTED_BY(n), int *__restrict__ most CUSTUB_COUNTED_BY(1))
{
    if (INDEX < n)
        atomicMax(most, x[INDEX]);
}
