// One step of diffusion: each cell becomes the mean of itself and the cell below it. It has a mistake: the
// last row has no row below it.
#include <custub/kernel.h>

extern "C" CUSTUB_THREADS(columns, rows) __global__ void diffuse(
    int rows,
    int columns,
    const float *__restrict__ from CUSTUB_COUNTED_BY(rows * columns),
    float *__restrict__ to CUSTUB_COUNTED_BY(rows * columns))
{
    int column = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    int row = (int)(blockIdx.y * blockDim.y + threadIdx.y);
    if (column < columns && row < rows)
        to[row * columns + column] =
            0.5f * (from[row * columns + column] + from[(row + 1) * columns + column]);
}
