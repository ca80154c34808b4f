// The form of most kernels with a planted mistake.
#ifndef PLANTED_CUH
#define PLANTED_CUH

#include <custub/kernel.h>

#define INDEX (int)(blockIdx.x * blockDim.x + threadIdx.x)
#define KERNEL(name)                                                                               \
    extern "C" CUSTUB_THREADS(n) __global__ void name(                                             \
        int n, int off, const float *in CUSTUB_COUNTED_BY(n), float *out CUSTUB_COUNTED_BY(n))
#define GUARD                                                                                      \
    const int i = INDEX;                                                                           \
    if (i >= n)                                                                                    \
    return

#endif
