// Rows that a group of threads reads once, 16 bytes at a time, and keeps in registers. A block has as
// many groups as fit, so that short rows keep all threads busy. All threads of a block go through the
// same steps, also those without a row, because the groups wait for each other.
#ifndef KERNELS_ROW_CUH
#define KERNELS_ROW_CUH

#include "operation.cuh"
#include "stream.cuh"

namespace kernels
{
constexpr int WARP = 32;
constexpr int ROW_BLOCK = 512;  // threads
constexpr int ROW_ELEMENTS = 32; // of a row in a thread; 16 of 8 bytes

template <class V> __device__ inline V exchange(V value, int distance)
{
    return __shfl_xor_sync(0xffffffffu, value, distance);
}

// combine() over the values of all threads of a group, in all of them. combine(a, b) is the same as
// combine(b, a), and so the result is the same in all threads.
template <int GROUP, class V, class Combine> __device__ inline V reduce(V value, Combine combine)
{
#pragma unroll
    for (int distance = (GROUP < WARP ? GROUP : WARP) / 2; distance > 0; distance /= 2)
        value = combine(value, exchange(value, distance));
    if (GROUP > WARP) {
        __shared__ V parts[ROW_BLOCK / WARP];
        constexpr int warps = GROUP > WARP ? GROUP / WARP : 1;
        const int first = threadIdx.x / GROUP * warps;
        __syncthreads(); // the parts of the reduction before have been read
        if (threadIdx.x % WARP == 0)
            parts[threadIdx.x / WARP] = value;
        __syncthreads();
        value = parts[first];
#pragma unroll
        for (int i = 1; i < warps; i++)
            value = combine(value, parts[first + i]);
    }
    return value;
}

// A row in the registers of GROUP threads.
template <class T, int GROUP> struct held_row {
    static constexpr int group = GROUP;
    static constexpr int N = 16 / sizeof(T);
    static constexpr int packs = (sizeof(wide<T>) == 8 ? ROW_ELEMENTS / 2 : ROW_ELEMENTS) / N;
    static constexpr int longest = packs * N * GROUP;
    pack<T, N> at[packs];
    unsigned int width;

    __device__ inline unsigned int pack_index(int p) const
    {
        return p * GROUP + threadIdx.x % GROUP;
    }

    __device__ inline bool has(int p) const
    {
        return pack_index(p) * N < width;
    }

    __device__ inline void read(const T *from, size_t elements)
    {
        width = (unsigned int)elements;
#pragma unroll
        for (int p = 0; p < packs; p++)
            if (has(p))
                at[p] = load<N>(from, pack_index(p));
    }

    // value = f(value, element, its index) over the thread's elements
    template <class V, class F> __device__ inline V fold(V value, F f)
    {
#pragma unroll
        for (int p = 0; p < packs; p++)
            if (has(p))
#pragma unroll
                for (int e = 0; e < N; e++)
                    value = f(value, widen(at[p].at[e]), pack_index(p) * N + e);
        return value;
    }

    // to[i] = f(element, a[i] or 1, b[i] or 0); a and b may be null.
    template <class F> __device__ inline void write(T *to, const T *a, const T *b, F f)
    {
#pragma unroll
        for (int p = 0; p < packs; p++) {
            pack<T, N> factors, addends, result;
            if (!has(p))
                continue;
            if (a)
                factors = load<N>(a, pack_index(p));
            if (b)
                addends = load<N>(b, pack_index(p));
#pragma unroll
            for (int e = 0; e < N; e++)
                result.at[e] = narrow<T>(f(widen(at[p].at[e]), a ? widen(factors.at[e]) : wide<T>(1),
                                           b ? widen(addends.at[e]) : wide<T>(0)));
            store<N>(to, pack_index(p), result);
        }
    }
};

// A row that is too long for registers, or not aligned: read again each time, by the whole block.
template <class T> struct distant_row {
    static constexpr int group = ROW_BLOCK;
    static constexpr int N = 16 / sizeof(T);
    static constexpr int depth = sizeof(T) == 1 ? 2 : 4; // packs that a thread reads before it uses them
    const T *from;
    size_t width;

    __device__ inline void read(const T *address, size_t elements)
    {
        from = address;
        width = elements;
    }

    template <class V, class F> __device__ inline V fold(V value, F f)
    {
        const size_t part = (size_t)ROW_BLOCK * depth;
        const size_t packs = is_aligned<T, N>(from) ? width / N / part * part : 0;
        for (size_t first = threadIdx.x; first < packs; first += part) {
            pack<T, N> read[depth];
#pragma unroll
            for (int p = 0; p < depth; p++)
                read[p] = load<N>(from, first + p * ROW_BLOCK);
#pragma unroll
            for (int p = 0; p < depth; p++)
#pragma unroll
                for (int e = 0; e < N; e++)
                    value = f(value, widen(read[p].at[e]), (first + p * ROW_BLOCK) * N + e);
        }
#pragma unroll 4
        for (size_t i = packs * N + threadIdx.x; i < width; i += ROW_BLOCK)
            value = f(value, widen(from[i]), i);
        return value;
    }

    template <class F> __device__ inline void write(T *to, const T *a, const T *b, F f)
    {
        for (size_t i = threadIdx.x; i < width; i += ROW_BLOCK)
            to[i] = narrow<T>(
                f(widen(from[i]), a ? widen(a[i]) : wide<T>(1), b ? widen(b[i]) : wide<T>(0)));
    }
};

template <class Row, class T, class F>
__device__ inline void rows_of_kind(size_t rows, size_t width, const T *x, F operate)
{
    constexpr size_t groups = ROW_BLOCK / Row::group;

    for (size_t first = blockIdx.x * groups; first < rows; first += gridDim.x * groups) {
        const size_t i = first + threadIdx.x / Row::group;
        const bool exists = i < rows;
        Row row;
        row.read(x + (exists ? i * width : 0), exists ? width : 0);
        operate(row, i, exists);
    }
}

// operate(row, its number, whether there is such a row) for the rows of x. `aligned` says whether all
// that is read and written beside x may be taken 16 bytes at a time.
template <class T, class F>
__device__ inline void each_row(size_t rows, size_t width, const T *x, bool aligned, F operate)
{
    constexpr int N = 16 / sizeof(T);

    if (!aligned || !is_aligned<T, N>(x) || width % N || width > held_row<T, 512>::longest)
        rows_of_kind<distant_row<T>>(rows, width, x, operate);
    else if (width <= held_row<T, 8>::longest)
        rows_of_kind<held_row<T, 8>>(rows, width, x, operate);
    else if (width <= held_row<T, 32>::longest)
        rows_of_kind<held_row<T, 32>>(rows, width, x, operate);
    else if (width <= held_row<T, 128>::longest)
        rows_of_kind<held_row<T, 128>>(rows, width, x, operate);
    else
        rows_of_kind<held_row<T, 512>>(rows, width, x, operate);
}

// In contracts: threads for rows, as many as each_row() can use.
#define ROW_THREADS(rows, width) (rows) * min(ROW_BLOCK, max(8, ceil_div(width, ROW_ELEMENTS)))
} // namespace kernels
#endif
