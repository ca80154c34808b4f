// Kernels that end their launch, each in a process of its own; and what they print.
#include <stdio.h>

extern "C" __global__ void store(int *out)
{
    out[threadIdx.x] = 1;
}

extern "C" __global__ void store_after_barrier(int *out)
{
    __syncthreads();
    if (threadIdx.x == 5)
        out[threadIdx.x] = 1;
    __syncthreads();
}

extern "C" __global__ void stop(int *out)
{
    if (threadIdx.x == out[0])
        __trap();
}

extern "C" __global__ void say(int number)
{
    int count = printf("thread %d says %.2f\n", (int)threadIdx.x, number * 0.5);
    if (count != 2)
        printf("printf() returned %d\n", count);
}
