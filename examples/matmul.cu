// c = a b, of matrices in rows. Each block computes a tile of c, and reads the tiles of a and b that it
// needs into shared memory.
#include <custub/kernel.h>

enum { TILE = 16 };

extern "C" CUSTUB_THREADS(columns, rows) CUSTUB_BLOCK(TILE, TILE) __global__ void matmul(
    int rows, int inner, int columns,
    const float *__restrict__ a CUSTUB_COUNTED_BY(rows * inner),
    const float *__restrict__ b CUSTUB_COUNTED_BY(inner * columns),
    float *__restrict__ c CUSTUB_COUNTED_BY(rows * columns))
{
    __shared__ float tile_a[TILE][TILE], tile_b[TILE][TILE];
    const int x = threadIdx.x, y = threadIdx.y;
    const int row = blockIdx.y * TILE + y, column = blockIdx.x * TILE + x;
    float sum = 0;

    for (int k = 0; k < inner; k += TILE) {
        tile_a[y][x] = row < rows && k + x < inner ? a[(size_t)row * inner + k + x] : 0.0f;
        tile_b[y][x] = k + y < inner && column < columns ? b[(size_t)(k + y) * columns + column] : 0.0f;
        __syncthreads();
        for (int i = 0; i < TILE; i++)
            sum += tile_a[y][i] * tile_b[i][x];
        __syncthreads();
    }
    if (row < rows && column < columns)
        c[(size_t)row * columns + column] = sum;
}
