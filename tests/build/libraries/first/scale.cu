#include <custub/kernel.h>

extern "C" __global__ void CUSTUB_THREADS(n) scale(int n, float *x CUSTUB_COUNTED_BY(n))
{
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < n)
        x[i] *= 2;
}
