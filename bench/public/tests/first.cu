#include <custub/kernel.h>

extern "C" CUSTUB_THREADS(n) __global__ void twice(int n, int *x CUSTUB_COUNTED_BY(n))
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] *= 2;
}

extern "C" __global__ void beyond(int n, int *x CUSTUB_COUNTED_BY(n))
{
    x[n + threadIdx.x] = 1;
}

extern "C" __global__ void first(int n, int *x CUSTUB_COUNTED_BY(n))
{
    if (threadIdx.x < n)
        x[threadIdx.x] = 1;
}
