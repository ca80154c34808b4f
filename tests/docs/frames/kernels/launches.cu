// docs/LAUNCHES.md: the kernels that it launches beside saxpy.
#include <custub/kernel.h>

#include <stddef.h>

extern "C" __global__ void histogram(const unsigned char *data, size_t n, unsigned *bins)
{
    const size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        atomicAdd(&bins[data[i]], 1u);
}

extern "C" CUSTUB_THREADS(w, h) __global__ void blur(
    int w, int h, const float *from CUSTUB_COUNTED_BY(w * h), float *to CUSTUB_COUNTED_BY(w * h))
{
    const int x = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    const int y = (int)(blockIdx.y * blockDim.y + threadIdx.y);

    if (x < w && y < h)
        to[y * w + x] = 0.5f * from[y * w + x];
}
