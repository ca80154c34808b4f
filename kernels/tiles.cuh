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

#include "square.cuh"

namespace tiles
{
template <int WarpsDown, int WarpsAcross, int Rows, int Columns, int RowBytes, int Stages,
          int Blocks>
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
    static constexpr int BLOCKS = Blocks; // that a multiprocessor is to run at the same time
    static constexpr int STAGE_BYTES = (ROWS + COLUMNS) * PITCH_BYTES;
    static constexpr int SHARED_BYTES = STAGES * STAGE_BYTES;
};

using large = tile<2, 4, 64, 64, 128, 3, 1>;   // for many rows
using shallow = tile<1, 4, 32, 32, 128, 2, 4>; // for few rows of few steps
using narrow =
    tile<1, 4, 32, 32, 128, 4, 2>; // for few rows, where reading b is what takes the time

/* --- The parts of a and b in shared memory --- */

/* A step's part of a has the tile's rows. That of b has its columns one after the other or, with
 * B_BY_ROWS, DEPTH rows of it. */
template <class T, class TILE, bool B_BY_ROWS> struct parts_of {
    static constexpr int DEPTH = TILE::ROW_BYTES / (int)sizeof(T);
    static constexpr int PITCH_A = TILE::PITCH_BYTES / (int)sizeof(T);
    static constexpr int PITCH_B = B_BY_ROWS ? TILE::COLUMNS + 16 / (int)sizeof(T) : PITCH_A;
    static constexpr int B_BEGIN = TILE::ROWS * PITCH_A;
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

/* --- What a warp sums --- */

/* The sums of WARP_ROWS by WARP_COLUMNS elements. `factors` holds the next AT_ONCE elements of the
 * warp's rows of a and columns of b, and add() adds their products. gate() replaces the sums of the
 * first half of the columns by silu(first half) * second half; put() writes 16 rows by the first
 * COUNT columns to `out`, with `pitch` floats from row to row. */
template <class T, class TILE, bool B_BY_ROWS> struct sums {
    using parts = parts_of<T, TILE, B_BY_ROWS>;
    static constexpr int AT_ONCE = 16;
    static constexpr int DOWN = TILE::WARP_ROWS / 16, ACROSS = TILE::WARP_COLUMNS / 16;
    square sum[DOWN][ACROSS];

    struct factors {
        left<T> a[DOWN];
        right<T, B_BY_ROWS> b[ACROSS];

        __device__ void load(const T *from_a, const T *from_b)
        {
#pragma unroll
            for (int i = 0; i < DOWN; i++)
                a[i].load(from_a + parts::a_at(i * 16, 0), parts::PITCH_A);
#pragma unroll
            for (int j = 0; j < ACROSS; j++)
                b[j].load(from_b + parts::b_at(0, j * 16), parts::PITCH_B);
        }
    };

    __device__ void clear()
    {
#pragma unroll
        for (int i = 0; i < DOWN; i++)
#pragma unroll
            for (int j = 0; j < ACROSS; j++)
                sum[i][j].clear();
    }

    __device__ void add(const factors &f)
    {
#pragma unroll
        for (int i = 0; i < DOWN; i++)
#pragma unroll
            for (int j = 0; j < ACROSS; j++)
                sum[i][j].add(f.a[i], f.b[j]);
    }

    /* Squares hold the same element at the same place. */
    __device__ void gate()
    {
#pragma unroll
        for (int i = 0; i < DOWN; i++)
#pragma unroll
            for (int j = 0; j < ACROSS / 2; j++)
#pragma unroll
                for (int e = 0; e < 8; e++) {
                    const float x = sum[i][j].x[e];
                    sum[i][j].x[e] = x / (1 + __expf(-x)) * sum[i][j + ACROSS / 2].x[e];
                }
    }

    template <int COUNT> __device__ void put(int strip, float *out, int pitch)
    {
#pragma unroll
        for (int i = 0; i < DOWN; i++) // a square's index must be known when it is compiled
            if (i == strip)
#pragma unroll
                for (int j = 0; j < COUNT / 16; j++)
                    sum[i][j].put(out + j * 16, pitch);
    }
};

/* A lane has every 8th row and every 4th column. */
template <class TILE, bool B_BY_ROWS> struct sums<float, TILE, B_BY_ROWS> {
    using parts = parts_of<float, TILE, B_BY_ROWS>;
    static constexpr int AT_ONCE = 1;
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

    struct factors {
        float a[DOWN], b[ACROSS];

        __device__ void load(const float *from_a, const float *from_b)
        {
#pragma unroll
            for (int i = 0; i < DOWN; i++)
                a[i] = from_a[parts::a_at(first_row() + i * 8, 0)];
#pragma unroll
            for (int j = 0; j < ACROSS; j++)
                b[j] = from_b[parts::b_at(0, first_column() + j * 4)];
        }
    };

    __device__ void clear()
    {
#pragma unroll
        for (int i = 0; i < DOWN; i++)
#pragma unroll
            for (int j = 0; j < ACROSS; j++)
                sum[i][j] = 0;
    }

    __device__ void add(const factors &f)
    {
#pragma unroll
        for (int i = 0; i < DOWN; i++)
#pragma unroll
            for (int j = 0; j < ACROSS; j++)
                sum[i][j] = fmaf(f.a[i], f.b[j], sum[i][j]);
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

/* --- From and to memory --- */

/* Copies 16 bytes of a row from element k on to shared memory; what is past the row's `length`
 * elements is zero, and so is a row that is null. WHOLE: rows can be read 16 bytes at a time. */
template <bool WHOLE, class T>
__device__ inline void copy_part(T *to, const T *row, int k, int length)
{
    constexpr int PART = 16 / (int)sizeof(T);
    const int left = row ? length - k : 0;

    if constexpr (WHOLE)
        copy_16(to, row + k, left > 0);
    else
#pragma unroll 1
        for (int i = 0; i < PART; i++)
            to[i] = i < left ? row[k + i] : kernels::narrow<T>(0);
}

/* The rows of a tile that this thread copies: every APART-th one. */
template <class T, class TILE, int ROWS> struct copied_rows {
    static constexpr int PART = 16 / (int)sizeof(T), PARTS = TILE::ROW_BYTES / 16;
    static constexpr int APART = TILE::THREADS / PARTS;
    static_assert(ROWS % APART == 0, "each thread copies as many rows");
    const T *row[ROWS / APART];

    template <class RowAt> __device__ void find(RowAt row_at)
    {
        const int first = (int)threadIdx.x / PARTS;

#pragma unroll
        for (int i = 0; i < ROWS / APART; i++)
            row[i] = row_at(first + i * APART);
    }

    template <bool WHOLE> __device__ __forceinline__ void copy(unsigned char *to, int k, int length)
    {
        const int first = (int)threadIdx.x / PARTS, part = (int)threadIdx.x % PARTS * PART;

#pragma unroll
        for (int i = 0; i < ROWS / APART; i++)
            copy_part<WHOLE>(reinterpret_cast<T *>(to + (first + i * APART) * TILE::PITCH_BYTES) +
                                 part,
                             row[i], k + part, length);
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

    template <bool WHOLE> __device__ __forceinline__ void copy(unsigned char *to, int k, int length)
    {
        const int column = (int)threadIdx.x % PARTS * PART, first = (int)threadIdx.x / PARTS;
        const T *row = from.first + (k + first) * from.pitch;

#pragma unroll
        for (int at = 0; at < parts::DEPTH; at += APART) {
            copy_part<WHOLE>(reinterpret_cast<T *>(to) + parts::b_at(first + at, column),
                             k + first + at < length ? row : nullptr, column, from.columns);
            row += APART * from.pitch;
        }
    }
};

template <class T> __device__ inline bool is_whole(const T *rows, long long length)
{
    return length * (int)sizeof(T) % 16 == 0 && reinterpret_cast<size_t>(rows) % 16 == 0;
}

/* Reads the parts of a and b, STAGES - 1 steps ahead, and sums their products. A warp loads the
 * next factors from a part before it adds the products of those it has. */
template <class TILE, bool WHOLE, class T, class A, class B, class Sums>
__device__ void sum_parts(unsigned char *shared, int length, A &a, B &b, Sums &sum)
{
    using parts = typename Sums::parts;
    constexpr int AHEAD = TILE::STAGES - 1, TURNS = parts::DEPTH / Sums::AT_ONCE;
    const int warp = (int)threadIdx.x / 32;
    const int warp_row = warp / TILE::WARPS_ACROSS * TILE::WARP_ROWS;
    const int warp_column = warp % TILE::WARPS_ACROSS * TILE::WARP_COLUMNS;
    const int steps = (length + parts::DEPTH - 1) / parts::DEPTH;
    typename Sums::factors factors[2];
    const auto stage_of = [&](int step) {
        return shared + step % TILE::STAGES * TILE::STAGE_BYTES;
    };
    const auto copy_step = [&](int step) {
        if (step < steps) {
            b.template copy<WHOLE>(stage_of(step) + TILE::ROWS * TILE::PITCH_BYTES,
                                   step * parts::DEPTH, length);
            a.template copy<WHOLE>(stage_of(step), step * parts::DEPTH, length);
        }
        __pipeline_commit();
    };
    const auto load = [&](int step, int turn) {
        const T *const from = reinterpret_cast<const T *>(stage_of(step));
        const int k = turn % TURNS * Sums::AT_ONCE;
        factors[turn % 2].load(from + parts::a_at(warp_row, k),
                               from + parts::B_BEGIN + parts::b_at(k, warp_column));
    };
    const auto wait_for_next = [&]() {
        __pipeline_wait_prior(AHEAD - 1);
        __syncthreads();
    };

#pragma unroll
    for (int step = 0; step < AHEAD; step++)
        copy_step(step);
    wait_for_next();
    if (steps > 0)
        load(0, 0);
    for (int step = 0; step < steps; step++)
#pragma unroll 4
        for (int turn = 0; turn < TURNS; turn++) {
            const bool last = turn == TURNS - 1;
            if (last)
                wait_for_next(); // all warps have what they need of this step's part
            if (!last || step + 1 < steps)
                load(step + last, turn + 1);
            if (turn == 0)
                copy_step(step + AHEAD);
            sum.add(factors[turn % 2]);
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
__device__ void multiply(unsigned char *shared, int length, bool whole, RowOfA row_of_a,
                         B source_of_b, Store store)
{
    constexpr int STORED = GATED ? TILE::WARP_COLUMNS / 2 : TILE::WARP_COLUMNS;
    constexpr int PITCH = STORED + 4;
    const int warp = (int)threadIdx.x / 32, lane = (int)threadIdx.x % 32;
    const int warp_row = warp / TILE::WARPS_ACROSS * TILE::WARP_ROWS;
    const int warp_column = warp % TILE::WARPS_ACROSS * STORED;
    copied_rows<T, TILE, TILE::ROWS> a;
    constexpr bool B_BY_ROWS = std::is_same<B, by_rows<T>>::value;
    std::conditional_t<B_BY_ROWS, copied_rows_of_b<T, TILE>, copied_rows<T, TILE, TILE::COLUMNS>> b;
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
