#include <custub/kernel.h>

#include "step.h"

extern "C" CUSTUB_THREADS(s.n) __global__ void advance(step s, float *x CUSTUB_COUNTED_BY(s.n))
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < s.n)
        x[i] += s.by;
}
