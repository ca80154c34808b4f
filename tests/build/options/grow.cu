#include "grow.h"

#include <custub/kernel.h>

#include <more.cuh>
#include <units.cuh>

constexpr int pair[] = {PAIR}; // nvcc splits definitions at commas
static_assert(pair[0] == 3 && pair[1] == 7, "");

extern "C" CUSTUB_THREADS(step.n) __global__ void grow(grow_step step,
                                                       float *x CUSTUB_COUNTED_BY(step.n))
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < step.n)
        x[i] = more(in_units(x[i]) + step.by); // a debugger stops here
}
