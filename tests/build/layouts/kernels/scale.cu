#include <custub/kernel.h>

#include <factor.h>

extern "C" CUSTUB_THREADS(n) __global__ void scale(int n, float *x CUSTUB_COUNTED_BY(n))
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] *= FACTOR;
}
