/* The kernels of a mixture-of-experts layer (moe_forward.h), in the order in which they run.
 *
 * A token's `top` choices of experts are its entries: entry e belongs to token e / top. The entries
 * of an expert become consecutive rows, in the order of the tokens: expert e has the rows first[e]
 * to first[e + 1] - 1. How many rows an expert has is known on the device alone, so that the
 * products are launched for as many as there can be. */
#include <custub/kernel.h>

#include "../stream.cuh"
#include "../tiles.cuh"

namespace moe
{
using kernels::is_aligned;
using kernels::load;
using kernels::narrow;
using kernels::pack;
using kernels::store;
using kernels::widen;

enum {
    PART_STEP = 64, /* parts of rows begin at whole steps */
    MAX_EXPERTS = 256,
    MAX_TOP = 16,
    MAX_WIDTH = 1 << 21, /* of hidden and inner */
    MAX_PARTS = 8,
    ROUTE_THREADS = 256,
    PLACE_THREADS = 256,
    COMBINE_THREADS = 256,
    AT_ONCE = 8 /* elements of 16 bits in 16 bytes */
};

/* --- Which experts a token goes to ------------------------------------------------------------- */

__device__ inline float sum_of_warp(float value)
{
    for (int offset = 16; offset > 0; offset /= 2)
        value += __shfl_xor_sync(0xffffffff, value, offset);
    return value;
}

struct candidate {
    float score;
    int expert;
};

/* The better of two: the higher score, of equal ones the lower expert. */
__device__ inline candidate better(candidate a, candidate b)
{
    return b.score > a.score || (b.score == a.score && b.expert < a.expert) ? b : a;
}

__device__ inline candidate best_of_warp(candidate value)
{
    for (int offset = 16; offset > 0; offset /= 2) {
        candidate other;
        other.score = __shfl_xor_sync(0xffffffff, value.score, offset);
        other.expert = __shfl_xor_sync(0xffffffff, value.expert, offset);
        value = better(value, other);
    }
    return value;
}

/* One warp chooses among the scores and writes the `top` best, with their shares of the softmax. A
 * NaN counts as the lowest score, so that there are always `top` different experts. */
__device__ inline void choose(const float *scores, int experts, int top, bool normalize,
                              int *choice, float *weight)
{
    const int lane = (int)threadIdx.x % 32;
    const float lowest = -INFINITY;
    unsigned int taken = 0; // of this lane's experts: lane, lane + 32, ...
    float total = 0, chosen = 0, highest = lowest, mine = 0;

    for (int rank = 0; rank < top; rank++) {
        candidate best = {lowest, MAX_EXPERTS};
        for (int i = 0; lane + 32 * i < experts; i++) {
            const float score = scores[lane + 32 * i];
            const candidate here = {isnan(score) ? lowest : score, lane + 32 * i};
            if (!(taken >> i & 1))
                best = better(best, here);
        }
        best = best_of_warp(best);
        if (best.expert % 32 == lane)
            taken |= 1u << best.expert / 32;
        if (rank == 0) {
            highest = best.score;
            for (int e = lane; e < experts; e += 32)
                total += isnan(scores[e]) ? 0 : expf(scores[e] - highest);
            total = sum_of_warp(total);
        }
        const float share = expf(best.score - highest) / total;
        chosen += share;
        if (rank == lane) {
            choice[rank] = best.expert;
            mine = share;
        }
    }
    if (lane < top)
        weight[lane] = normalize ? mine / chosen : mine;
}

/* This lane's part of a product of two rows. */
template <class T> __device__ inline float lane_product(const T *a, const T *b, int length)
{
    constexpr int PART = 16 / (int)sizeof(T);
    struct alignas(16) part {
        T of[PART];
    };
    const int lane = (int)threadIdx.x % 32;
    float sum = 0;

    if (tiles::is_whole(a, length) && tiles::is_whole(b, length)) {
#pragma unroll 4
        for (int i = lane; i < length / PART; i += 32) {
            const part x = reinterpret_cast<const part *>(a)[i],
                       y = reinterpret_cast<const part *>(b)[i];
#pragma unroll
            for (int j = 0; j < PART; j++)
                sum += widen(x.of[j]) * widen(y.of[j]);
        }
        return sum;
    }
    for (int i = lane; i < length; i += 32)
        sum += widen(a[i]) * widen(b[i]);
    return sum;
}

/* A block for each token, a warp for each expert in turn. */
template <class T>
CUSTUB_BLOCK(ROUTE_THREADS)
CUSTUB_THREADS(tokens *ROUTE_THREADS) CUSTUB_REQUIRES(tokens > 0 && hidden > 0)
    CUSTUB_REQUIRES(experts > 0 && experts <= MAX_EXPERTS)
        CUSTUB_REQUIRES(top > 0 && top <= experts && top <= MAX_TOP) __global__
    void __launch_bounds__(ROUTE_THREADS)
        route(int tokens, int hidden, int experts, int top, bool normalize,
              const T *x CUSTUB_COUNTED_BY(tokens *hidden),
              const T *router CUSTUB_COUNTED_BY(experts *hidden),
              int *choice CUSTUB_COUNTED_BY(tokens *top),
              float *weight CUSTUB_COUNTED_BY(tokens *top))
{
    __shared__ float scores[MAX_EXPERTS];
    const int lane = (int)threadIdx.x % 32;
    const long long token = blockIdx.x;

    if (token >= tokens) // a grid may be larger than needed
        return;
    for (int e = (int)threadIdx.x / 32; e < experts; e += ROUTE_THREADS / 32) {
        const float score =
            sum_of_warp(lane_product(x + token * hidden, router + (long long)e * hidden, hidden));
        if (lane == 0)
            scores[e] = score;
    }
    __syncthreads();
    if (threadIdx.x < 32)
        choose(scores, experts, top, normalize, choice + token * top, weight + token * top);
}

/* --- The rows of each expert ------------------------------------------------------------------- */

/* How many threads of the block before this one say yes; *all: how many of all. */
__device__ inline int count_before(bool yes, int *all)
{
    __shared__ int of_warp[PLACE_THREADS / 32];
    const int lane = (int)threadIdx.x % 32, warp = (int)threadIdx.x / 32;
    const unsigned int votes = __ballot_sync(0xffffffff, yes);
    int before = __popc(votes & ((1u << lane) - 1));

    __syncthreads(); // the last call's counts have been read
    if (lane == 0)
        of_warp[warp] = __popc(votes);
    __syncthreads();
    *all = 0;
    for (int w = 0; w < PLACE_THREADS / 32; w++) {
        before += w < warp ? of_warp[w] : 0;
        *all += of_warp[w];
    }
    return before;
}

/* A block for each expert: where its rows begin, which entries they are, and the row of each entry,
 * -1 for one that is dropped since the expert has `capacity` rows already (0: no limit). */
CUSTUB_BLOCK(PLACE_THREADS)
CUSTUB_THREADS(experts * PLACE_THREADS)
CUSTUB_REQUIRES(entries > 0 && experts > 0 && experts <= MAX_EXPERTS && capacity >= 0)
__global__ void __launch_bounds__(PLACE_THREADS) place(
    int entries, int experts, int capacity,
    const int *choice CUSTUB_COUNTED_BY(entries),
    int *first CUSTUB_COUNTED_BY(experts + 1),
    int *entry_of CUSTUB_COUNTED_BY(entries),
    int *row_of CUSTUB_COUNTED_BY(entries),
    int *dropped CUSTUB_COUNTED_BY(experts))
{
    __shared__ int counts[MAX_EXPERTS];
    const int expert = (int)blockIdx.x;
    const int limit = capacity > 0 ? capacity : entries;
    int begin = 0, placed = 0;

    if (expert >= experts)
        return;
    for (int e = (int)threadIdx.x; e < experts; e += PLACE_THREADS)
        counts[e] = 0;
    __syncthreads();
    for (int i = (int)threadIdx.x; i < entries; i += PLACE_THREADS)
        atomicAdd(&counts[choice[i]], 1);
    __syncthreads();
    for (int e = 0; e < expert; e++)
        begin += min(counts[e], limit);
    if (threadIdx.x == 0) {
        const int kept = min(counts[expert], limit);
        first[expert] = begin;
        dropped[expert] = counts[expert] - kept;
        if (expert == experts - 1)
            first[experts] = begin + kept;
    }
    for (long long base = 0; base < entries; base += PLACE_THREADS) {
        const long long i = base + threadIdx.x;
        const bool mine = i < entries && choice[i] == expert;
        int all;
        const int at = placed + count_before(mine, &all);
        if (mine && at < limit)
            entry_of[begin + at] = (int)i;
        if (mine)
            row_of[i] = at < limit ? begin + at : -1;
        placed += all;
    }
}

/* --- The experts ------------------------------------------------------------------------------- */

/* The rows of one tile: those from `begin` to `end` - 1, of expert `expert`; -1: there is none. */
struct group {
    int expert, begin, end;
};

__device__ inline group find_group(const int *first, int experts, int tile, int rows)
{
    __shared__ int begins[MAX_EXPERTS + 1];

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
    const bool whole =
        tiles::is_whole(x, hidden) && tiles::is_whole(gate, hidden) && tiles::is_whole(up, hidden);

    tiles::multiply<TILE, true, T>(
        shared, hidden, whole,
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

/* A tile of h * transpose(down), over one of `parts` parts of their columns: blockIdx.z. */
template <class TILE, class T>
__device__ void down_tile(unsigned char *shared, int rows, int hidden, int inner, int experts,
                          int parts, const T *h, const T *down, const int *first, float *out)
{
    const group g = find_group(first, experts, (int)blockIdx.x, TILE::ROWS);
    const int column = (int)blockIdx.y * TILE::COLUMNS;
    const int part = (inner + parts * PART_STEP - 1) / (parts * PART_STEP) * PART_STEP;
    if (g.expert < 0 || (int)blockIdx.z >= parts)
        return;
    const int begin = min((int)blockIdx.z * part, inner);
    const int length = min(part, inner - begin);
    const long long weights = (long long)g.expert * hidden;
    const bool whole = tiles::is_whole(h, inner) && tiles::is_whole(down, inner);

    out += (long long)blockIdx.z * rows * hidden;
    tiles::multiply<TILE, false, T>(
        shared, length, whole,
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

/* THREADS, ROWS, COLUMNS and SHARED are those of TILE. */
template <class T, class TILE, int THREADS, int ROWS, int COLUMNS, int SHARED>
CUSTUB_BLOCK(THREADS)
CUSTUB_THREADS((rows / ROWS + experts) * THREADS, ceil_div(inner, COLUMNS / 2))
CUSTUB_SHARED(SHARED)
CUSTUB_REQUIRES(rows > 0 && hidden > 0 && inner > 0 && experts > 0 && top > 0)
CUSTUB_REQUIRES(hidden <= MAX_WIDTH && inner <= MAX_WIDTH)
__global__ void __launch_bounds__(THREADS, TILE::BLOCKS) gated(
    int rows, int hidden, int inner, int experts, int top,
    const T *x CUSTUB_COUNTED_BY(rows / top * hidden),
    const T *gate CUSTUB_COUNTED_BY(experts * inner * hidden),
    const T *up CUSTUB_COUNTED_BY(experts * inner * hidden),
    const int *first CUSTUB_COUNTED_BY(experts + 1),
    const int *entry_of CUSTUB_COUNTED_BY(rows),
    T *out CUSTUB_COUNTED_BY(rows * inner))
{
    gated_tile<TILE>(stages, hidden, inner, experts, top, x, gate, up, first, entry_of, out);
}

template <class T, class TILE, int THREADS, int ROWS, int COLUMNS, int SHARED>
CUSTUB_BLOCK(THREADS)
CUSTUB_THREADS((rows / ROWS + experts) * THREADS, ceil_div(hidden, COLUMNS), parts)
CUSTUB_SHARED(SHARED)
CUSTUB_REQUIRES(rows > 0 && hidden > 0 && inner > 0 && experts > 0)
CUSTUB_REQUIRES(hidden <= MAX_WIDTH && inner <= MAX_WIDTH && parts > 0 && parts <= MAX_PARTS)
__global__ void __launch_bounds__(THREADS, TILE::BLOCKS) down(
    int rows, int hidden, int inner, int experts, int parts,
    const T *h CUSTUB_COUNTED_BY(rows * inner),
    const T *weights CUSTUB_COUNTED_BY(experts * hidden * inner),
    const int *first CUSTUB_COUNTED_BY(experts + 1),
    float *out CUSTUB_COUNTED_BY(parts * rows * hidden))
{
    down_tile<TILE>(stages, rows, hidden, inner, experts, parts, h, weights, first, out);
}

/* --- Around products that the caller makes ----------------------------------------------------- */

/* Brings the tokens of all rows together, N elements at a time. */
template <int N, class T>
__device__ inline void gather_rows(int rows, int hidden, int top, const T *x, const int *entry_of,
                                   T *out)
{
    const long long packs = hidden / N, count = rows * packs;
    const long long stride = (long long)gridDim.x * blockDim.x;

    for (long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x; i < count; i += stride) {
        const long long row = i / packs;
        store<N>(out, i, load<N>(x + (long long)(entry_of[row] / top) * hidden, i - row * packs));
    }
}

template <class T>
CUSTUB_GRID_STRIDE
CUSTUB_BLOCK(COMBINE_THREADS)
CUSTUB_THREADS(ceil_div(rows * hidden, AT_ONCE))
CUSTUB_REQUIRES(rows > 0 && hidden > 0 && experts > 0 && top > 0)
__global__ void __launch_bounds__(COMBINE_THREADS) gather(
    int rows, int hidden, int experts, int top,
    const T *x CUSTUB_COUNTED_BY(rows / top * hidden),
    const int *first CUSTUB_COUNTED_BY(experts + 1),
    const int *entry_of CUSTUB_COUNTED_BY(rows),
    T *out CUSTUB_COUNTED_BY(rows * hidden))
{
    constexpr int N = 16 / (int)sizeof(T);

    if (tiles::is_whole(x, hidden) && is_aligned<T, N>(out))
        gather_rows<N>(first[experts], hidden, top, x, entry_of, out);
    else
        gather_rows<1>(first[experts], hidden, top, x, entry_of, out);
}

/* gate = silu(gate) * up, N elements at a time */
template <int N, class T>
__device__ inline void activate_packs(long long count, const T *up, T *gate)
{
    const long long stride = (long long)gridDim.x * blockDim.x;

    for (long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x; i < count; i += stride) {
        const pack<T, N> g = load<N>(gate, i), u = load<N>(up, i);
        pack<T, N> result;
#pragma unroll
        for (int e = 0; e < N; e++) {
            const float x = widen(g.at[e]);
            result.at[e] = narrow<T>(x / (1 + expf(-x)) * widen(u.at[e]));
        }
        store<N>(gate, i, result);
    }
}

template <class T>
CUSTUB_GRID_STRIDE
CUSTUB_BLOCK(COMBINE_THREADS)
CUSTUB_THREADS(ceil_div(rows * inner, AT_ONCE))
CUSTUB_REQUIRES(rows > 0 && inner > 0 && experts > 0)
__global__ void __launch_bounds__(COMBINE_THREADS) activate(
    int rows, int inner, int experts,
    const int *first CUSTUB_COUNTED_BY(experts + 1),
    const T *__restrict__ up CUSTUB_COUNTED_BY(rows * inner),
    T *__restrict__ gate CUSTUB_COUNTED_BY(rows * inner))
{
    constexpr int N = 16 / (int)sizeof(T);

    if (tiles::is_whole(up, inner) && is_aligned<T, N>(gate))
        activate_packs<N>((long long)first[experts] * inner / N, up, gate);
    else
        activate_packs<1>((long long)first[experts] * inner, up, gate);
}

/* --- The results ------------------------------------------------------------------------------- */

/* Each token's weighted sum of what its experts gave, in the order of its choices, N elements at a
 * time. What they gave is the sum of `parts` matrices. What was dropped adds nothing. */
template <int N, class T, class Y>
__device__ inline void combine_rows(int tokens, int hidden, int top, int parts, const Y *y,
                                    const int *row_of, const float *weight, T *out)
{
    const long long packs = hidden / N, count = tokens * packs;
    const long long stride = (long long)gridDim.x * blockDim.x;

    for (long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x; i < count; i += stride) {
        const long long token = i / packs, at = i - token * packs;
        float sum[N] = {};
        for (int s = 0; s < top; s++) {
            const int row = row_of[token * top + s];
            float given[N] = {};
            for (int part = 0; part < parts && row >= 0; part++) {
                const long long at_row = (long long)part * tokens * top + row;
                const pack<Y, N> one = load<N>(y, at_row * packs + at);
#pragma unroll
                for (int e = 0; e < N; e++)
                    given[e] += widen(one.at[e]);
            }
#pragma unroll
            for (int e = 0; e < N; e++)
                sum[e] += weight[token * top + s] * given[e];
        }
        pack<T, N> result;
#pragma unroll
        for (int e = 0; e < N; e++)
            result.at[e] = narrow<T>(sum[e]);
        store<N>(out, i, result);
    }
}

template <class T, class Y>
CUSTUB_GRID_STRIDE
CUSTUB_BLOCK(COMBINE_THREADS)
CUSTUB_THREADS(ceil_div(tokens * hidden, 4))
CUSTUB_REQUIRES(tokens > 0 && hidden > 0 && top > 0 && parts > 0)
__global__ void __launch_bounds__(COMBINE_THREADS) combine(
    int tokens, int hidden, int top, int parts,
    const Y *y CUSTUB_COUNTED_BY(parts * tokens * top * hidden),
    const int *row_of CUSTUB_COUNTED_BY(tokens * top),
    const float *weight CUSTUB_COUNTED_BY(tokens * top),
    T *out CUSTUB_COUNTED_BY(tokens * hidden))
{
    if (hidden % 4 == 0 && is_aligned<Y, 4>(y) && is_aligned<T, 4>(out))
        combine_rows<4>(tokens, hidden, top, parts, y, row_of, weight, out);
    else
        combine_rows<1>(tokens, hidden, top, parts, y, row_of, weight, out);
}
} // namespace moe

#define BY_TILE(name)                                                                              \
    tiles::name, tiles::name::THREADS, tiles::name::ROWS, tiles::name::COLUMNS,                    \
        tiles::name::SHARED_BYTES
#define INSTANCES(name, T, ...)                                                                    \
    CUSTUB_STUB(moe_route_##name, moe::route<T>);                                                  \
    CUSTUB_STUB(moe_gated_##name, moe::gated<T, BY_TILE(large)>);                                  \
    CUSTUB_STUB(moe_gated_few_##name, moe::gated<T, BY_TILE(shallow)>);                            \
    CUSTUB_STUB(moe_down_##name, moe::down<T, BY_TILE(large)>);                                    \
    CUSTUB_STUB(moe_down_few_##name, moe::down<T, BY_TILE(narrow)>);                               \
    CUSTUB_STUB(moe_gather_##name, moe::gather<T>);                                                \
    CUSTUB_STUB(moe_activate_##name, moe::activate<T>);                                            \
    CUSTUB_STUB(moe_combine_##name, moe::combine<T, float>);

/* Of what the caller's product gave, which is in the element type. */
#define GIVEN(name, T, ...) CUSTUB_STUB(moe_combine_given_##name, moe::combine<T, T>);

CUSTUB_STUB(moe_place, moe::place);
LIST_F32(INSTANCES)
HALVES(INSTANCES)
HALVES(GIVEN)
