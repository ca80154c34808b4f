// Kernels with much local memory: CUDA gives a thread 512 KiB (CUDA C++ Programming Guide,
// "Technical Specifications per Compute Capability").
#include <math.h>
#include <stdio.h>

#define ALL_OF_IT (512 * 1024 / 4)

#define TOO_MUCH (768 * 1024) // 3 MiB: reaches into the neighbours' stacks

// Uses no volatile variables: threads may wait for those, and get stacks of their own then.
__device__ __noinline__ void fill(int *numbers, int count, int number)
{
    for (int i = 0; i < count; i++)
        numbers[i] = number;
}

__device__ __noinline__ int sum_of(const int *numbers, int count)
{
    int sum = 0;
    for (int i = 0; i < count; i++)
        sum += numbers[i];
    return sum;
}

// The rest of the stack has to be enough for the C library.
extern "C" __global__ void fill_local(int number, int *out)
{
    int local[ALL_OF_IT];
    fill(local, ALL_OF_IT, (int)threadIdx.x + number);
    if (threadIdx.x == 0)
        printf("%d %.3f\n", number, pow(number, 1.5));
    out[threadIdx.x] = sum_of(local, ALL_OF_IT);
}

extern "C" __global__ void fill_local_around_barrier(int number, int *out)
{
    int local[ALL_OF_IT];
    fill(local, ALL_OF_IT, (int)threadIdx.x + number);
    __syncthreads();
    if (threadIdx.x == 0)
        printf("%d %.3f\n", number, pow(number, 1.5));
    __syncthreads();
    out[threadIdx.x] = sum_of(local, ALL_OF_IT);
}

// Only touches the lowest and the highest addresses.
__device__ __noinline__ int reach_far(int count)
{
    int local[TOO_MUCH];
    fill(local, count, 1);
    fill(local + TOO_MUCH - count, count, 1);
    return sum_of(local, count) + sum_of(local + TOO_MUCH - count, count);
}

extern "C" __global__ void leave_stack(int number, int *out)
{
    out[threadIdx.x] = reach_far(number);
}

extern "C" __global__ void leave_stack_after_barrier(int number, int *out)
{
    int mine[64];
    fill(mine, 64, (int)threadIdx.x);
    __syncthreads();
    if (threadIdx.x == blockDim.x - 1)
        number = reach_far(number);
    __syncthreads();
    out[threadIdx.x] = sum_of(mine, 64) + number;
}

// The variables of this kernel are in functions that call each other.
__device__ __noinline__ int descend_in_steps(int depth)
{
    int local[16 * 1024];
    fill(local, 16 * 1024, depth);
    return depth <= 0 ? 0 : descend_in_steps(depth - 1) + sum_of(local, 1);
}

extern "C" __global__ void take_steps(int depth, int *out)
{
    out[threadIdx.x] = descend_in_steps(depth);
}

extern "C" __global__ void take_steps_after_barrier(int depth, int *out)
{
    __syncthreads();
    out[threadIdx.x] = descend_in_steps(depth);
}
