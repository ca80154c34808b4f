#include <custub/kernel.h>

/* saxpy with a grid-stride loop. */
extern "C" CUSTUB_GRID_STRIDE __global__ void saxpy_strided(
    int n, float a,
    const float *__restrict__ x CUSTUB_COUNTED_BY(n),
    float *__restrict__ y CUSTUB_COUNTED_BY(n))
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        y[i] = a * x[i] + y[i];
}

/* y = a x + y over an area. The index is computed from unsigned numbers, which may wrap. */
extern "C" CUSTUB_THREADS(width, height) __global__ void area(
    unsigned width, unsigned height, float a,
    const float *__restrict__ x CUSTUB_COUNTED_BY(width * height),
    float *__restrict__ y CUSTUB_COUNTED_BY(width * height))
{
    unsigned column = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned row = blockIdx.y * blockDim.y + threadIdx.y;

    if (column < width && row < height)
        y[row * width + column] = a * x[row * width + column] + y[row * width + column];
}
