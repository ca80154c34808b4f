// A host compiler finds errors only in bodies: only the kernels that need one of these stay out.
#include "parts.cuh"
#include <custub/kernel.h>

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

// The host compiler sees another constant and another type than custub.
#ifdef __CUSTUB__
enum { WIDTH = 2 };
typedef int count;
#else
enum { WIDTH = 4 };
typedef unsigned count;
#endif
extern "C" CUSTUB_REQUIRES(n % WIDTH == 0) __global__ void another_constant(int *out, int n)
{
    out[0] = n;
}

extern "C" __global__ void another_type(int *out, count n)
{
    out[0] = n;
}

extern "C" __global__ void also_fine(int *out, int n)
{
    out[threadIdx.x] = n * 2;
}
