/* The accumulators of a warp: on the tensor cores, or by ordinary instructions for float. */
#ifndef KERNELS_TILES_SUMS_CUH
#define KERNELS_TILES_SUMS_CUH

#include "tile.cuh"
#include "fragment.cuh"
#include "../elements/pack.cuh"

namespace tiles
{
/* The sums of WARP_ROWS by WARP_COLUMNS elements. `factors` holds the next AT_ONCE elements of the
 * warp's rows of a and columns of b, and add() adds their products. gate() replaces the sums of the
 * first half of the columns by silu(first half) * second half; put() writes 16 rows by the first
 * COUNT columns to `out`, with `pitch` numbers from row to row. */
template <class T, class TILE, bool B_BY_ROWS> struct sums {
    using parts = parts_of<T, TILE, B_BY_ROWS>;
    using number = kernels::wide<T>;
    static constexpr int AT_ONCE = FRAGMENT_DEPTH;
    static constexpr int DOWN = TILE::WARP_ROWS / 16, ACROSS = TILE::WARP_COLUMNS / 16;
    accumulator<number> sum[DOWN][ACROSS];

    struct factors {
        fragment_a<T> a[DOWN];
        fragment_b<T, B_BY_ROWS> b[ACROSS];

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

    /* All accumulators hold the same element at the same place. */
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

    template <int COUNT> __device__ void put(int strip, number *out, int pitch)
    {
#pragma unroll
        for (int i = 0; i < DOWN; i++) // an accumulator's index must be known when it is compiled
            if (i == strip)
#pragma unroll
                for (int j = 0; j < COUNT / 16; j++)
                    sum[i][j].put(out + j * 16, pitch);
    }
};

/* A lane has 8 rows: every LANES_DOWN-th one. It has every LANES_ACROSS-th column; if b is stored
 * by rows, every LANES_ACROSS-th group of N columns. */
template <class T, class TILE, bool B_BY_ROWS> struct plain_sums {
    using parts = parts_of<T, TILE, B_BY_ROWS>;
    using number = T;
    static constexpr int DOWN = 8;
    static constexpr int LANES_DOWN = TILE::WARP_ROWS / DOWN, LANES_ACROSS = 32 / LANES_DOWN;
    static constexpr int ACROSS = TILE::WARP_COLUMNS / LANES_ACROSS;
    static constexpr int PART = 16 / (int)sizeof(T), N = PART < ACROSS ? PART : ACROSS;
    static constexpr int AT_ONCE = DOWN * ACROSS > 64 ? 1 : PART;
    T sum[DOWN][ACROSS];

    __device__ static int row(int i)
    {
        return (int)threadIdx.x % 32 / LANES_ACROSS + i * LANES_DOWN;
    }

    __device__ static int column(int j)
    {
        const int lane = (int)threadIdx.x % LANES_ACROSS;
        return B_BY_ROWS ? (j / N * LANES_ACROSS + lane) * N + j % N : lane + j * LANES_ACROSS;
    }

    struct factors {
        kernels::pack<T, AT_ONCE> a[DOWN], columns[B_BY_ROWS ? 1 : ACROSS];
        kernels::pack<T, N> rows[B_BY_ROWS ? AT_ONCE : 1][B_BY_ROWS ? ACROSS / N : 1];

        __device__ void load(const T *from_a, const T *from_b)
        {
#pragma unroll
            for (int i = 0; i < DOWN; i++)
                a[i] = kernels::load<AT_ONCE>(from_a + parts::a_at(row(i), 0), 0);
            if constexpr (B_BY_ROWS) {
#pragma unroll
                for (int k = 0; k < AT_ONCE; k++)
#pragma unroll
                    for (int j = 0; j < ACROSS; j += N)
                        rows[k][j / N] = kernels::load<N>(from_b + parts::b_at(k, column(j)), 0);
            } else {
#pragma unroll
                for (int j = 0; j < ACROSS; j++)
                    columns[j] = kernels::load<AT_ONCE>(from_b + parts::b_at(0, column(j)), 0);
            }
        }

        __device__ T b(int k, int j) const
        {
            return B_BY_ROWS ? rows[B_BY_ROWS ? k : 0][B_BY_ROWS ? j / N : 0].at[j % N]
                             : columns[B_BY_ROWS ? 0 : j].at[k];
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
        for (int k = 0; k < AT_ONCE; k++)
#pragma unroll
            for (int i = 0; i < DOWN; i++)
#pragma unroll
                for (int j = 0; j < ACROSS; j++)
                    sum[i][j] = fma(f.a[i].at[k], f.b(k, j), sum[i][j]);
    }

    __device__ void gate()
    {
#pragma unroll
        for (int i = 0; i < DOWN; i++)
#pragma unroll
            for (int j = 0; j < ACROSS / 2; j++) {
                const T x = sum[i][j];
                sum[i][j] = x / (1 + exp(-x)) * sum[i][j + ACROSS / 2];
            }
    }

    template <int COUNT> __device__ void put(int strip, T *out, int pitch)
    {
#pragma unroll
        for (int i = 0; i < DOWN; i++)
            if (i * LANES_DOWN / 16 == strip)
#pragma unroll
                for (int j = 0; j < COUNT / LANES_ACROSS; j++)
                    out[(row(i) - strip * 16) * pitch + column(j)] = sum[i][j];
    }
};

template <class TILE, bool B_BY_ROWS>
struct sums<float, TILE, B_BY_ROWS> : plain_sums<float, TILE, B_BY_ROWS> {};
} // namespace tiles

#endif
