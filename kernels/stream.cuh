// How kernels that go once over their data do it: 16 bytes at a time where all buffers are aligned,
// with several reads under way in each thread before the first result is written.
#ifndef KERNELS_STREAM_CUH
#define KERNELS_STREAM_CUH

#include "element.cuh"

namespace kernels
{
constexpr int STREAM_BLOCK = 512; // threads

// Packs of N elements that a thread reads before it writes. Elements of one byte take a register each.
template <int N> constexpr int DEPTH = N > 8 ? 2 : 4;

// Elements of a contract for each thread: 16 bytes of the widest type have 2, of the narrowest 16.
// A thread that finds nothing to do ends at once, and one with more goes around again.
constexpr int STREAM_ELEMENTS = 8;

template <class T, int N> struct alignas(sizeof(T) * N) pack {
    T at[N];
};

template <class T, int N> __device__ inline bool is_aligned(const T *pointer)
{
    return reinterpret_cast<uintptr_t>(pointer) % sizeof(pack<T, N>) == 0;
}

template <int N, class T> __device__ inline pack<T, N> load(const T *from, size_t index)
{
    return reinterpret_cast<const pack<T, N> *>(from)[index];
}

template <int N, class T> __device__ inline void store(T *to, size_t index, pack<T, N> value)
{
    reinterpret_cast<pack<T, N> *>(to)[index] = value;
}

// write(i, read(i)) for each i below n, in steps of the grid's size.
template <int N = 1, class Read, class Write>
__device__ inline void stream(size_t n, Read read, Write write)
{
    const size_t part = (size_t)DEPTH<N> * blockDim.x;

    for (size_t first = blockIdx.x * part; first < n; first += gridDim.x * part) {
        decltype(read(n)) values[DEPTH<N>];
#pragma unroll
        for (int d = 0; d < DEPTH<N>; d++) {
            const size_t i = first + d * blockDim.x + threadIdx.x;
            if (i < n)
                values[d] = read(i);
        }
#pragma unroll
        for (int d = 0; d < DEPTH<N>; d++) {
            const size_t i = first + d * blockDim.x + threadIdx.x;
            if (i < n)
                write(i, values[d]);
        }
    }
}

template <int N, class Out, class F> __device__ inline void map_packs(size_t n, Out *out, F f)
{
    stream<N>(
        n / N, [&](size_t i) { return f(i); },
        [&](size_t i, const pack<Out, N> &value) { store<N>(out, i, value); });
}

// out[i] = f(x[i]) for each i below n.
template <int N, class X, class Out, class F>
__device__ inline void map(size_t n, const X *x, Out *out, F f)
{
    size_t done = 0;
    if (N > 1 && is_aligned<X, N>(x) && is_aligned<Out, N>(out)) {
        map_packs<N>(n, out, [&](size_t i) {
            const pack<X, N> a = load<N>(x, i);
            pack<Out, N> result;
#pragma unroll
            for (int e = 0; e < N; e++)
                result.at[e] = f(a.at[e]);
            return result;
        });
        done = n / N * N;
    }
    stream(
        n - done, [&](size_t i) { return f(x[done + i]); },
        [&](size_t i, Out value) { out[done + i] = value; });
}

// out[i] = f(x[i], y[i])
template <int N, class X, class Y, class Out, class F>
__device__ inline void map(size_t n, const X *x, const Y *y, Out *out, F f)
{
    size_t done = 0;
    if (N > 1 && is_aligned<X, N>(x) && is_aligned<Y, N>(y) && is_aligned<Out, N>(out)) {
        map_packs<N>(n, out, [&](size_t i) {
            const pack<X, N> a = load<N>(x, i);
            const pack<Y, N> b = load<N>(y, i);
            pack<Out, N> result;
#pragma unroll
            for (int e = 0; e < N; e++)
                result.at[e] = f(a.at[e], b.at[e]);
            return result;
        });
        done = n / N * N;
    }
    stream(
        n - done, [&](size_t i) { return f(x[done + i], y[done + i]); },
        [&](size_t i, Out value) { out[done + i] = value; });
}

// out[i] = f(x[i], y[i], z[i])
template <int N, class X, class Y, class Z, class Out, class F>
__device__ inline void map(size_t n, const X *x, const Y *y, const Z *z, Out *out, F f)
{
    size_t done = 0;
    if (N > 1 && is_aligned<X, N>(x) && is_aligned<Y, N>(y) && is_aligned<Z, N>(z) &&
        is_aligned<Out, N>(out)) {
        map_packs<N>(n, out, [&](size_t i) {
            const pack<X, N> a = load<N>(x, i);
            const pack<Y, N> b = load<N>(y, i);
            const pack<Z, N> c = load<N>(z, i);
            pack<Out, N> result;
#pragma unroll
            for (int e = 0; e < N; e++)
                result.at[e] = f(a.at[e], b.at[e], c.at[e]);
            return result;
        });
        done = n / N * N;
    }
    stream(
        n - done, [&](size_t i) { return f(x[done + i], y[done + i], z[done + i]); },
        [&](size_t i, Out value) { out[done + i] = value; });
}
} // namespace kernels
#endif
