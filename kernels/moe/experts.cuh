/* The products of all experts, each over its own rows. Only the device knows how many rows an
 * expert has, so the launches cover the largest possible number. */
#ifndef MOE_EXPERTS_CUH
#define MOE_EXPERTS_CUH

#include "../tiles/multiply.cuh"
#include "layer_limits.h"

namespace moe
{
enum { SPLIT_STEP = 64 /* each split begins at a multiple of it */ };

/* Tiles, named for their rows. The gated product of m32 has a tile of its own, since its rows are
 * short. */
using m16 = tiles::tile<1, 4, 16, 32, 128, 4, 2>;
using m32 = tiles::tile<1, 4, 32, 32, 128, 4, 2>;
using m32_gated = tiles::tile<1, 4, 32, 32, 128, 2, 4>;
using m64 = tiles::tile<2, 4, 32, 32, 128, 3, 2>;
using m128 = tiles::tile<2, 4, 64, 64, 128, 3, 1>;

/* The rows of one tile: those from `begin` to `end` - 1, of expert `expert`; -1: there is none. */
struct group {
    int expert, begin, end;
};

__device__ inline group find_group(const int *first, int experts, int tile, int rows)
{
    __shared__ int begins[MOE_MAX_EXPERTS + 1];

    for (int e = (int)threadIdx.x; e <= experts; e += (int)blockDim.x)
        begins[e] = first[e];
    __syncthreads();
    for (int e = 0; e < experts; e++) {
        const int begin = begins[e], end = begins[e + 1];
        const int count = (end - begin) / rows + ((end - begin) % rows > 0);
        if (tile < count)
            return {e, begin + tile * rows, end};
        tile -= count;
    }
    return {-1, 0, 0};
}

/* A tile of silu(x * transpose(gate)) * (x * transpose(up)), for the tokens of an expert's rows. */
template <class TILE, class T>
__device__ void gated_tile(unsigned char *shared, int hidden, int inner, int experts, int top,
                           const T *x, const T *gate, const T *up, const int *first,
                           const int *entry_of, T *out)
{
    constexpr int HALF = TILE::WARP_COLUMNS / 2;
    const group g = find_group(first, experts, (int)blockIdx.x, TILE::ROWS);
    const int column = (int)blockIdx.y * (TILE::COLUMNS / 2);
    if (g.expert < 0)
        return;
    const long long weights = (long long)g.expert * inner;
    const bool aligned = tiles::has_aligned_rows(x, hidden) &&
                         tiles::has_aligned_rows(gate, hidden) &&
                         tiles::has_aligned_rows(up, hidden);

    tiles::multiply<TILE, true, T>(
        shared, hidden, aligned,
        [&](int i) {
            return g.begin + i < g.end ? x + (long long)(entry_of[g.begin + i] / top) * hidden
                                       : nullptr;
        },
        [&](int j) {
            const int at = column + j / (2 * HALF) * HALF + j % HALF;
            return at < inner ? (j % (2 * HALF) < HALF ? gate : up) + (weights + at) * hidden
                              : nullptr;
        },
        [&](int i, int j, float2 pair) {
            if (g.begin + i < g.end)
                tiles::store_pair(out + (long long)(g.begin + i) * inner, column + j, inner, pair);
        });
}

/* A tile of h * transpose(down), over one of `splits` parts of their columns (split-K): blockIdx.z
 * says which. */
template <class TILE, class T>
__device__ void down_tile(unsigned char *shared, int rows, int hidden, int inner, int experts,
                          int splits, const T *h, const T *down, const int *first, float *out)
{
    const group g = find_group(first, experts, (int)blockIdx.x, TILE::ROWS);
    const int column = (int)blockIdx.y * TILE::COLUMNS;
    const int width = (inner + splits * SPLIT_STEP - 1) / (splits * SPLIT_STEP) * SPLIT_STEP;
    if (g.expert < 0 || (int)blockIdx.z >= splits)
        return;
    const int begin = min((int)blockIdx.z * width, inner);
    const int length = min(width, inner - begin);
    const long long weights = (long long)g.expert * hidden;
    const bool aligned = tiles::has_aligned_rows(h, inner) && tiles::has_aligned_rows(down, inner);

    out += (long long)blockIdx.z * rows * hidden;
    tiles::multiply<TILE, false, T>(
        shared, length, aligned,
        [&](int i) {
            return g.begin + i < g.end ? h + (long long)(g.begin + i) * inner + begin : nullptr;
        },
        [&](int j) {
            return column + j < hidden ? down + (weights + column + j) * inner + begin : nullptr;
        },
        [&](int i, int j, float2 pair) {
            if (g.begin + i < g.end)
                tiles::store_pair(out + (long long)(g.begin + i) * hidden, column + j, hidden,
                                  pair);
        });
}

extern __shared__ __align__(128) unsigned char stages[];

static_assert(m128::ROWS == MOE_TILE_ROWS && m128::COLUMNS == MOE_TILE_COLUMNS, "");

/* THREADS, ROWS, COLUMNS and SHARED are those of TILE. */
template <class T, class TILE, int THREADS, int ROWS, int COLUMNS, int SHARED>
CUSTUB_BLOCK(THREADS)
CUSTUB_THREADS((rows / ROWS + experts) * THREADS, ceil_div(inner, COLUMNS / 2))
CUSTUB_SHARED(SHARED)
CUSTUB_REQUIRES(rows > 0 && hidden > 0 && inner > 0 && experts > 0 && top > 0)
CUSTUB_REQUIRES(hidden <= MOE_MAX_WIDTH && inner <= MOE_MAX_WIDTH)
__global__ void __launch_bounds__(THREADS, TILE::BLOCKS) gated(
    int rows, int hidden, int inner, int experts, int top,
    const T *x CUSTUB_COUNTED_BY(rows / top * hidden),
    const T *gate CUSTUB_COUNTED_BY(experts * inner * hidden),
    const T *up CUSTUB_COUNTED_BY(experts * inner * hidden),
    const int *first CUSTUB_COUNTED_BY(experts + 1) CUSTUB_VALUES(0, rows + 1),
    const int *entry_of CUSTUB_COUNTED_BY(rows),
    T *out CUSTUB_COUNTED_BY(rows * inner))
{
    gated_tile<TILE>(stages, hidden, inner, experts, top, x, gate, up, first, entry_of, out);
}

template <class T, class TILE, int THREADS, int ROWS, int COLUMNS, int SHARED>
CUSTUB_BLOCK(THREADS)
CUSTUB_THREADS((rows / ROWS + experts) * THREADS, ceil_div(hidden, COLUMNS), splits)
CUSTUB_SHARED(SHARED)
CUSTUB_REQUIRES(rows > 0 && hidden > 0 && inner > 0 && experts > 0)
CUSTUB_REQUIRES(hidden <= MOE_MAX_WIDTH && inner <= MOE_MAX_WIDTH)
CUSTUB_REQUIRES(splits > 0 && splits <= MOE_MAX_SPLITS)
__global__ void __launch_bounds__(THREADS, TILE::BLOCKS) down(
    int rows, int hidden, int inner, int experts, int splits,
    const T *h CUSTUB_COUNTED_BY(rows * inner),
    const T *down CUSTUB_COUNTED_BY(experts * hidden * inner),
    const int *first CUSTUB_COUNTED_BY(experts + 1) CUSTUB_VALUES(0, rows + 1),
    float *out CUSTUB_COUNTED_BY(splits * rows * hidden))
{
    down_tile<TILE>(stages, rows, hidden, inner, experts, splits, h, down, first, out);
}
} // namespace moe

#endif
