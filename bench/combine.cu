// A kernel of sixteen parameters: a weighted sum of seven vectors.
#include <stddef.h>
#include <custub/kernel.h>

extern "C" CUSTUB_THREADS(n) __global__ void combine(
    size_t n, float a0, float a1, float a2, float a3, float a4, float a5, float a6,
    const float *__restrict__ x0 CUSTUB_COUNTED_BY(n),
    const float *__restrict__ x1 CUSTUB_COUNTED_BY(n),
    const float *__restrict__ x2 CUSTUB_COUNTED_BY(n),
    const float *__restrict__ x3 CUSTUB_COUNTED_BY(n),
    const float *__restrict__ x4 CUSTUB_COUNTED_BY(n),
    const float *__restrict__ x5 CUSTUB_COUNTED_BY(n),
    const float *__restrict__ x6 CUSTUB_COUNTED_BY(n),
    float *__restrict__ y CUSTUB_COUNTED_BY(n))
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = a0 * x0[i] + a1 * x1[i] + a2 * x2[i] + a3 * x3[i] + a4 * x4[i] + a5 * x5[i] + a6 * x6[i];
}
