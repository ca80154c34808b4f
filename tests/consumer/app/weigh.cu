// target = WEIGHT source
#include "weigh.h"

#include <custub/kernel.h>

extern "C" CUSTUB_THREADS(n) __global__ void weigh(
    unsigned int n,
    const float *source CUSTUB_COUNTED_BY(n),
    float *target CUSTUB_COUNTED_BY(n))
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        target[i] = WEIGHT * source[i];
}
