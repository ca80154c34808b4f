// docs/CHECKER.md: a kernel that reads beyond a buffer, in a function.
#include <custub/kernel.h>

#include <stddef.h>

/* The value of the neighbour.
 *
 * There is one at the end, too, of which nobody thought: the last thread of the grid has no neighbour, and
 * this is what the document shows. */
static __device__ float neighbour(const float *x, size_t i)
{
    return x[i + 1];
}

extern "C" __global__ void saxpy(size_t n, float a, const float *x, float *y)
{
    const size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = a * neighbour(x, i) + y[i];
}
