/* Which experts a token goes to, and which rows an expert has. */
#ifndef MOE_ROUTING_CUH
#define MOE_ROUTING_CUH

#include "../elements/stream.cuh"
#include "../hopper/dependent_launch.cuh"
#include "../rows/candidate.cuh"
#include "layer_limits.h"

namespace moe
{
using kernels::is_aligned;
using kernels::load;
using kernels::pack;
using kernels::widen;

enum { ROUTE_THREADS = 1024, CHOOSE_THREADS = 256, PLACE_THREADS = 1024 };

/* --- Which experts a token goes to ------------------------------------------------------------- */

__device__ inline float sum_of_warp(float value)
{
    for (int offset = 16; offset > 0; offset /= 2)
        value += __shfl_xor_sync(0xffffffff, value, offset);
    return value;
}

/* A key that has the order of the scores, and is not 0. A NaN counts as the lowest score. */
__device__ inline unsigned int key_of(float score)
{
    return kernels::key_of(isnan(score) ? -INFINITY : score);
}

__device__ inline float score_of(unsigned int key)
{
    return __uint_as_float(key >> 31 ? key & ~(1u << 31) : ~key);
}

/* One warp chooses among the scores and writes the `top` best, of equal ones the lower experts,
 * with their shares of the softmax. There are always `top` different experts. */
__device__ inline void choose(const float *scores, int experts, int top, bool normalize,
                              int *choice, float *weight)
{
    const unsigned int all = 0xffffffff;
    const int lane = (int)threadIdx.x % 32;
    unsigned int taken = 0; // of this lane's experts: lane, lane + 32, ...
    float total = 0, chosen = 0, highest = 0, mine = 0;

    for (int rank = 0; rank < top; rank++) {
        unsigned int best = 0;
        int at = MOE_MAX_EXPERTS;
#pragma unroll 4
        for (int i = 0; i < (experts - lane + 31) / 32; i++) {
            const unsigned int key = taken >> i & 1 ? 0 : key_of(scores[lane + 32 * i]);
            at = key > best ? lane + 32 * i : at;
            best = max(best, key);
        }
        const unsigned int highest_key = __reduce_max_sync(all, best);
        const int expert = __reduce_min_sync(all, best == highest_key ? at : MOE_MAX_EXPERTS);
        if (expert % 32 == lane)
            taken |= 1u << expert / 32;
        if (rank == 0) {
            highest = score_of(highest_key);
            for (int e = lane; e < experts; e += 32)
                total += isnan(scores[e]) ? 0 : expf(scores[e] - highest);
            total = sum_of_warp(total);
        }
        const float share = expf(score_of(highest_key) - highest) / total;
        chosen += share;
        if (rank == lane) {
            choice[rank] = expert;
            mine = share;
        }
    }
    if (lane < top)
        weight[lane] = normalize ? mine / chosen : mine;
}

/* This lane's part of a product of two rows. */
template <class T> __device__ inline float lane_product(const T *a, const T *b, int length)
{
    constexpr int N = 16 / (int)sizeof(T);
    const int lane = (int)threadIdx.x % 32;
    float sum = 0;

    if (length % N == 0 && is_aligned<T, N>(a) && is_aligned<T, N>(b)) {
#pragma unroll 4
        for (int i = lane; i < length / N; i += 32) {
            const pack<T, N> x = load<N>(a, i), y = load<N>(b, i);
#pragma unroll
            for (int j = 0; j < N; j++)
                sum += widen(x.at[j]) * widen(y.at[j]);
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
CUSTUB_THREADS(tokens * ROUTE_THREADS)
CUSTUB_REQUIRES(tokens > 0 && hidden > 0 && experts > 0 && experts <= MOE_MAX_EXPERTS)
CUSTUB_REQUIRES(top > 0 && top <= experts && top <= MOE_MAX_TOP)
__global__ void __launch_bounds__(ROUTE_THREADS) route(
    int tokens, int hidden, int experts, int top, bool normalize,
    const T *x CUSTUB_COUNTED_BY(tokens * hidden),
    const T *router CUSTUB_COUNTED_BY(experts * hidden),
    int *choice CUSTUB_COUNTED_BY(tokens * top),
    float *weight CUSTUB_COUNTED_BY(tokens * top))
{
    __shared__ float scores[MOE_MAX_EXPERTS];
    const int lane = (int)threadIdx.x % 32;
    const long long token = blockIdx.x;

    hopper::wait_for_earlier_kernels();
    hopper::let_next_kernel_begin();
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

/* The same for scores that a product has made: a warp for each token. */
CUSTUB_BLOCK(CHOOSE_THREADS)
CUSTUB_THREADS(tokens * 32)
CUSTUB_REQUIRES(tokens > 0 && experts > 0 && experts <= MOE_MAX_EXPERTS)
CUSTUB_REQUIRES(top > 0 && top <= experts && top <= MOE_MAX_TOP)
__global__ void __launch_bounds__(CHOOSE_THREADS) choose_scored(
    int tokens, int experts, int top, bool normalize,
    const float *scores CUSTUB_COUNTED_BY(tokens * experts),
    int *choice CUSTUB_COUNTED_BY(tokens * top),
    float *weight CUSTUB_COUNTED_BY(tokens * top))
{
    __shared__ float of_warp[CHOOSE_THREADS / 32][MOE_MAX_EXPERTS];
    const long long token = ((long long)blockIdx.x * CHOOSE_THREADS + threadIdx.x) / 32;
    float *const mine = of_warp[threadIdx.x / 32];

    hopper::wait_for_earlier_kernels();
    hopper::let_next_kernel_begin();
    if (token >= tokens)
        return;
    for (int e = (int)threadIdx.x % 32; e < experts; e += 32)
        mine[e] = scores[token * experts + e];
    __syncwarp();
    choose(mine, experts, top, normalize, choice + token * top, weight + token * top);
}

/* --- The rows of each expert ------------------------------------------------------------------- */

/* How many of the entries from `begin` to `end` - 1 chose the expert. All of a warp take part. */
__device__ inline int count_choices(const int *choice, int begin, int end, int expert)
{
    int count = 0;

    for (int base = begin; base < end; base += 32) {
        const int i = base + (int)threadIdx.x % 32;
        count += __popc(__ballot_sync(0xffffffff, i < end && choice[i] == expert));
    }
    return count;
}

/* A block for each expert: where its rows begin, which entries they are, and the row of each entry:
 * -1 if it is dropped, because the expert has `capacity` rows already (0: no limit). Each warp has
 * a part of the entries: it counts, and then places, those of the expert. */
CUSTUB_BLOCK(PLACE_THREADS)
CUSTUB_THREADS(experts * PLACE_THREADS)
CUSTUB_REQUIRES(entries > 0 && experts > 0 && experts <= MOE_MAX_EXPERTS && capacity >= 0)
__global__ void __launch_bounds__(PLACE_THREADS) place(
    int entries, int experts, int capacity,
    const int *choice CUSTUB_COUNTED_BY(entries) CUSTUB_VALUES(0, experts),
    int *first CUSTUB_COUNTED_BY(experts + 1),
    int *entry_of CUSTUB_COUNTED_BY(entries),
    int *row_of CUSTUB_COUNTED_BY(entries),
    int *dropped CUSTUB_COUNTED_BY(experts))
{
    constexpr int WARPS = PLACE_THREADS / 32;
    __shared__ int counts[MOE_MAX_EXPERTS], of_warp[WARPS], rows_before;
    const int expert = (int)blockIdx.x, thread = (int)threadIdx.x, warp = thread / 32;
    const int limit = capacity > 0 ? capacity : entries;
    const int part = (entries / WARPS / 32 + 1) * 32;
    const int begin = (int)min((long long)warp * part, (long long)entries);
    const int end = (int)min((long long)begin + part, (long long)entries);

    hopper::wait_for_earlier_kernels();
    hopper::let_next_kernel_begin();
    if (expert >= experts)
        return;
    for (int e = thread; e < experts; e += PLACE_THREADS)
        counts[e] = 0;
    if (thread == 0)
        rows_before = 0;
    __syncthreads();
    for (int i = thread; i < entries; i += PLACE_THREADS)
        atomicAdd(&counts[choice[i]], 1);
    __syncthreads();
    if (thread < expert)
        atomicAdd(&rows_before, min(counts[thread], limit));
    if (counts[expert] > 0) {
        const int count = count_choices(choice, begin, end, expert);
        if (thread % 32 == 0)
            of_warp[warp] = count;
    }
    __syncthreads();
    if (thread == 0) {
        const int kept = min(counts[expert], limit);
        first[expert] = rows_before;
        dropped[expert] = counts[expert] - kept;
        if (expert == experts - 1)
            first[experts] = rows_before + kept;
    }
    if (counts[expert] == 0)
        return;
    int placed = 0;
    for (int w = 0; w < warp; w++)
        placed += of_warp[w];
    for (int base = begin; base < end; base += 32) {
        const int i = base + thread % 32;
        const bool mine = i < end && choice[i] == expert;
        const unsigned int votes = __ballot_sync(0xffffffff, mine);
        const int at = placed + __popc(votes & ((1u << thread % 32) - 1));
        if (mine && at < limit)
            entry_of[rows_before + at] = i;
        if (mine)
            row_of[i] = at < limit ? rows_before + at : -1;
        placed += __popc(votes);
    }
}
} // namespace moe

#endif
