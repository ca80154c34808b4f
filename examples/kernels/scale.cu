// Scales an image in place. Blocks have at most 256 threads, by __launch_bounds__. Rows are `pitch`
// elements apart; the last one may end at `width`.
#include <stddef.h>

#include <custub/kernel.h>

extern "C" CUSTUB_THREADS(width, height)
CUSTUB_REQUIRES(pitch >= width)
__global__ void __launch_bounds__(256, 2) scale(
    int width, int height, int pitch, float factor,
    float *image CUSTUB_COUNTED_BY(min(height, 1) * (max(height - 1, 0) * pitch + width)))
{
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (column < width && row < height)
        image[(size_t)row * pitch + column] *= factor;
}
