// docs/HOST.md: reads a texture.
#include <custub/kernel.h>

extern "C" CUSTUB_THREADS(640, 480) __global__ void scale(
    cudaTextureObject_t image, float *out CUSTUB_COUNTED_BY(640 * 480))
{
    const int x = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    const int y = (int)(blockIdx.y * blockDim.y + threadIdx.y);

    if (x < 640 && y < 480)
        out[y * 640 + x] = tex2D<float>(image, x + 0.5f, y + 0.5f);
}
