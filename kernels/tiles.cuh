/* Products of matrices by tiles, summed in float: c = a * b, where b is stored by rows, or by
 * columns as weights are.
 *
 * A block computes one tile: WARPS_DOWN * ROWS rows by WARPS_ACROSS * COLUMNS columns, where each
 * warp has ROWS by COLUMNS of it. DEPTH elements of the tile's rows of a and columns of b are read
 * at a time into shared memory, STAGES steps ahead. half and bfloat16 are multiplied by the tensor
 * cores, float by ordinary instructions.
 */
#ifndef CUSTUB_KERNELS_TILES_CUH
#define CUSTUB_KERNELS_TILES_CUH

#include "element.cuh"

#include <cuda_pipeline_primitives.h>
#include <mma.h>

#include <type_traits>

namespace tiles
{
template <int WarpsDown, int WarpsAcross, int Rows, int Columns, int RowBytes, int Stages>
struct tile {
    static constexpr int THREADS = WarpsDown * WarpsAcross * 32;
    static constexpr int WARPS_ACROSS = WarpsAcross;
    static constexpr int WARP_ROWS = Rows, WARP_COLUMNS = Columns;
    static constexpr int ROWS = WarpsDown * Rows;         // of a
    static constexpr int COLUMNS = WarpsAcross * Columns; // rows of b
    static constexpr int ROW_BYTES = RowBytes;            // of a row of one step
    static constexpr int PITCH_BYTES =
        RowBytes + 16; // in shared memory: the next row begins in other banks
    static constexpr int STAGES = Stages;
    static constexpr int STAGE_BYTES = (ROWS + COLUMNS) * PITCH_BYTES;
    static constexpr int SHARED_BYTES = STAGES * STAGE_BYTES;
};

using large = tile<2, 2, 64, 64, 64, 4>;    // for many rows: two blocks fit a multiprocessor
using shallow = tile<1, 4, 32, 32, 128, 2>; // for few rows of few steps: four blocks fit
using narrow = tile<1, 4, 32, 32, 128, 4>;  // for few rows, where reading b is what takes the time

/* --- The parts of a and b in shared memory
 * ----------------------------------------------------------------------------- */

/* A step's part of a has the tile's rows. That of b has its columns one after the other or, with
 * B_BY_ROWS, DEPTH rows of it. */
template <class T, class TILE, bool B_BY_ROWS> struct parts_of {
    static constexpr int DEPTH = TILE::ROW_BYTES / (int)sizeof(T);
    static constexpr int PITCH_A = TILE::PITCH_BYTES / (int)sizeof(T);
    static constexpr int PITCH_B = B_BY_ROWS ? TILE::COLUMNS + 16 / (int)sizeof(T) : PITCH_A;
    static_assert(DEPTH <= TILE::COLUMNS, "a part of b by rows is not longer than one by columns");

    __device__ static constexpr int a_at(int row, int k)
    {
        return row * PITCH_A + k;
    }
    __device__ static constexpr int b_at(int k, int column)
    {
        return B_BY_ROWS ? k * PITCH_B + column : column * PITCH_B + k;
    }
};

/* --- What a warp sums
 * ----------------------------------------------------------------------------- */

/* The sums of ROWS by COLUMNS elements. add() takes the next DEPTH elements of the warp's rows of a
 * and b; gate() replaces the sums of the first half of the columns by silu(first half) * second
 * half; put() writes 16 rows by the first `COLUMNS` columns to `out`, with `pitch` floats from row
 * to row. */
template <class T, class TILE, bool B_BY_ROWS> struct sums {
    using parts = parts_of<T, TILE, B_BY_ROWS>;
    static constexpr int DOWN = TILE::WARP_ROWS / 16, ACROSS = TILE::WARP_COLUMNS / 16;
    using factor_a =
        nvcuda::wmma::fragment<nvcuda::wmma::matrix_a, 16, 16, 16, T, nvcuda::wmma::row_major>;
    using factor_b = nvcuda::wmma::fragment<
        nvcuda::wmma::matrix_b, 16, 16, 16, T,
        std::conditional_t<B_BY_ROWS, nvcuda::wmma::row_major, nvcuda::wmma::col_major>>;
    nvcuda::wmma::fragment<nvcuda::wmma::accumulator, 16, 16, 16, float> sum[DOWN][ACROSS];

    __device__ void clear()
    {
#pragma unroll
        for (int i = 0; i < DOWN; i++)
#pragma unroll
            for (int j = 0; j < ACROSS; j++)
                nvcuda::wmma::fill_fragment(sum[i][j], 0.0f);
    }

    __device__ void add(const T *a, const T *b)
    {
#pragma unroll
        for (int k = 0; k < parts::DEPTH; k += 16) {
            factor_a left[DOWN];
            factor_b right[ACROSS];
#pragma unroll
            for (int i = 0; i < DOWN; i++)
                nvcuda::wmma::load_matrix_sync(left[i], a + parts::a_at(i * 16, k), parts::PITCH_A);
#pragma unroll
            for (int j = 0; j < ACROSS; j++)
                nvcuda::wmma::load_matrix_sync(right[j], b + parts::b_at(k, j * 16),
                                               parts::PITCH_B);
#pragma unroll
            for (int i = 0; i < DOWN; i++)
#pragma unroll
                for (int j = 0; j < ACROSS; j++)
                    nvcuda::wmma::mma_sync(sum[i][j], left[i], right[j], sum[i][j]);
        }
    }

    /* Fragments of one kind hold the same element of their matrices at the same place. */
    __device__ void gate()
    {
#pragma unroll
        for (int i = 0; i < DOWN; i++)
#pragma unroll
            for (int j = 0; j < ACROSS / 2; j++)
#pragma unroll
                for (int e = 0; e < sum[i][j].num_elements; e++) {
                    const float x = sum[i][j].x[e];
                    sum[i][j].x[e] = x / (1 + __expf(-x)) * sum[i][j + ACROSS / 2].x[e];
                }
    }

    template <int COUNT> __device__ void put(int strip, float *out, int pitch)
    {
#pragma unroll
        for (int i = 0; i < DOWN; i++) // a fragment's index must be known when it is compiled
            if (i == strip)
#pragma unroll
                for (int j = 0; j < COUNT / 16; j++)
                    nvcuda::wmma::store_matrix_sync(out + j * 16, sum[i][j], pitch,
                                                    nvcuda::wmma::mem_row_major);
    }
};

/* A lane has every 8th row and every 4th column. */
template <class TILE, bool B_BY_ROWS> struct sums<float, TILE, B_BY_ROWS> {
    using parts = parts_of<float, TILE, B_BY_ROWS>;
    static constexpr int DOWN = TILE::WARP_ROWS / 8, ACROSS = TILE::WARP_COLUMNS / 4;
    float sum[DOWN][ACROSS];

    __device__ static int first_row()
    {
        return (int)threadIdx.x % 32 / 4;
    }

    __device__ static int first_column()
    {
        return (int)threadIdx.x % 4;
    }

    __device__ void clear()
    {
#pragma unroll
        for (int i = 0; i < DOWN; i++)
#pragma unroll
            for (int j = 0; j < ACROSS; j++)
                sum[i][j] = 0;
    }

    __device__ void add(const float *a, const float *b)
    {
#pragma unroll 4
        for (int k = 0; k < parts::DEPTH; k++) {
            float left[DOWN], right[ACROSS];
#pragma unroll
            for (int i = 0; i < DOWN; i++)
                left[i] = a[parts::a_at(first_row() + i * 8, k)];
#pragma unroll
            for (int j = 0; j < ACROSS; j++)
                right[j] = b[parts::b_at(k, first_column() + j * 4)];
#pragma unroll
            for (int i = 0; i < DOWN; i++)
#pragma unroll
                for (int j = 0; j < ACROSS; j++)
                    sum[i][j] = fmaf(left[i], right[j], sum[i][j]);
        }
    }

    __device__ void gate()
    {
#pragma unroll
        for (int i = 0; i < DOWN; i++)
#pragma unroll
            for (int j = 0; j < ACROSS / 2; j++) {
                const float x = sum[i][j];
                sum[i][j] = x / (1 + expf(-x)) * sum[i][j + ACROSS / 2];
            }
    }

    template <int COUNT> __device__ void put(int strip, float *out, int pitch)
    {
#pragma unroll
        for (int i = 0; i < DOWN; i++)
            if (i / 2 == strip)
#pragma unroll
                for (int j = 0; j < COUNT / 4; j++)
                    out[(first_row() + i % 2 * 8) * pitch + first_column() + j * 4] = sum[i][j];
    }
};

/* --- From and to memory
 * --------------------------------------------------------------------------- */

/* Copies DEPTH elements of a row from element k on to shared memory; what is past the row's
 * `length` elements is zero, and so is a row that is null. WHOLE: rows can be read 16 bytes at a
 * time. */
template <bool WHOLE, class T>
__device__ inline void copy_part(T *to, const T *row, long long k, long long length)
{
    constexpr int PART = 16 / (int)sizeof(T);
    const long long left = row ? length - k : 0;

    if constexpr (WHOLE)
        __pipeline_memcpy_async(to, left > 0 ? row + k : to, 16, left > 0 ? 0 : 16);
    else
        for (int i = 0; i < PART; i++)
            to[i] = i < left ? row[k + i] : kernels::narrow<T>(0);
}

/* The rows of a tile that this thread copies: every THREADS / PARTS-th one. */
template <class T, int ROWS, int ROW_BYTES, int THREADS> struct copied_rows {
    static constexpr int PARTS = ROW_BYTES / 16;
    static constexpr int COUNT = ROWS * PARTS / THREADS;
    static_assert(ROWS * PARTS % THREADS == 0, "each thread copies as many rows");
    const T *row[COUNT];

    template <class RowAt> __device__ void find(RowAt row_at)
    {
#pragma unroll
        for (int i = 0; i < COUNT; i++)
            row[i] = row_at((int)threadIdx.x / PARTS + i * (THREADS / PARTS));
    }

    template <bool WHOLE> __device__ void copy(unsigned char *to, long long k, long long length)
    {
        constexpr int PART = 16 / (int)sizeof(T);
        const int part = (int)threadIdx.x % PARTS;

#pragma unroll
        for (int i = 0; i < COUNT; i++) {
            const int at = (int)threadIdx.x / PARTS + i * (THREADS / PARTS);
            copy_part<WHOLE>(reinterpret_cast<T *>(to + at * (ROW_BYTES + 16)) + part * PART,
                             row[i], k + part * PART, length);
        }
    }
};

/* b by rows: its first row from the tile's first column on, of which there are `columns`. */
template <class T> struct by_rows {
    const T *first;
    long long pitch;
    int columns;
};

template <class T, class TILE> struct copied_rows_of_b {
    using parts = parts_of<T, TILE, true>;
    static constexpr int PART = 16 / (int)sizeof(T), PARTS = TILE::COLUMNS / PART;
    static constexpr int APART = TILE::THREADS / PARTS; // rows
    static_assert(parts::DEPTH % APART == 0, "each thread copies as many rows");
    by_rows<T> from;

    __device__ void find(by_rows<T> source)
    {
        from = source;
    }

    template <bool WHOLE> __device__ void copy(unsigned char *to, long long k, long long length)
    {
        const int column = (int)threadIdx.x % PARTS * PART;

#pragma unroll
        for (int i = 0; i < parts::DEPTH / APART; i++) {
            const int at = (int)threadIdx.x / PARTS + i * APART;
            copy_part<WHOLE>(reinterpret_cast<T *>(to) + parts::b_at(at, column),
                             k + at < length ? from.first + (k + at) * from.pitch : nullptr, column,
                             from.columns);
        }
    }
};

template <class T> __device__ inline bool is_whole(const T *rows, long long length)
{
    return length * (int)sizeof(T) % 16 == 0 && reinterpret_cast<size_t>(rows) % 16 == 0;
}

/* Reads the parts of a and b, STAGES - 1 steps ahead, and sums their products. */
template <class TILE, bool WHOLE, class T, class A, class B, class Sums>
__device__ void sum_parts(unsigned char *shared, long long length, A &a, B &b, Sums &sum)
{
    using parts = typename Sums::parts;
    constexpr int AHEAD = TILE::STAGES - 1;
    const int warp = (int)threadIdx.x / 32;
    const T *const warp_a = reinterpret_cast<const T *>(shared) +
                            parts::a_at(warp / TILE::WARPS_ACROSS * TILE::WARP_ROWS, 0);
    const T *const warp_b = reinterpret_cast<const T *>(shared + TILE::ROWS * TILE::PITCH_BYTES) +
                            parts::b_at(0, warp % TILE::WARPS_ACROSS * TILE::WARP_COLUMNS);
    const int steps = (int)((length + parts::DEPTH - 1) / parts::DEPTH);
    const auto copy_step = [&](int step) {
        unsigned char *stage = shared + step % TILE::STAGES * TILE::STAGE_BYTES;
        if (step < steps) {
            b.template copy<WHOLE>(stage + TILE::ROWS * TILE::PITCH_BYTES,
                                   (long long)step * parts::DEPTH, length);
            a.template copy<WHOLE>(stage, (long long)step * parts::DEPTH, length);
        }
        __pipeline_commit();
    };

#pragma unroll
    for (int step = 0; step < AHEAD; step++)
        copy_step(step);
    for (int step = 0; step < steps; step++) {
        const int stage = step % TILE::STAGES * TILE::STAGE_BYTES / (int)sizeof(T);
        __pipeline_wait_prior(AHEAD - 1);
        __syncthreads();
        copy_step(step + AHEAD);
        sum.add(warp_a + stage, warp_b + stage);
    }
    __pipeline_wait_prior(0);
    __syncthreads();
}

/* Computes a tile. row_of_a(i) gives the address of row i of the tile, null past the last one, and
 * b(j) that of column j; or b is a by_rows. store(i, j, value) takes the element of row i and
 * column j, for all of the tile. With GATED, each warp's first half of the columns is the gate of
 * its second half, and j counts the first halves: COLUMNS / 2 columns are stored. shared:
 * TILE::SHARED_BYTES, aligned to 128 bytes. */
template <class TILE, bool GATED, class T, class RowOfA, class B, class Store>
__device__ void multiply(unsigned char *shared, long long length, bool whole, RowOfA row_of_a,
                         B source_of_b, Store store)
{
    constexpr int STORED = GATED ? TILE::WARP_COLUMNS / 2 : TILE::WARP_COLUMNS;
    constexpr int PITCH = STORED + 4;
    const int warp = (int)threadIdx.x / 32, lane = (int)threadIdx.x % 32;
    const int warp_row = warp / TILE::WARPS_ACROSS * TILE::WARP_ROWS;
    const int warp_column = warp % TILE::WARPS_ACROSS * STORED;
    copied_rows<T, TILE::ROWS, TILE::ROW_BYTES, TILE::THREADS> a;
    constexpr bool B_BY_ROWS = std::is_same<B, by_rows<T>>::value;
    std::conditional_t<B_BY_ROWS, copied_rows_of_b<T, TILE>,
                       copied_rows<T, TILE::COLUMNS, TILE::ROW_BYTES, TILE::THREADS>>
        b;
    sums<T, TILE, B_BY_ROWS> sum;

    b.find(source_of_b);
    a.find(row_of_a);
    sum.clear();
    if (whole)
        sum_parts<TILE, true, T>(shared, length, a, b, sum);
    else
        sum_parts<TILE, false, T>(shared, length, a, b, sum);
    if (GATED)
        sum.gate();

    float *strip = reinterpret_cast<float *>(shared) + warp * 16 * PITCH;
    for (int i = 0; i < TILE::WARP_ROWS / 16; i++) {
        sum.template put<STORED>(i, strip, PITCH);
        __syncwarp();
        for (int e = lane * 2; e < 16 * STORED; e += 64) {
            const float2 pair =
                *reinterpret_cast<const float2 *>(strip + e / STORED * PITCH + e % STORED);
            store(warp_row + i * 16 + e / STORED, warp_column + e % STORED, pair);
        }
        __syncwarp();
    }
}

/* Stores two neighbours of a row of `columns` elements. */
template <class T> __device__ inline void store_pair(T *row, int column, int columns, float2 pair)
{
    struct alignas(2 * sizeof(T)) both {
        T first, second;
    };

    if (column + 1 < columns && reinterpret_cast<size_t>(row) % sizeof(both) == 0) {
        *reinterpret_cast<both *>(row + column) = {kernels::narrow<T>(pair.x),
                                                   kernels::narrow<T>(pair.y)};
        return;
    }
    if (column < columns)
        row[column] = kernels::narrow<T>(pair.x);
    if (column + 1 < columns)
        row[column + 1] = kernels::narrow<T>(pair.y);
}
} // namespace tiles

#endif
