// Packs: neighbouring elements, mostly 16 bytes, that are read and written at once; and how they
// are read from rows and arrays that begin at any element.
#ifndef KERNELS_PACK_CUH
#define KERNELS_PACK_CUH

#include "element.cuh"

namespace kernels
{
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

// The 16 bytes that begin `bytes` after a; b follows a. `bytes` is below 16, and whole elements.
template <class T>
__device__ inline words shifted(const words &a, const words &b, unsigned int bytes)
{
    uint32_t all[8];
    memcpy(all, &a, 16);
    memcpy(all + 4, &b, 16);
#pragma unroll
    for (int i = 0; i < 6; i++)
        all[i] = bytes & 8 ? all[i + 2] : all[i];
    if (sizeof(T) < 8)
#pragma unroll
        for (int i = 0; i < 5; i++)
            all[i] = bytes & 4 ? all[i + 1] : all[i];
    if (sizeof(T) < 4)
#pragma unroll
        for (int i = 0; i < 4; i++)
            all[i] = (uint32_t)((((uint64_t)all[i + 1] << 32) | all[i]) >> (bytes % 4 * 8));
    words result;
    memcpy(&result, all, 16);
    return result;
}

// The N elements from `index` on in an array of `width`, at any address: 16 bytes, or one element.
template <int N, class T>
__device__ inline pack<T, N> load_unaligned(const T *from, size_t index, size_t width)
{
    if constexpr (N == 1) {
        return load<N>(from, index);
    } else {
        static_assert(sizeof(pack<T, N>) == 16, "packs of words");
        const unsigned int bytes = reinterpret_cast<uintptr_t>(from + index) % 16;
        const size_t skipped = bytes / sizeof(T);
        if (bytes == 0)
            return load<N>(from + index, 0);
        if (index >= skipped && index - skipped + 2 * N <= width)
            return as<pack<T, N>>(
                shifted<T>(as<words>(load<N>(from + (index - skipped), 0)),
                           as<words>(load<N>(from + (index - skipped), 1)), bytes));
        pack<T, N> result;
#pragma unroll
        for (int e = 0; e < N; e++)
            result.at[e] = from[index + e];
        return result;
    }
}

// The packs of a row that begins at any element.
template <class T, int N> struct row_packs {
    size_t before; // elements before the first one
    size_t count;
    size_t after; // the first element after the last one

    __device__ inline row_packs(const T *from, size_t width)
    {
        before = (0 - reinterpret_cast<uintptr_t>(from)) % 16 / sizeof(T) % N;
        before = before < width ? before : width;
        count = (width - before) / N;
        after = before + count * N;
    }
};
} // namespace kernels
#endif
