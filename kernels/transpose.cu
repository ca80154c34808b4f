// y[b][j][i] = x[b][i][j] for `batch` matrices of rows x columns. A thread transposes a small tile,
// 16 bytes in both directions, in its registers; a block transposes a large tile of small ones in
// shared memory. At least 128 neighbouring bytes are read and written together.
#include "pack.cuh"

namespace kernels
{
// The sides of a large tile in packs of 16 bytes and in elements, and its threads, one for each
// small tile. Small tiles of bytes take many registers, so there are fewer.
#define SIDE_PACKS(size)   (16 - 8 * ((size) == 1))
#define SIDE(size)         (SIDE_PACKS(size) * 16 / (size))
#define TILE_THREADS(size) (SIDE_PACKS(size) * SIDE_PACKS(size))

// A large tile in shared memory, by columns of packs. The places of packs are permuted differently
// in each column, so that threads that write neighbouring columns use different banks.
template <class T> struct tile {
    static constexpr int N = 16 / sizeof(T);
    static constexpr int PACKS = SIDE_PACKS(sizeof(T));
    pack<T, N> packs[SIDE(sizeof(T)) * PACKS];

    __device__ inline pack<T, N> &at(int column, int row_pack)
    {
        return packs[column * PACKS + (row_pack ^ column / N % 8)];
    }
};

// Rows become columns.
template <class T, int N> __device__ inline void turn(pack<T, N> (&small)[N])
{
    pack<T, N> turned[N];
#pragma unroll
    for (int i = 0; i < N; i++)
#pragma unroll
        for (int e = 0; e < N; e++)
            turned[i].at[e] = small[e].at[i];
#pragma unroll
    for (int i = 0; i < N; i++)
        small[i] = turned[i];
}

// Bytes four by four: two instructions for each word of four.
template <class T> __device__ inline void turn(pack<T, 16> (&small)[16])
{
    words from[16], to[16];
#pragma unroll
    for (int i = 0; i < 16; i++)
        from[i] = as<words>(small[i]);
#pragma unroll
    for (int i = 0; i < 4; i++) {
#pragma unroll
        for (int j = 0; j < 4; j++) {
            const uint32_t a = from[4 * i].at[j], b = from[4 * i + 1].at[j];
            const uint32_t c = from[4 * i + 2].at[j], d = from[4 * i + 3].at[j];
            const uint32_t ab = __byte_perm(a, b, 0x5140), cd = __byte_perm(c, d, 0x5140);
            const uint32_t ba = __byte_perm(a, b, 0x7362), dc = __byte_perm(c, d, 0x7362);
            to[4 * j].at[i] = __byte_perm(ab, cd, 0x5410);
            to[4 * j + 1].at[i] = __byte_perm(ab, cd, 0x7632);
            to[4 * j + 2].at[i] = __byte_perm(ba, dc, 0x5410);
            to[4 * j + 3].at[i] = __byte_perm(ba, dc, 0x7632);
        }
    }
#pragma unroll
    for (int i = 0; i < 16; i++)
        small[i] = as<pack<T, 16>>(to[i]);
}

// Reads `rows` x `columns` elements, or as many as the tile has.
template <class T>
__device__ inline void read_tile(tile<T> &s, const T *from, size_t pitch, size_t rows,
                                 size_t columns, bool aligned)
{
    constexpr int N = tile<T>::N, PACKS = tile<T>::PACKS, ELEMENTS = N * PACKS;

    if (aligned) {
        const int column = threadIdx.x % PACKS, row = threadIdx.x / PACKS; // in small tiles
        pack<T, N> small[N] = {};
#pragma unroll
        for (int i = 0; i < N; i++)
            if (row * N + i < rows && column * N < columns)
                small[i] = load<N>(from + (row * N + i) * pitch, column);
        turn(small);
#pragma unroll
        for (int i = 0; i < N; i++)
            s.at(column * N + i, row) = small[i];
        return;
    }
#pragma unroll 4
    for (int i = threadIdx.x; i < ELEMENTS * ELEMENTS; i += PACKS * PACKS) {
        const int row = i / ELEMENTS, column = i % ELEMENTS;
        if (row < rows && column < columns)
            s.at(column, row / N).at[row % N] = from[row * pitch + column];
    }
}

// Writes the columns of a tile as rows of `to`.
template <class T>
__device__ inline void write_tile(tile<T> &s, T *to, size_t pitch, size_t rows, size_t columns,
                                  bool aligned)
{
    constexpr int N = tile<T>::N, PACKS = tile<T>::PACKS, ELEMENTS = N * PACKS;

    if (aligned) {
#pragma unroll
        for (int i = threadIdx.x; i < ELEMENTS * PACKS; i += PACKS * PACKS) {
            const int column = i / PACKS, row = i % PACKS;
            if (column < columns && row * N < rows)
                store<N>(to + column * pitch, row, s.at(column, row));
        }
        return;
    }
#pragma unroll 4
    for (int i = threadIdx.x; i < ELEMENTS * ELEMENTS; i += PACKS * PACKS) {
        const int column = i / ELEMENTS, row = i % ELEMENTS;
        if (column < columns && row < rows)
            to[column * pitch + row] = s.at(column, row / N).at[row % N];
    }
}

template <class T>
CUSTUB_THREADS(batch * ceil_div(rows, SIDE(sizeof(T))) * ceil_div(columns, SIDE(sizeof(T))) *
               TILE_THREADS(sizeof(T)))
CUSTUB_BLOCK(TILE_THREADS(sizeof(T)))
__global__ void __launch_bounds__(TILE_THREADS(sizeof(T))) transpose(
    size_t batch, size_t rows, size_t columns,
    const T *__restrict__ x CUSTUB_COUNTED_BY(batch * rows * columns),
    T *__restrict__ y CUSTUB_COUNTED_BY(batch * rows * columns))
{
    constexpr int N = 16 / sizeof(T), ELEMENTS = SIDE(sizeof(T));
    __shared__ tile<T> s;
    // Consecutive blocks write neighbouring memory.
    const size_t down = ceil_div(rows, ELEMENTS);
    const size_t across = ceil_div(columns, ELEMENTS);

    if (blockIdx.x >= batch * down * across)
        return;
    const size_t row = blockIdx.x % down * ELEMENTS;
    const size_t column = blockIdx.x / down % across * ELEMENTS;
    const size_t matrix = blockIdx.x / down / across;
    x += matrix * rows * columns;
    y += matrix * rows * columns;
    read_tile(s, x + row * columns + column, columns, rows - row, columns - column,
              columns % N == 0 && is_aligned<T, N>(x));
    __syncthreads();
    write_tile(s, y + column * rows + row, rows, rows - row, columns - column,
               rows % N == 0 && is_aligned<T, N>(y));
}
} // namespace kernels

NUMBERS(STUB, transpose)
