// y[b][j][i] = x[b][i][j] for `batch` matrices of rows x columns, through tiles in shared memory.
#include "stream.cuh"

namespace kernels
{
constexpr int SQUARE = 64; // rows and columns of a tile
constexpr int SQUARE_THREADS = 256;
constexpr int SQUARE_PACK = 4; // neighbours that a thread moves at once
constexpr int SQUARE_PACKS = SQUARE / SQUARE_PACK;
constexpr int SQUARE_ROWS = SQUARE_THREADS / SQUARE_PACKS; // of a tile, at once

// Moves a tile between memory and the tile in shared memory: f(row, column of the first of four).
template <class F> __device__ inline void each_pack_of_tile(F f)
{
#pragma unroll
    for (int row = 0; row < SQUARE; row += SQUARE_ROWS)
        f(row + threadIdx.x / SQUARE_PACKS, threadIdx.x % SQUARE_PACKS * SQUARE_PACK);
}

template <class T>
CUSTUB_THREADS(batch * ceil_div(rows, SQUARE) * ceil_div(columns, SQUARE) * SQUARE_THREADS)
CUSTUB_GRID_STRIDE
CUSTUB_BLOCK(SQUARE_THREADS)
__global__ void __launch_bounds__(SQUARE_THREADS) transpose(
    size_t batch, size_t rows, size_t columns,
    const T *__restrict__ x CUSTUB_COUNTED_BY(batch * rows * columns),
    T *__restrict__ y CUSTUB_COUNTED_BY(batch * rows * columns))
{
    constexpr int N = SQUARE_PACK * sizeof(T) > 16 ? 2 : SQUARE_PACK; // elements in one access
    __shared__ T tile[SQUARE][SQUARE + 1];
    const size_t down = (rows + SQUARE - 1) / SQUARE;
    const size_t across = (columns + SQUARE - 1) / SQUARE;
    const bool fast_x = columns % N == 0 && is_aligned<T, N>(x);
    const bool fast_y = rows % N == 0 && is_aligned<T, N>(y);

    for (size_t i = blockIdx.x; i < batch * down * across; i += gridDim.x) {
        const size_t matrix = i / across / down * rows * columns;
        const size_t row = i / across % down * SQUARE;
        const size_t column = i % across * SQUARE;
        const T *from = x + matrix + row * columns + column;
        T *to = y + matrix + column * rows + row;
        const size_t has_rows = rows - row;
        const size_t has_columns = columns - column;
        each_pack_of_tile([&](int r, int c) {
#pragma unroll
            for (int p = 0; p < SQUARE_PACK; p += N) {
                if (r < has_rows && fast_x && c + p < has_columns) {
                    const pack<T, N> values = load<N>(from + r * columns + c + p, 0);
#pragma unroll
                    for (int e = 0; e < N; e++)
                        tile[r][c + p + e] = values.at[e];
                } else if (r < has_rows) {
                    for (int e = 0; e < N && c + p + e < has_columns; e++)
                        tile[r][c + p + e] = from[r * columns + c + p + e];
                }
            }
        });
        __syncthreads();
        each_pack_of_tile([&](int c, int r) {
#pragma unroll
            for (int p = 0; p < SQUARE_PACK; p += N) {
                if (c < has_columns && fast_y && r + p < has_rows) {
                    pack<T, N> values;
#pragma unroll
                    for (int e = 0; e < N; e++)
                        values.at[e] = tile[r + p + e][c];
                    store<N>(to + c * rows + r + p, 0, values);
                } else if (c < has_columns) {
                    for (int e = 0; e < N && r + p + e < has_rows; e++)
                        to[c * rows + r + p + e] = tile[r + p + e][c];
                }
            }
        });
        __syncthreads();
    }
}
} // namespace kernels

NUMBERS(STUB, transpose)
