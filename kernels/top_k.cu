// The k largest elements of each row, the largest first, and where they are. Equal elements come in
// the order of their places; NaN comes after everything else.
#include "elements/pack.cuh"
#include "rows/candidate.cuh"

namespace kernels
{
constexpr int TOP_BATCH = 32;  // elements that a thread compares together, at most 32
constexpr int TOP_LIMIT = 64;
constexpr int TOP_BLOCK = 256; // threads
constexpr int TOP_HELD = 8;    // elements of a short row in a thread
constexpr int TOP_WARPS = TOP_BLOCK / WARP;
constexpr int TOP_SPLIT_ROWS = 16 * 132; // fewer rows, a warp for each, would leave an H200 idle
constexpr int TOP_BOUND_ROWS = 132;      // up to so many are read twice: the cache holds them
constexpr int TOP_BOUND_K = 16;          // for more than so many elements

// Also for contracts: whether a row fits in registers, the threads of a short row, and the warps of
// a longer one.
#define TOP_IS_SHORT(width) ((width) <= WARP * TOP_HELD)
#define TOP_GROUP(width)                                                                           \
    (1 << (((width) > TOP_HELD) + ((width) > 2 * TOP_HELD) + ((width) > 4 * TOP_HELD) +            \
           ((width) > 8 * TOP_HELD) + ((width) > 16 * TOP_HELD)))
#define TOP_SHARE(rows) (1 + (TOP_WARPS - 1) * ((rows) < TOP_SPLIT_ROWS))

// A group of threads holds a row in registers and takes the largest element from it k times.
template <int N, class T>
__device__ inline void top_of_short(size_t rows, uint32_t width, int k, const T *x, T *values,
                                    int32_t *indices)
{
    using C = candidate_of<T>;
    const unsigned int group = TOP_GROUP(width);
    const unsigned int t = threadIdx.x % group;
    const size_t groups = TOP_BLOCK / group;
    const auto first_of = [](C a, C b) { return is_before(a, b) ? a : b; };

    for (size_t first = blockIdx.x * groups; first < rows; first += gridDim.x * groups) {
        const size_t row = first + threadIdx.x / group;
        C held[TOP_HELD];
#pragma unroll
        for (int p = 0; p < TOP_HELD / N; p++) {
            const uint32_t at = (p * group + t) * N;
            const bool exists = row < rows && at < width;
            pack<T, N> read;
            if (exists)
                read = load<N>(x + row * width + at, 0);
#pragma unroll
            for (int e = 0; e < N; e++)
                held[p * N + e] = exists ? candidate_at(read.at[e], at + e) : C{0, 0};
        }
        for (int place = 0; place < k; place++) {
            C best = held[0];
#pragma unroll
            for (int i = 1; i < TOP_HELD; i++)
                best = first_of(best, held[i]);
            for (unsigned int distance = group / 2; distance > 0; distance /= 2)
                best = first_of(best, exchange(best, distance));
#pragma unroll
            for (int i = 0; i < TOP_HELD; i++)
                if (held[i].order == best.order)
                    held[i] = {0, 0};
            if (row < rows && (unsigned int)place % group == t) {
                const uint32_t index = ~best.order;
                values[row * k + place] = x[row * width + index];
                indices[row * k + place] = (int32_t)index;
            }
        }
    }
}

// The first k candidates that a warp has seen, in order: lane i has places i and 32 + i.
template <class T> struct top_list {
    using C = candidate_of<T>;
    C places[2];
    C last; // the k-th
    int k;

    __device__ inline top_list(int count) : places{{0, 0}, {0, 0}}, last{0, 0}, k(count)
    {
    }

    __device__ inline void insert(C c)
    {
        const int lane = threadIdx.x % WARP;
        const C end = k > WARP ? from_lane(places[0], WARP - 1) : places[0];
#pragma unroll
        for (int h = 1; h >= 0; h--) {
            if (h == 1 && k <= WARP)
                continue;
            C before = from_below(places[h]);
            if (h == 1 && lane == 0)
                before = end;
            if (is_before(c, places[h]))
                places[h] = (h == 0 && lane == 0) || !is_before(c, before) ? c : before;
        }
        last = from_lane(k > WARP ? places[1] : places[0], (k - 1) % WARP);
    }

    // Each lane offers one.
    __device__ inline void offer(C c)
    {
        for (unsigned int lanes = __ballot_sync(0xffffffffu, is_before(c, last)); lanes;
             lanes &= lanes - 1) {
            const C next = from_lane(c, __ffs((int)lanes) - 1);
            if (is_before(next, last))
                insert(next);
        }
    }
};

// The last value in this order: NaN, or the lowest integer.
template <class T> __device__ inline T nothing()
{
    return narrow<T>(lowest<T>());
}

// The k-th largest of a warp's values.
template <class W> __device__ inline W kth_of_lanes(W value, int k)
{
    const bits_of<W> key = key_of(value);
    const int lane = threadIdx.x % WARP;
    int before = 0;
    for (int other = 0; other < WARP; other++) {
        const bits_of<W> its = from_lane(key, other);
        before += its > key || (its == key && other < lane);
    }
    return from_lane(value, __ffs((int)__ballot_sync(0xffffffffu, before == k - 1)) - 1);
}

// At least k elements of a row come before or at the bound, few of them needlessly: those above the
// value, and those that are equal to it and begin before `end`.
template <class W> struct row_bound {
    W value;
    uint32_t end;
};

// The k-th of those that the threads of the block find first. NaN: there are not so many.
template <int N, class T>
__device__ inline row_bound<wide<T>> bound_of_row(uint32_t width, int k, const T *from)
{
    using C = candidate_of<T>;
    __shared__ C firsts[TOP_BLOCK];
    __shared__ row_bound<wide<T>> bound;
    wide<T> mine = lowest<T>();
    uint32_t place = width + threadIdx.x;
    int before = 0;

#pragma unroll 8
    for (uint32_t at = threadIdx.x; at < width / N; at += TOP_BLOCK) {
        const pack<T, N> read = load<N>(from, at);
        wide<T> most = widen(read.at[0]);
#pragma unroll
        for (int e = 1; e < N; e++)
            most = max::of(most, widen(read.at[e]));
        if (!(most <= mine) && most == most) { // `mine` may be NaN
            mine = most;
            place = at * N;
        }
    }
    const C own = {key_of(mine), ~place};
    __syncthreads(); // the bound of the row before has been read
    firsts[threadIdx.x] = own;
    __syncthreads();
    for (int other = 0; other < TOP_BLOCK; other++)
        before += is_before(firsts[other], own);
    if (before == k - 1)
        bound = {mine, place + N};
    __syncthreads();
    return bound;
}

// How many of a list, which is in order, come before a candidate.
template <class C> __device__ inline int count_before(const C (&list)[TOP_LIMIT], C c)
{
    int low = 0, high = TOP_LIMIT;

    while (low < high) {
        const int middle = (low + high) / 2;
        if (is_before(list[middle], c))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

// Writes the first k of the lists of all warps: each thread finds the places of some candidates.
template <class C, class T>
__device__ inline void merge_lists(const C (&lists)[TOP_WARPS][TOP_LIMIT], int k, const T *from,
                                   T *values, int32_t *indices)
{
    for (int i = threadIdx.x; i < TOP_WARPS * TOP_LIMIT; i += TOP_BLOCK) {
        const C own = lists[i / TOP_LIMIT][i % TOP_LIMIT];
        int place = 0;
        for (int other = 0; other < TOP_WARPS; other++)
            place += count_before(lists[other], own);
        if (own.order && place < k) {
            values[place] = from[~own.order];
            indices[place] = (int32_t)~own.order;
        }
    }
}

// A warp reads a row, or a part of one, and inserts only the elements above the k-th largest so
// far.
template <int N, class T>
__device__ inline void top_of_long(size_t rows, uint32_t width, int k, const T *x, T *values,
                                   int32_t *indices)
{
    using W = wide<T>;
    using C = candidate_of<T>;
    constexpr int depth = TOP_BATCH / N;
    constexpr uint32_t step = WARP * TOP_BATCH;
    __shared__ C lists[TOP_WARPS][TOP_LIMIT];
    const int share = TOP_SHARE(rows);
    const bool is_bounded = rows <= TOP_BOUND_ROWS && k > TOP_BOUND_K;
    const unsigned int lane = threadIdx.x % WARP;
    const unsigned int warp = threadIdx.x / WARP;

    for (size_t first = (size_t)blockIdx.x * (TOP_WARPS / share); first < rows;
         first += (size_t)gridDim.x * (TOP_WARPS / share)) {
        const size_t row = first + warp / share;
        const T *from = x + row * width;
        top_list<T> list(k);
        row_bound<W> bound = {0, width};
        if (is_bounded)
            bound = bound_of_row<N>(width, k, from);
        W least = bound.value; // elements below are not among the first k; NaN: no bound yet
        bool is_met = false;   // equal elements are not either
        for (uint32_t start = warp % share * step; row < rows && start < width;
             start += share * step) {
            const uint32_t left = width - start;
            pack<T, N> read[depth];
#pragma unroll
            for (int d = 0; d < depth; d++) {
#pragma unroll
                for (int e = 0; e < N; e++)
                    read[d].at[e] = nothing<T>();
                if ((d * WARP + lane) * N < left)
                    read[d] = load<N>(from + start, d * WARP + lane);
            }
            W most = widen(read[0].at[0]);
#pragma unroll
            for (int i = 1; i < TOP_BATCH; i++)
                most = max::of(most, widen(read[i / N].at[i % N]));
            if (list.last.order == 0 && is_bounded) {
                is_met = start >= bound.end;
            } else if (list.last.order == 0) { // k lanes have an element of this size
                least = k <= WARP ? kth_of_lanes(most, k) : widen(nothing<T>());
                is_met = false;
            }
            if (!__any_sync(0xffffffffu, !(most <= least) || (most == least && !is_met)))
                continue;
            uint32_t above = 0; // a bit for each element
#pragma unroll
            for (int i = 0; i < TOP_BATCH; i++) {
                const W value = widen(read[i / N].at[i % N]);
                above |= (uint32_t)(!(value <= least) || (value == least && !is_met)) << i;
            }
            while (__any_sync(0xffffffffu, above)) {
                const int i = __ffs((int)above) - 1;
                const uint32_t at = start + (i / N * WARP + lane) * N + i % N;
                list.offer(above && at < width ? candidate_at(from[at], at) : C{0, 0});
                above &= above - 1;
            }
            if (list.last.order) {
                least = widen(from[~list.last.order]);
                is_met = true;
            }
        }
        if (share > 1) {
            __syncthreads(); // the lists of the row before have been read
            lists[warp][lane] = list.places[0];
            lists[warp][WARP + lane] = list.places[1];
            __syncthreads();
            merge_lists(lists, k, from, values + row * k, indices + row * k);
            continue;
        }
#pragma unroll
        for (int h = 0; h < 2; h++)
            if (row < rows && h * WARP + lane < (unsigned int)k) {
                const uint32_t index = ~list.places[h].order;
                values[row * k + h * WARP + lane] = from[index];
                indices[row * k + h * WARP + lane] = (int32_t)index;
            }
    }
}

template <int N, class T>
__device__ inline void top_of_rows(size_t rows, uint32_t width, int k, const T *x, T *values,
                                   int32_t *indices)
{
    if (TOP_IS_SHORT(width))
        top_of_short<(N < TOP_HELD ? N : TOP_HELD)>(rows, width, k, x, values, indices);
    else
        top_of_long<N>(rows, width, k, x, values, indices);
}

template <class T>
CUSTUB_THREADS(rows * (TOP_IS_SHORT(width) * TOP_GROUP(width) +
                       (1 - TOP_IS_SHORT(width)) * WARP * TOP_SHARE(rows)))
CUSTUB_GRID_STRIDE
CUSTUB_REQUIRES(k <= TOP_LIMIT && k <= width && width < 0x80000000)
CUSTUB_BLOCK(TOP_BLOCK)
__global__ void __launch_bounds__(TOP_BLOCK, 4) top_k(
    size_t rows, size_t width, unsigned int k,
    const T *x CUSTUB_COUNTED_BY(rows * width),
    T *values CUSTUB_COUNTED_BY(rows * k) CUSTUB_DISJOINT(x),
    int32_t *indices CUSTUB_COUNTED_BY(rows * k) CUSTUB_DISJOINT(x, values))
{
    constexpr int N = 16 / sizeof(T);
    if (k == 0)
        return;
    if (width % N == 0 && is_aligned<T, N>(x))
        top_of_rows<N>(rows, (uint32_t)width, (int)k, x, values, indices);
    else
        top_of_rows<1>(rows, (uint32_t)width, (int)k, x, values, indices);
}
} // namespace kernels

NUMBERS(STUB, top_k)
