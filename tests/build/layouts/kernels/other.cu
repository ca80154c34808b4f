#include <custub/kernel.h>

#include "other.custub.h"

extern "C" CUSTUB_THREADS(n) __global__ void subtract(int n, float *x CUSTUB_COUNTED_BY(n))
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] -= 1;
}

int launches_of(const other_kernels *kernels);
