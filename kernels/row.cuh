// Rows that a group of threads reads once and keeps in registers. A block has as many groups as
// fit, so that short rows keep all threads busy. All threads of a block go through the same steps,
// also those without a row, because the groups wait for each other.
#ifndef KERNELS_ROW_CUH
#define KERNELS_ROW_CUH

#include "long_row.cuh"
#include "operation.cuh"

namespace kernels
{
constexpr int WARP = 32;
constexpr int ROW_BLOCK = 512;     // threads at most
constexpr int ROW_ELEMENTS = 32;   // of a row in a thread; 16 of 8 bytes
constexpr int ROW_LEAST = 128;     // threads of a block
constexpr int ROW_KEPT = 96 << 10; // bytes of a long row in shared memory

// In contracts, too: elements of a row in a thread, the threads of a row, and those of a block.
// A block has several groups of up to a warp, or it is a group.
#define ROW_OF_THREAD(size) (ROW_ELEMENTS >> ((size) == 8))
#define ROW_GROUP(width, size)                                                                     \
    max(4 << (((width) > 4 * ROW_OF_THREAD(size)) + ((width) > 8 * ROW_OF_THREAD(size)) +          \
              ((width) > 16 * ROW_OF_THREAD(size))),                                               \
        min(ROW_BLOCK, ceil_div(width, WARP * ROW_OF_THREAD(size)) * WARP *                        \
                           ((width) > WARP * ROW_OF_THREAD(size))))
#define ROW_THREADS(width, size)                                                                   \
    max(ROW_LEAST * ((width) <= WARP * ROW_OF_THREAD(size)), ROW_GROUP(width, size))

// Threads of a launch. Blocks that make room for others keep more reads under way than blocks that
// stay for several rows, and so a launch has a group for each row, up to what a grid has room for.
#define ROW_ALL(rows, width, size) (min(rows, 1 << 30) * ROW_GROUP(width, size))

// Bytes of shared memory for rows that are too long for registers.
#define ROW_SHARED(width, size) (((width) > ROW_BLOCK * ROW_OF_THREAD(size)) * ROW_KEPT)

template <class V> __device__ inline V exchange(V value, int distance)
{
    return __shfl_xor_sync(0xffffffffu, value, distance);
}

template <class V> __device__ inline V from_lane(V value, int lane)
{
    return __shfl_sync(0xffffffffu, value, lane);
}

// combine() over the values of all threads of a group, in all of them. combine(a, b) is the same as
// combine(b, a), and so the result is the same in all threads. GROUP is a power of two up to a
// warp, or 0 for the block, which is whole warps. `nothing` combined with a value is the value.
template <int GROUP, class V, class Combine>
__device__ inline V reduce(V value, V nothing, Combine combine)
{
#pragma unroll
    for (int distance = (GROUP ? GROUP : WARP) / 2; distance > 0; distance /= 2)
        value = combine(value, exchange(value, distance));
    if (GROUP == 0) {
        __shared__ V parts[ROW_BLOCK / WARP];
        const unsigned int lane = threadIdx.x % WARP;
        __syncthreads(); // the parts of the reduction before have been read
        if (lane == 0)
            parts[threadIdx.x / WARP] = value;
        __syncthreads();
        value = lane % (ROW_BLOCK / WARP) < blockDim.x / WARP ? parts[lane % (ROW_BLOCK / WARP)]
                                                              : nothing;
#pragma unroll
        for (int distance = ROW_BLOCK / WARP / 2; distance > 0; distance /= 2)
            value = combine(value, exchange(value, distance));
    }
    return value;
}

// A row in the registers of a group, in packs of N elements. GROUP is its threads, or 0 for the
// block. Elements are widened once, by read(): nvcc spills registers if each use widens them.
template <class T, int N, int GROUP> struct held_row {
    static constexpr int packs = ROW_OF_THREAD(sizeof(T)) / N;
    static constexpr int batch = N == 1 ? 4 : 1; // packs whose factors are read together
    // Threads that read neighbouring packs: 128 bytes or more, where there are as many.
    static constexpr int lanes = GROUP && GROUP < WARP ? GROUP : N == 1 ? WARP : 8;
    wide<T> at[packs][N];
    int first; // of the thread's elements
    int left;  // elements from there to the end of the row

    static constexpr int group = GROUP;

    __device__ inline bool has(int p) const
    {
        return p * lanes * N < left;
    }

    // Elements beyond the row's end are `nothing`.
    __device__ inline void read(const T *from, size_t width, wide<T> nothing, size_t)
    {
        const int t = GROUP ? threadIdx.x % GROUP : threadIdx.x;
        first = (t / lanes * lanes * packs + t % lanes) * N;
        left = (int)width - first;
        pack<T, N> values[packs];
#pragma unroll
        for (int p = 0; p < packs; p++) {
#pragma unroll
            for (int e = 0; e < N; e++)
                values[p].at[e] = narrow<T>(nothing);
            if (has(p))
                values[p] = load<N>(from + first, p * lanes);
        }
#pragma unroll
        for (int p = 0; p < packs; p++)
#pragma unroll
            for (int e = 0; e < N; e++)
                at[p][e] = widen(values[p].at[e]);
    }

    // value = f(value, element) over the thread's elements
    template <class V, class F> __device__ inline V fold(V value, F f) const
    {
#pragma unroll
        for (int p = 0; p < packs; p++)
#pragma unroll
            for (int e = 0; e < N; e++)
                value = f(value, at[p][e]);
        return value;
    }

    // The same for f() which does not leave the value as it is for `nothing`.
    template <class V, class F> __device__ inline V fold_existing(V value, F f) const
    {
#pragma unroll
        for (int p = 0; p < packs; p++)
            if (has(p))
#pragma unroll
                for (int e = 0; e < N; e++)
                    value = f(value, at[p][e]);
        return value;
    }

    // to[i] = f(element, a[i] or 1, b[i] or 0); a and b may be null.
    template <bool SHIFTED = false, class F>
    __device__ inline void write(T *to, const T *a, const T *b, F f, size_t size = 0) const
    {
#pragma unroll
        for (int first_pack = 0; first_pack < packs; first_pack += batch) {
            if (!has(first_pack))
                continue;
            pack<T, N> factors[batch], addends[batch];
#pragma unroll
            for (int p = 0; p < batch; p++) {
#pragma unroll
                for (int e = 0; e < N; e++) {
                    factors[p].at[e] = narrow<T>(1);
                    addends[p].at[e] = narrow<T>(0);
                }
                if (a && has(first_pack + p))
                    factors[p] = SHIFTED
                                     ? load_any<N>(a, first + (first_pack + p) * lanes * N, size)
                                     : load<N>(a + first, (first_pack + p) * lanes);
                if (b && has(first_pack + p))
                    addends[p] = load<N>(b + first, (first_pack + p) * lanes);
            }
#pragma unroll
            for (int p = 0; p < batch; p++) {
                pack<T, N> result;
#pragma unroll
                for (int e = 0; e < N; e++)
                    result.at[e] = narrow<T>(
                        f(at[first_pack + p][e], widen(factors[p].at[e]), widen(addends[p].at[e])));
                if (has(first_pack + p))
                    store<N>(to + first, (first_pack + p) * lanes, result);
            }
        }
    }
};

// The same of a row that begins anywhere: the packs, and what comes before and after them.
template <class T, int N, int GROUP> struct shifted_row {
    static constexpr int group = GROUP;
    static constexpr int threads = GROUP ? GROUP : WARP; // that have elements of the ends
    static constexpr int ends = (N - 2) / threads + 1;   // at either end in a thread
    held_row<T, N, GROUP> middle;
    wide<T> head[ends], tail[ends];
    const T *from;
    size_t width;

    __device__ inline int index(int k) const
    {
        return (GROUP ? threadIdx.x % GROUP : threadIdx.x) + k * threads;
    }
    __device__ inline bool has(int k, size_t count) const
    {
        return (GROUP || threadIdx.x < WARP) && index(k) < (int)count;
    }

    __device__ inline void read(const T *address, size_t elements, wide<T> nothing, size_t)
    {
        from = address;
        width = elements;
        const parts_of_row<T, N> parts(from, width);
        T heads[ends], tails[ends];
#pragma unroll
        for (int k = 0; k < ends; k++) {
            heads[k] = tails[k] = narrow<T>(nothing);
            if (has(k, parts.before))
                heads[k] = from[index(k)];
            if (has(k, width - parts.after))
                tails[k] = from[parts.after + index(k)];
        }
        middle.read(from + parts.before, parts.packs * N, nothing, 0);
#pragma unroll
        for (int k = 0; k < ends; k++) {
            head[k] = widen(heads[k]);
            tail[k] = widen(tails[k]);
        }
    }

    template <class V, class F> __device__ inline V fold(V value, F f) const
    {
        const parts_of_row<T, N> parts(from, width);
#pragma unroll
        for (int k = 0; k < ends; k++) {
            if (has(k, parts.before))
                value = f(value, head[k]);
            if (has(k, width - parts.after))
                value = f(value, tail[k]);
        }
        return middle.fold_existing(value, f);
    }

    template <class F> __device__ inline void write(T *to, const T *a, const T *, F f) const
    {
        const parts_of_row<T, N> parts(from, width);
        const auto one = [=](size_t i, wide<T> x) {
            to[i] = narrow<T>(f(x, a ? widen(a[i]) : wide<T>(1), wide<T>(0)));
        };
        middle.template write<true>(to + parts.before, a ? a + parts.before : a, (const T *)nullptr,
                                    f, parts.packs * N);
#pragma unroll
        for (int k = 0; k < ends; k++) {
            if (has(k, parts.before))
                one(index(k), head[k]);
            if (has(k, width - parts.after))
                one(parts.after + index(k), tail[k]);
        }
    }
};

template <class Row, class T, class F>
__device__ inline void rows_of_kind(size_t rows, size_t width, const T *x, wide<T> nothing,
                                    size_t shared, F operate)
{
    const unsigned int groups = Row::group ? blockDim.x / Row::group : 1;

    for (size_t first = (size_t)blockIdx.x * groups; first < rows;
         first += (size_t)gridDim.x * groups) {
        const size_t i = first + (Row::group ? threadIdx.x / Row::group : 0);
        const bool exists = i < rows;
        Row row;
        row.read(x + (exists ? i * width : 0), exists ? width : 0, nothing, shared);
        operate(row, i, exists);
    }
}

template <template <class, int, int> class Held, int N, class T, class F>
__device__ inline void rows_of_packs(size_t rows, size_t width, const T *x, wide<T> nothing,
                                     size_t shared, F operate)
{
    constexpr int elements = ROW_OF_THREAD(sizeof(T));
    if (width <= 4 * elements)
        rows_of_kind<Held<T, N, 4>>(rows, width, x, nothing, shared, operate);
    else if (width <= 8 * elements)
        rows_of_kind<Held<T, N, 8>>(rows, width, x, nothing, shared, operate);
    else if (width <= 16 * elements)
        rows_of_kind<Held<T, N, 16>>(rows, width, x, nothing, shared, operate);
    else if (width <= 32 * elements)
        rows_of_kind<Held<T, N, 32>>(rows, width, x, nothing, shared, operate);
    else if (width <= (size_t)blockDim.x * elements)
        rows_of_kind<Held<T, N, 0>>(rows, width, x, nothing, shared, operate);
    else
        rows_of_kind<distant_row<T, N>>(rows, width, x, nothing, shared, operate);
}

// operate(row, its number, whether there is such a row) for the rows of x, which writes results to
// the same places of y. `aligned` says whether all else that is read may be taken 16 bytes at a
// time. SHIFTED says whether other rows are taken by their packs, too, or by single elements.
template <bool SHIFTED, class T, class F>
__device__ inline void each_row(size_t rows, size_t width, const T *x, wide<T> nothing,
                                bool aligned, const T *y, F operate)
{
    constexpr int N = 16 / sizeof(T);
    const size_t shared = ROW_SHARED(width, sizeof(T));
    const bool as_y = (reinterpret_cast<uintptr_t>(x) - reinterpret_cast<uintptr_t>(y)) % 16 == 0;

    if (as_y && width > (size_t)blockDim.x * ROW_OF_THREAD(sizeof(T)))
        rows_of_kind<distant_row<T, N>>(rows, width, x, nothing, shared, operate);
    else if (as_y && aligned && is_aligned<T, N>(x) && width % N == 0)
        rows_of_packs<held_row, N>(rows, width, x, nothing, shared, operate);
    else if constexpr (SHIFTED) {
        if (as_y)
            rows_of_packs<shifted_row, N>(rows, width, x, nothing, shared, operate);
        else
            rows_of_packs<held_row, 1>(rows, width, x, nothing, shared, operate);
    } else
        rows_of_packs<held_row, 1>(rows, width, x, nothing, shared, operate);
}

} // namespace kernels
#endif
