// The shared memory that kernels use. test_shared_memory.c has the expected sizes.
#include <cuda_fp16.h>

struct pair {
    double a;
    char b;
};

__shared__ int of_file[16];

template <typename T> __device__ T *scratch()
{
    __shared__ T unknown[8]; // its size depends on the instance
    __shared__ int known[8];
    known[threadIdx.x % 8] = 0;
    return unknown;
}

__device__ int *common()
{
    __shared__ int numbers[64];
    return numbers;
}

__device__ int through()
{
    if (threadIdx.x == 0)
        common()[1] = 1;
    __syncthreads();
    return common()[1];
}

extern "C" __global__ void none(int *out)
{
    extern __shared__ int dynamic[];
    out[0] = dynamic[threadIdx.x];
}

extern "C" __global__ void own(int *out)
{
    __shared__ char byte;
    __shared__ pair pairs[2];
    if (threadIdx.x == 0)
        byte = (char)out[0];
    pairs[threadIdx.x % 2].b = 1;
    __syncthreads();
    out[0] = pairs[1 - threadIdx.x % 2].b + byte;
}

extern "C" __global__ void counted_once(int *out)
{
    of_file[threadIdx.x] = out[threadIdx.x];
    common()[8 + threadIdx.x] = through(); // has a barrier
    out[threadIdx.x] = common()[8 + threadIdx.x] + of_file[threadIdx.x ^ 1];
}

extern "C" __global__ void of_template(float *out)
{
    out[0] = scratch<float>()[0] + scratch<double>()[0];
}

// An array of a class in a template: gcc checks before each use whether it has been initialized.
template <typename T> __device__ void reverse(T *values, const int *order)
{
    __shared__ T kept[32];
    kept[threadIdx.x] = values[threadIdx.x];
    __syncthreads();
    values[threadIdx.x] = kept[order[threadIdx.x]];
}

extern "C" __global__ void reverse_half(__half *values, const int *order)
{
    reverse(values, order);
}
