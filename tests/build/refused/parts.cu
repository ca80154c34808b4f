// A host compiler finds its errors in bodies: the kernels that need one of these stay out alone.
#include "parts.cuh"

__device__ float elsewhere(float x);

__device__ int marked(int x)
{
    known_to_no_compiler(x);
    return x;
}

template <typename T> __device__ T guarded(T x)
{
    return known_for_some_types(x);
}

#define WRITES(name)                                                                               \
    extern "C" __global__ void name(int *out, int n)                                               \
    {                                                                                              \
        known_to_no_compiler(out, n);                                                              \
    }

extern "C" __global__ void fine(int *out, int n)
{
    if (threadIdx.x < n)
        out[threadIdx.x] = threadIdx.x + OFFSET;
}

extern "C" __global__ void unknown(int *out, int n)
{
    known_to_no_compiler(n);
    out[0] = n;
}

extern "C" __global__ void calls_marked(int *out, int n)
{
    out[0] = marked(n);
}

extern "C" __global__ void calls_guarded(int *out, int n)
{
    out[0] = guarded(n);
}

extern "C" __global__ void calls_elsewhere(int *out, int n)
{
    out[0] = elsewhere(n);
}

WRITES(of_a_macro)

extern "C" __global__ void also_fine(int *out, int n)
{
    out[threadIdx.x] = n * 2;
}
