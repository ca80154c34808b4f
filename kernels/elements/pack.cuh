// Packs: neighbouring elements, mostly 16 bytes, that are read and written at once; and how they
// are read from rows and arrays that begin at any element.
#ifndef KERNELS_ELEMENTS_PACK_CUH
#define KERNELS_ELEMENTS_PACK_CUH

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

// True if packs of N elements begin at the same places in all arrays.
template <int N, class T, class... More>
__device__ inline bool are_alike(const T *array, const More *...more)
{
    const size_t place = reinterpret_cast<uintptr_t>(array) / sizeof(T);
    return (... && ((place - reinterpret_cast<uintptr_t>(more) / sizeof(More)) % N == 0));
}

template <int N, class T> __device__ inline pack<T, N> load(const T *from, size_t index)
{
    return reinterpret_cast<const pack<T, N> *>(from)[index];
}

template <int N, class T> __device__ inline void store(T *to, size_t index, pack<T, N> value)
{
    reinterpret_cast<pack<T, N> *>(to)[index] = value;
}

// The same in one instruction: nvcc may compile an assignment to stores of single elements.
template <int N, class T> __device__ inline void store_whole(T *to, pack<T, N> value)
{
    if constexpr (sizeof(value) == 16)
        __stwb(reinterpret_cast<uint4 *>(to), as<uint4>(value));
    else
        __stwb(reinterpret_cast<uint2 *>(to), as<uint2>(value));
}

template <int N, class T> __device__ inline pack<T, N> filled(T value)
{
    pack<T, N> result;
#pragma unroll
    for (int e = 0; e < N; e++)
        result.at[e] = value;
    return result;
}

// N elements from any address: at once if it is aligned.
template <int N, class T> __device__ inline pack<T, N> load_any(const T *from)
{
    if (is_aligned<T, N>(from))
        return load<N>(from, 0);
    pack<T, N> result;
#pragma unroll
    for (int e = 0; e < N; e++)
        result.at[e] = from[e];
    return result;
}

// The 8 elements of 16 bits from `index` on in an array at any address, by loads of 4 bytes.
template <class T> __device__ inline pack<T, 8> load_by_words(const T *array, unsigned int index)
{
    const uint16_t *from = reinterpret_cast<const uint16_t *>(array) + index;
    const unsigned int skipped = reinterpret_cast<uintptr_t>(from) % 4 / 2;
    uint32_t all[5];
    words result;
#pragma unroll
    for (int i = 0; i < 4; i++)
        all[i] = i == 0 && index < skipped // the other half is not the array's
                     ? (uint32_t)from[0] << 16
                     : reinterpret_cast<const uint32_t *>(from - skipped)[i];
    all[4] = skipped ? from[7] : 0;
#pragma unroll
    for (int i = 0; i < 4; i++)
        result.at[i] = __funnelshift_r(all[i], all[i + 1], skipped * 16);
    return as<pack<T, 8>>(result);
}

// The packs of a row that begins at any element.
template <class T, int N, class Size = size_t> struct row_packs {
    Size before; // elements before the first one
    Size count;
    Size after; // the first element after the last one

    __device__ inline row_packs(const T *from, Size width)
    {
        before = (Size)(0 - reinterpret_cast<uintptr_t>(from)) % 16 / sizeof(T) % N;
        before = before < width ? before : width;
        count = (width - before) / N;
        after = before + count * N;
    }
};
} // namespace kernels
#endif
