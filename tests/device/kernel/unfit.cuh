// A header that requires nvcc, and has code that only nvcc compiles.
#pragma once
#ifdef __CUDACC__
using number = unsigned;
#else
using number = double;
#endif

static __device__ __forceinline__ unsigned clock_by_assembly()
{
    unsigned ticks;
    asm volatile("mov.u32 %0, %%clock;" : "=r"(ticks));
    return ticks;
}

template <typename T> __global__ void fill(T *out, T value)
{
    out[threadIdx.x] = value;
}

template <typename T> void run_fill(T *out, T value)
{
    fill<<<1, 32>>>(out, value);
}

static __device__ number twice(number x)
{
    return 2 * x;
}
