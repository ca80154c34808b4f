// Kernels that read and write each element once: a thread has 32 bytes of elements. It moves 16
// bytes at once if all buffers are aligned, or become aligned after the same number of elements,
// else one element at a time.
#ifndef KERNELS_ELEMENTS_STREAM_CUH
#define KERNELS_ELEMENTS_STREAM_CUH

#include "pack.cuh"

namespace kernels
{
// Many small blocks keep more reads in flight than fewer blocks that loop: 8 % faster on an H200.
constexpr int STREAM_BLOCK = 128; // threads
constexpr int STREAM_PACKS = 2;   // of 16 bytes in a thread
constexpr int STREAM_BATCH = 4;   // single elements that a thread reads together

// Threads for n elements, the widest of them of `size` bytes.
#define STREAM_THREADS(n, size) ceil_div(n, 16 / (size) * STREAM_PACKS)

// The row that item i belongs to. A division of 32 bits takes a third of the time.
__device__ inline size_t row_of(size_t i, size_t width)
{
    return (i | width) >> 32 ? i / width : (uint32_t)i / (uint32_t)width;
}

__device__ inline size_t thread_index()
{
    return (size_t)blockIdx.x * blockDim.x + threadIdx.x;
}

// Calls write(i, read(i)) for `count` items of each thread, if i is below n. The items of a block's
// threads are interleaved, and BATCH of them are read before the first is written.
template <int BATCH, class Read, class Write>
__device__ inline void stream(int count, size_t n, Read read, Write write)
{
    size_t i = (size_t)blockIdx.x * blockDim.x * count + threadIdx.x;

#pragma unroll 1
    for (int k = 0; k < count; k += BATCH, i += BATCH * blockDim.x) {
        decltype(read(n)) values[BATCH];
#pragma unroll
        for (int p = 0; p < BATCH; p++)
            if (i + p * blockDim.x < n)
                values[p] = read(i + p * blockDim.x);
#pragma unroll
        for (int p = 0; p < BATCH; p++)
            if (i + p * blockDim.x < n)
                write(i + p * blockDim.x, values[p]);
    }
}

// The results of f for packs that have been read already.
template <int N, class F, class... In> __device__ inline auto prepared(F f, pack<In, N>... in)
{
    return [=]() {
        pack<decltype(f(in.at[0]...)), N> result;
#pragma unroll
        for (int e = 0; e < N; e++)
            result.at[e] = f(in.at[e]...);
        return result;
    };
}

// out[i] = f(in[i]...) for the packs below n. With two packs a thread computes one while it waits
// for the other.
template <int N, class F, class Out, class... In>
__device__ inline void map_packs(size_t n, F f, Out *out, const In *...in)
{
    const size_t first = (size_t)blockIdx.x * blockDim.x * STREAM_PACKS + threadIdx.x;
    const size_t second = first + blockDim.x;

    if (second < n) {
        const auto a = prepared<N>(f, load<N>(in, first)...);
        const auto b = prepared<N>(f, load<N>(in, second)...);
        store<N>(out, first, a());
        store<N>(out, second, b());
    } else if (first < n) {
        store<N>(out, first, prepared<N>(f, load<N>(in, first)...)());
    }
}

// The same for the elements below n.
template <int N, class F, class Out, class... In>
__device__ inline void map_elements(size_t n, F f, Out *out, const In *...in)
{
    constexpr int count = STREAM_PACKS * N;
    size_t i = (size_t)blockIdx.x * blockDim.x * count + threadIdx.x;

#pragma unroll 1
    for (int k = 0; k < count; k += STREAM_BATCH, i += STREAM_BATCH * blockDim.x) {
        Out values[STREAM_BATCH];
        if (i + (STREAM_BATCH - 1) * blockDim.x < n) {
#pragma unroll
            for (int e = 0; e < STREAM_BATCH; e++)
                values[e] = f(in[i + e * blockDim.x]...);
#pragma unroll
            for (int e = 0; e < STREAM_BATCH; e++)
                out[i + e * blockDim.x] = values[e];
        } else {
#pragma unroll 1
            for (size_t at = i; at < n; at += blockDim.x)
                out[at] = f(in[at]...);
        }
    }
}

// out[i] = f(in[i]...) for each i below n. `in` may be `out`.
template <int N, class F, class Out, class... In>
__device__ inline void map(size_t n, F f, Out *out, const In *...in)
{
    // Buffers with the same misalignment are aligned after the same number of elements.
    const size_t beyond = reinterpret_cast<uintptr_t>(out) / sizeof(Out) % N;
    const size_t first = (N - beyond) % N;

    if (n < first || !(is_aligned<In, N>(in + first) && ... && is_aligned<Out, N>(out + first))) {
        map_elements<N>(n, f, out, in...);
        return;
    }
    const size_t packed = (n - first) / N * N;
    map_packs<N>(packed / N, f, out + first, in + first...);
    for (size_t i = thread_index(); i < n - packed; i += (size_t)gridDim.x * blockDim.x) {
        const size_t at = i < first ? i : i + packed;
        out[at] = f(in[at]...);
    }
}
} // namespace kernels
#endif
