// How kernels that go once over their data do it: a thread has elements of 32 bytes, which it reads
// and writes 16 bytes at a time if all buffers are aligned, and one by one if not.
#ifndef KERNELS_STREAM_CUH
#define KERNELS_STREAM_CUH

#include "element.cuh"

namespace kernels
{
// Small blocks that soon make room for others keep more reads under way than a few that stay and
// loop: 8 % faster on an H200.
constexpr int STREAM_BLOCK = 128; // threads
constexpr int STREAM_PACKS = 2;   // of 16 bytes in a thread

// Threads for n elements, the widest of them of `size` bytes.
#define STREAM_THREADS(n, size) ceil_div(n, 16 / (size) * STREAM_PACKS)

template <class T, int N> struct alignas(sizeof(T) * N) pack {
    T at[N];
};

// 16 bytes of any type, for what is only moved: the compiler keeps small elements apart.
using words = pack<uint32_t, 4>;

template <class To, class From> __device__ inline To as(const From &from)
{
    static_assert(sizeof(To) == sizeof(From), "the same bytes");
    To to;
    memcpy(&to, &from, sizeof(to));
    return to;
}

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

__device__ inline size_t thread_index()
{
    return (size_t)blockIdx.x * blockDim.x + threadIdx.x;
}

// write(i, read(i)) for `count` items of each thread, as far as they are below n: in turn with the
// other threads of the block, as many at once as a thread has packs.
template <class Read, class Write>
__device__ inline void stream(int count, size_t n, Read read, Write write)
{
    size_t i = (size_t)blockIdx.x * blockDim.x * count + threadIdx.x;

#pragma unroll 1
    for (int k = 0; k < count; k += STREAM_PACKS, i += STREAM_PACKS * blockDim.x) {
        decltype(read(n)) values[STREAM_PACKS];
#pragma unroll
        for (int p = 0; p < STREAM_PACKS; p++)
            if (i + p * blockDim.x < n)
                values[p] = read(i + p * blockDim.x);
#pragma unroll
        for (int p = 0; p < STREAM_PACKS; p++)
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

// out[i] = f(in[i]...) for each i below n. `in` may be `out`.
template <int N, class F, class Out, class... In>
__device__ inline void map(size_t n, F f, Out *out, const In *...in)
{
    constexpr int BATCH = 4;
    const size_t threads = (size_t)gridDim.x * blockDim.x;
    const bool aligned = (is_aligned<In, N>(in) && ... && is_aligned<Out, N>(out));
    size_t i = thread_index();

    if (aligned) {
        map_packs<N>(n / N, f, out, in...);
        i += n / N * N;
    }
    for (; n > (BATCH - 1) * threads && i < n - (BATCH - 1) * threads; i += BATCH * threads) {
        Out values[BATCH];
#pragma unroll
        for (int k = 0; k < BATCH; k++)
            values[k] = f(in[i + k * threads]...);
#pragma unroll
        for (int k = 0; k < BATCH; k++)
            out[i + k * threads] = values[k];
    }
#pragma unroll 1
    for (; i < n; i += threads)
        out[i] = f(in[i]...);
}
} // namespace kernels
#endif
