// Halves an image: each pixel is the mean of four, which the texture's linear filter computes.
#include <custub/kernel.h>

extern "C" CUSTUB_THREADS(width, height) __global__ void halve(
    int width, int height, cudaTextureObject_t image, cudaSurfaceObject_t half)
{
    const int x = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    const int y = (int)(blockIdx.y * blockDim.y + threadIdx.y);

    if (x < width && y < height) {
        const float mean = tex2D<float>(image, 2.0f * x + 1, 2.0f * y + 1); // 0 to 1
        surf2Dwrite((unsigned char)(mean * 255 + 0.5f), half, x, y);
    }
}
