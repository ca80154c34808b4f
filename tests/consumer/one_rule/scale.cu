#include <custub/kernel.h>

extern "C" CUSTUB_THREADS(n) __global__ void scale(unsigned n, float a, float *x CUSTUB_COUNTED_BY(n))
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        x[i] *= a;
}
