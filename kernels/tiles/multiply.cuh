/* Products of matrices by tiles: c = a * b, where b is stored by rows, or by columns as weights
 * are.
 *
 * A block computes one tile: WARPS_DOWN * ROWS rows by WARPS_ACROSS * COLUMNS columns, where each
 * warp has ROWS by COLUMNS of it. DEPTH elements of the tile's rows of a and columns of b are read
 * at a time into shared memory, STAGES steps ahead. WARPS_DEEP warps share a step's elements, and
 * their sums are added at the end. float is multiplied by ordinary instructions, the other types by
 * the tensor cores. Sums are in float.
 */
#ifndef KERNELS_TILES_MULTIPLY_CUH
#define KERNELS_TILES_MULTIPLY_CUH

#include "copies.cuh"
#include "sums.cuh"

namespace tiles
{
/* Reads the parts of a and b, STAGES - 1 steps ahead, and sums their products. A warp loads the
 * next factors from a part before it adds the products of those it has. */
template <class TILE, int UNIT, class T, class A, class B, class Sums>
__device__ void sum_parts(unsigned char *shared, int length, A &a, B &b, Sums &sum)
{
    using parts = typename Sums::parts;
    constexpr int AHEAD = TILE::STAGES - 1, DEPTH = parts::DEPTH / TILE::WARPS_DEEP;
    constexpr int TURNS = DEPTH / Sums::AT_ONCE;
    static_assert(TURNS % 2 == 0, "a step begins with the first of the two factors");
    const int warp = (int)threadIdx.x / 32 / TILE::WARPS_DEEP;
    const int warp_row = warp / TILE::WARPS_ACROSS * TILE::WARP_ROWS;
    const int warp_column = warp % TILE::WARPS_ACROSS * TILE::WARP_COLUMNS;
    const int warp_k = (int)threadIdx.x / 32 % TILE::WARPS_DEEP * DEPTH;
    const int steps = (length + parts::DEPTH - 1) / parts::DEPTH;
    typename Sums::factors factors[2];
    const auto stage_of = [&](int step) {
        return shared + step % TILE::STAGES * TILE::STAGE_BYTES;
    };
    const auto copy_step = [&](int step) {
        if (step < steps) {
            b.template copy<UNIT>(stage_of(step) + TILE::ROWS * TILE::PITCH_BYTES,
                                   step * parts::DEPTH, length);
            a.template copy<UNIT>(stage_of(step), step * parts::DEPTH, length);
        }
        commit_copies();
    };
    const auto load = [&](int step, int turn) {
        const T *const from = reinterpret_cast<const T *>(stage_of(step));
        const int k = warp_k + turn % TURNS * Sums::AT_ONCE;
        factors[turn % 2].load(from + parts::a_at(warp_row, k),
                               from + parts::B_BEGIN + parts::b_at(k, warp_column));
    };
    const auto wait_for_next = [&]() {
        wait_for_copies<AHEAD - 1>();
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
    wait_for_copies<0>();
    __syncthreads();
}

/* Computes a tile. row_of_a(i) gives the address of row i of the tile, null past the last one, and
 * b(j) that of column j; or b is a by_rows. All rows can be read UNIT bytes at once: 16, 4, or the
 * size of an element. store(i, j, value) takes the element of row i and column j and the next one,
 * for all of the tile. With GATED, each warp's first half of the columns is the gate of its second
 * half, and j counts the first halves: COLUMNS / 2 columns are stored. shared: TILE::SHARED_BYTES,
 * aligned to 128 bytes. */
template <class TILE, bool GATED, int UNIT, class T, class RowOfA, class B, class Store>
__device__ __forceinline__ void multiply_by(unsigned char *shared, int length, RowOfA row_of_a,
                                            B source_of_b, Store store)
{
    static_assert(!GATED || TILE::WARPS_DEEP == 1, "a gate takes whole sums");
    constexpr int STORED = GATED ? TILE::WARP_COLUMNS / 2 : TILE::WARP_COLUMNS;
    constexpr int PITCH = STORED + 4, STRIP = TILE::WARP_ROWS < 16 ? TILE::WARP_ROWS : 16;
    constexpr int DEEP = TILE::WARPS_DEEP;
    const int warp = (int)threadIdx.x / 32, lane = (int)threadIdx.x % 32;
    const int warp_row = warp / DEEP / TILE::WARPS_ACROSS * TILE::WARP_ROWS;
    const int warp_column = warp / DEEP % TILE::WARPS_ACROSS * STORED;
    copied_rows<T, TILE, TILE::ROWS, RowOfA> a{row_of_a};
    constexpr bool B_BY_ROWS = std::is_same<B, by_rows<T>>::value;
    std::conditional_t<B_BY_ROWS, copied_rows_of_b<T, TILE>, copied_rows<T, TILE, TILE::COLUMNS, B>>
        b{source_of_b};
    sums<T, TILE, B_BY_ROWS> sum;

    sum.clear();
    sum_parts<TILE, UNIT, T>(shared, length, a, b, sum);
    if constexpr (GATED)
        sum.gate();

    static_assert(TILE::THREADS / 32 * STRIP * PITCH * sizeof(float) <= TILE::SHARED_BYTES,
                  "each warp has room for a strip");
    float *const strips = reinterpret_cast<float *>(shared);
    const auto wait = []() {
        if (DEEP > 1)
            __syncthreads();
        else
            __syncwarp();
    };
    for (int i = 0; i < (TILE::WARP_ROWS + 15) / 16; i++) {
        sum.template put<STORED>(i, strips + warp * STRIP * PITCH, PITCH);
        wait();
        for (int e = (warp % DEEP * 32 + lane) * 2; e < STRIP * STORED; e += DEEP * 64) {
            const float *from =
                strips + (warp / DEEP * DEEP * STRIP + e / STORED) * PITCH + e % STORED;
            float2 pair = *reinterpret_cast<const float2 *>(from);
#pragma unroll
            for (int w = 1; w < DEEP; w++) {
                pair.x += from[w * STRIP * PITCH];
                pair.y += from[w * STRIP * PITCH + 1];
            }
            store(warp_row + i * 16 + e / STORED, warp_column + e % STORED, pair);
        }
        wait();
    }
}

/* The same, where `aligned` says whether all rows can be read 16 bytes at once. */
template <class TILE, bool GATED, class T, class RowOfA, class B, class Store>
__device__ void multiply(unsigned char *shared, int length, bool aligned, RowOfA row_of_a,
                         B source_of_b, Store store)
{
    if (aligned)
        multiply_by<TILE, GATED, 16, T>(shared, length, row_of_a, source_of_b, store);
    else
        multiply_by<TILE, GATED, (int)sizeof(T), T>(shared, length, row_of_a, source_of_b, store);
}

/* Stores two neighbours of a row of `columns` elements. */
template <class T, class Pair>
__device__ inline void store_pair(T *row, int column, int columns, Pair pair)
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
