/* Kernels for the tests of the driver API, which run on the CPU driver and on a GPU. */
#include <stddef.h>

__device__ int counter = 5;
__constant__ int factors[4] = {1, 2, 3, 4};

extern "C" __global__ void add(int *data, int value, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        data[i] += value;
}

/* Each thread adds to its block's element: the test sees a block that ran twice or never. */
extern "C" __global__ void mark(unsigned *seen, unsigned value)
{
    size_t block = blockIdx.x + (size_t)gridDim.x * (blockIdx.y + (size_t)gridDim.y * blockIdx.z);
    atomicAdd(&seen[block], value);
}

extern "C" __global__ void read_globals(int *out)
{
    out[0] = counter;
    for (int i = 0; i < 4; i++)
        out[1 + i] = factors[i];
}

/* Waits until the host, or another kernel, lets it go on. */
extern "C" __global__ void wait_for(volatile int *flag)
{
    while (*flag == 0) {
    }
}

extern "C" __global__ void set_flag(volatile int *flag)
{
    *flag = 1;
}

extern "C" __global__ void __launch_bounds__(64) bounded_kernel(int *data)
{
    data[threadIdx.x] = 1;
}

extern "C" __global__ void dynamic_shared(int *out)
{
    extern __shared__ int words[];
    words[threadIdx.x] = (int)threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = words[blockDim.x - 1 - threadIdx.x];
}

extern "C" __global__ void traps(int *out)
{
    if (out)
        __trap();
}

extern "C" __global__ void no_parameters(void)
{
}
