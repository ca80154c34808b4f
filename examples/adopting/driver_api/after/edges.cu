// Finds the edges of a picture, and counts the pixels of each strength.
#include <custub/kernel.h>

extern "C" CUSTUB_THREADS(count) __global__ void luminance(
    int count, const uchar4 *pixels CUSTUB_COUNTED_BY(count), float *gray CUSTUB_COUNTED_BY(count))
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        gray[i] = 0.299f * pixels[i].x + 0.587f * pixels[i].y + 0.114f * pixels[i].z;
}

extern "C" CUSTUB_THREADS(width, height) __global__ void gradient(
    int width, int height, const float *gray CUSTUB_COUNTED_BY(width * height),
    float *edges CUSTUB_COUNTED_BY(width * height) CUSTUB_DISJOINT(gray))
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    int i = y * width + x;
    float right = x + 1 < width ? gray[i + 1] : gray[i];
    float below = y + 1 < height ? gray[i + width] : gray[i];
    edges[i] = fabsf(right - gray[i]) + fabsf(below - gray[i]);
}

extern "C" CUSTUB_THREADS(count) __global__ void histogram(
    int count, float scale, const float *edges CUSTUB_COUNTED_BY(count),
    unsigned *bins CUSTUB_COUNTED_BY(16) CUSTUB_DISJOINT(edges))
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        atomicAdd(&bins[(int)fminf(fmaxf(edges[i] * scale, 0.0f), 15.0f)], 1u);
}
