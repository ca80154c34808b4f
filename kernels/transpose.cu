// y[b][j][i] = x[b][i][j] for `batch` matrices of rows x columns. If rows and columns are whole
// packs of 16 bytes, a thread transposes a small tile, 16 bytes in both directions, in its
// registers; a block transposes a large tile of small ones in shared memory. Else the rows of a
// large tile are read in aligned packs, and those of the result are put together element by element
// in shared memory. At least 128 neighbouring bytes are read and written together.
#include "elements/pack.cuh"

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

// A tile whose rows and columns are whole packs. `rows` and `columns` are what is left of the matrix.
template <class T>
__device__ inline void transpose_tile(tile<T> &s, const T *from, T *to, size_t all_rows,
                                      size_t all_columns, size_t rows, size_t columns)
{
    constexpr int N = tile<T>::N, PACKS = tile<T>::PACKS;
    {
        const int column = threadIdx.x % PACKS, row = threadIdx.x / PACKS; // in small tiles
        pack<T, N> small[N] = {};
#pragma unroll
        for (int i = 0; i < N; i++)
            if (row * N + i < rows && column * N < columns)
                small[i] = load<N>(from + (row * N + i) * all_columns, column);
        turn(small);
#pragma unroll
        for (int i = 0; i < N; i++)
            s.at(column * N + i, row) = small[i];
    }
    __syncthreads();
#pragma unroll
    for (int i = threadIdx.x; i < N * PACKS * PACKS; i += PACKS * PACKS) {
        const int column = i / PACKS, row = i % PACKS;
        if (column < columns && row * N < rows)
            store<N>(to + column * all_rows, row, s.at(column, row));
    }
}

// A tile of any matrix, in shared memory by rows. A row is read in aligned packs, one more than it
// has, and keeps its place in them. So that all packs of the result are whole, there are N - 1 more
// rows: a tile writes the packs that begin in its columns. Each N rows a pack is left out, so that
// threads that read different rows use different banks.
template <class T> struct any_tile {
    static constexpr int N = 16 / sizeof(T);
    static constexpr int PACKS = SIDE_PACKS(sizeof(T)), ELEMENTS = SIDE(sizeof(T));
    static constexpr int ROWS = ELEMENTS + N - 1, ROW_PACKS = PACKS + 1;
    static constexpr int THREADS = TILE_THREADS(sizeof(T)), BATCH = 5;
    words packs[ROWS * ROW_PACKS + ROWS / N + 1];

    // The elements from the pack's beginning to this one.
    static __device__ inline unsigned int place(const T *element)
    {
        return (unsigned int)(reinterpret_cast<uintptr_t>(element) / sizeof(T)) % N;
    }
    static __device__ inline int first_pack(int row)
    {
        return row * ROW_PACKS + row / N;
    }

    // The elements of a pack that are in the array [begin, end), at once if all are.
    static __device__ inline words load_inside(const T *at, const T *begin, const T *end)
    {
        if (at >= begin && at + N <= end)
            return *reinterpret_cast<const words *>(at);
        pack<T, N> part = {};
#pragma unroll
        for (int e = 0; e < N; e++)
            if (at + e >= begin && at + e < end)
                part.at[e] = at[e];
        return as<words>(part);
    }

    __device__ inline void read(const T *from, size_t pitch, size_t rows, size_t columns,
                                const T *begin, const T *end)
    {
#pragma unroll 1
        for (int first = threadIdx.x; first < ROWS * ROW_PACKS; first += BATCH * THREADS) {
            words values[BATCH];
#pragma unroll
            for (int b = 0; b < BATCH; b++) {
                const int row = (first + b * THREADS) / ROW_PACKS;
                const T *start = from + row * pitch;
                const T *at = start - place(start) + (first + b * THREADS) % ROW_PACKS * N;
                if (row < ROWS && row < rows && at < start + columns)
                    values[b] = load_inside(at, begin, end);
            }
#pragma unroll
            for (int b = 0; b < BATCH; b++) {
                const int row = (first + b * THREADS) / ROW_PACKS;
                if (row < ROWS)
                    packs[first_pack(row) + (first + b * THREADS) % ROW_PACKS] = values[b];
            }
        }
    }

    // `start` is the place of the first row, `pitch` what each further row adds to it.
    __device__ inline T element(int row, int column, unsigned int start, unsigned int pitch) const
    {
        return reinterpret_cast<const T *>(
            packs)[first_pack(row) * N + (start + row * pitch) % N + column];
    }

    // Writes the columns as rows of `to`. `is_first`: no tile writes what is before the first pack.
    __device__ inline void write(T *to, size_t pitch, size_t rows, size_t columns, bool is_first,
                                 unsigned int start, unsigned int row_pitch) const
    {
#pragma unroll 1
        for (int i = threadIdx.x; i < ELEMENTS * PACKS; i += THREADS) {
            // Of 32 threads 8 write neighbouring packs.
            const int column = i / (4 * PACKS) * 4 + i % 4, k = i / 4 % PACKS;
            T *row = to + column * pitch;
            const int first = (N - place(row)) % N + k * N;
            pack<T, N> value;
            if (column >= columns)
                continue;
            if (first + N <= rows) {
#pragma unroll
                for (int e = 0; e < N; e++)
                    value.at[e] = element(first + e, column, start, row_pitch);
                store_whole(row + first, value);
                continue;
            }
            for (int r = first; r < rows; r++)
                row[r] = element(r, column, start, row_pitch);
        }
        for (int i = threadIdx.x; is_first && i < ELEMENTS * N; i += THREADS) {
            const int column = i / N, r = i % N;
            T *row = to + column * pitch;
            if (column < columns && r < rows && r < (N - place(row)) % N)
                row[r] = element(r, column, start, row_pitch);
        }
    }
};

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
    __shared__ words memory[sizeof(any_tile<T>) / sizeof(words)];
    // Consecutive blocks write neighbouring memory.
    const size_t down = ceil_div(rows, ELEMENTS);
    const size_t across = ceil_div(columns, ELEMENTS);

    if (blockIdx.x >= batch * down * across)
        return;
    const size_t row = blockIdx.x % down * ELEMENTS;
    const size_t column = blockIdx.x / down % across * ELEMENTS;
    const size_t matrix = blockIdx.x / down / across * rows * columns;
    const T *from = x + matrix + row * columns + column;
    T *to = y + matrix + column * rows + row;
    if (rows % N == 0 && columns % N == 0 && is_aligned<T, N>(x) && is_aligned<T, N>(y)) {
        transpose_tile(*reinterpret_cast<tile<T> *>(memory), from, to, rows, columns, rows - row,
                       columns - column);
        return;
    }
    any_tile<T> &s = *reinterpret_cast<any_tile<T> *>(memory);
    s.read(from, columns, rows - row, columns - column, x, x + batch * rows * columns);
    __syncthreads();
    s.write(to, rows, rows - row, columns - column, row == 0, s.place(from),
            (unsigned int)(columns % N));
}
} // namespace kernels

NUMBERS(STUB, transpose)
