// y = a x + y, the smallest kernel with a whole contract.
#include <stddef.h>

#include <custub/kernel.h>

extern "C" CUSTUB_THREADS(n) __global__ void saxpy(
    size_t n, float a,
    const float *__restrict__ x CUSTUB_COUNTED_BY(n),
    float *__restrict__ y CUSTUB_COUNTED_BY(n))
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = a * x[i] + y[i];
}
