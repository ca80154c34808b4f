// kernels: doubled
// Conditions that hold for nvcc, for the CPU image.
#ifndef __CUDACC__
#define __CUDACC__ // for editors
#error "not nvcc"
#endif
#if defined(__NVCC__) && \
    defined(__CUDACC__)
#define BOTH __host__ __device__
typedef float real;
#else
#define BOTH
#endif

BOTH real doubled_value(real x)
{
#ifdef __CUDACC__
    return 2 * x;
#else
    return no_such_function(x);
#endif
}

#ifdef __CUDACC__
extern "C" __global__ void doubled(real *out, const real *x)
{
    out[threadIdx.x] = doubled_value(x[threadIdx.x]);
}
#endif
