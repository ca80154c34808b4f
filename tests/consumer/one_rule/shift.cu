#include "step.h"
#include <custub/kernel.h>

extern "C" CUSTUB_THREADS(n) __global__ void shift(unsigned n, float *x CUSTUB_COUNTED_BY(n))
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        x[i] += STEP;
}
