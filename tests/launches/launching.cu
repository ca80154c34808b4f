/* Kernels for launches in every place of memory, context and graph that there is. */
#include <stddef.h>

#include <custub/kernel.h>

__device__ int counters[100];

extern "C" CUSTUB_THREADS(n) __global__ void increase(
    size_t n, int value,
    int *data CUSTUB_COUNTED_BY(n))
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        data[i] += value;
}

/* The kernel's own index is wrong unless `step` is 1. No contract can detect this. */
extern "C" CUSTUB_THREADS(n) __global__ void increase_in_steps(
    int n, long long step,
    int *data CUSTUB_COUNTED_BY(n))
{
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < n)
        data[i * step] += 1;
}

extern "C" CUSTUB_THREADS(width, height) __global__ void number_rows(
    int width, int height,
    int *data CUSTUB_COUNTED_BY(width * height))
{
    int x = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    int y = (int)(blockIdx.y * blockDim.y + threadIdx.y);
    if (x < width && y < height)
        data[y * width + x] += 1000 * y + x;
}

extern "C" CUSTUB_THREADS(width, height, depth) __global__ void number_voxels(
    int width, int height, int depth,
    int *data CUSTUB_COUNTED_BY(width * height * depth))
{
    int x = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    int y = (int)(blockIdx.y * blockDim.y + threadIdx.y);
    int z = (int)(blockIdx.z * blockDim.z + threadIdx.z);
    if (x < width && y < height && z < depth)
        data[(z * height + y) * width + x] += 10000 * z + 100 * y + x;
}

/* Each thread uses dynamic shared memory, at its first ints and at its last. */
extern "C" CUSTUB_THREADS(n) CUSTUB_SHARED(words * sizeof(int)) CUSTUB_REQUIRES(words >= 2 * n)
__global__ void through_shared(
    int n, int words,
    int *data CUSTUB_COUNTED_BY(n))
{
    extern __shared__ int parts[];
    int i = (int)threadIdx.x;

    if (blockIdx.x > 0)
        return;
    if (i < n) {
        parts[i] = i;
        parts[words - 1 - i] = 2 * i;
    }
    __syncthreads();
    if (i < n)
        data[i] += parts[n - 1 - i] + parts[words - n + i];
}

extern "C" CUSTUB_COOPERATIVE __global__ void mark_together(
    int *blocks CUSTUB_COUNTED_BY(gridDim.x))
{
    if (threadIdx.x == 0)
        blocks[blockIdx.x] += 1;
}

/* More registers than a block of 1024 threads can have: each value is used again after all of them
 * have been read. */
extern "C" CUSTUB_THREADS(n) __global__ void many_registers(
    int n, int rounds,
    const int *table CUSTUB_COUNTED_BY(96),
    int *data CUSTUB_COUNTED_BY(n))
{
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    int values[96];

    if (i >= n)
        return;
#pragma unroll
    for (int k = 0; k < 96; k++)
        values[k] = table[k] ^ i;
    for (int round = 0; round < rounds; round++) {
#pragma unroll
        for (int k = 0; k < 96; k++)
            values[k] = values[k] * values[(k + 1) % 96] + round;
    }
#pragma unroll
    for (int k = 0; k < 96; k++)
        data[i] += values[k];
}

/* Without a contract. */
extern "C" __global__ void count_up(int *data, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        data[i] += 1;
}

extern "C" CUSTUB_GRID_STRIDE __global__ void count_up_in_strides(
    size_t n,
    int *data CUSTUB_COUNTED_BY(n))
{
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += (size_t)gridDim.x * blockDim.x)
        data[i] += 1;
}

/* 256 bytes of shared memory in blocks of at most 128 threads. */
extern "C" __global__ void __launch_bounds__(128) reverse_parts(
    int *data CUSTUB_COUNTED_BY(gridDim.x * 64))
{
    __shared__ int parts[64];
    int i = (int)(blockIdx.x * 64 + threadIdx.x);

    if (threadIdx.x < 64)
        parts[threadIdx.x] = data[i];
    __syncthreads();
    if (threadIdx.x < 64)
        data[i] = parts[63 - threadIdx.x];
}
