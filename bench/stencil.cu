#include <custub/kernel.h>

/* The mean of a point and its four neighbours; the border keeps its values. */
extern "C" CUSTUB_THREADS(width, height) __global__ void stencil(
    int width, int height,
    const float *__restrict__ in CUSTUB_COUNTED_BY(width * height),
    float *__restrict__ out CUSTUB_COUNTED_BY(width * height))
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    long long i = (long long)y * width + x;

    if (x > 0 && y > 0 && x < width - 1 && y < height - 1)
        out[i] = 0.2f * (in[i] + in[i - 1] + in[i + 1] + in[i - width] + in[i + width]);
}
