// Rows and arrays that begin at any element, read 16 bytes at a time.
#ifndef KERNELS_SHIFTED_CUH
#define KERNELS_SHIFTED_CUH

#include "stream.cuh"

namespace kernels
{
// 16 bytes from `bytes` further in a and the 16 bytes after it. `bytes` is below 16.
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

// N elements of an array of `width` from `index`, which need not begin a pack.
template <int N, class T>
__device__ inline pack<T, N> load_any(const T *from, size_t index, size_t width)
{
    if constexpr (N == 1) {
        return load<N>(from, index);
    } else {
        const unsigned int bytes = reinterpret_cast<uintptr_t>(from + index) % 16;
        const size_t skipped = bytes / sizeof(T);
        if (bytes == 0)
            return load<N>(from + index, 0);
        if (index >= skipped && index - skipped + 2 * N <= width)
            return as<pack<T, N>>(
                shifted<T>(as<words>(load<16 / sizeof(T)>(from + (index - skipped), 0)),
                           as<words>(load<16 / sizeof(T)>(from + (index - skipped), 1)), bytes));
        pack<T, N> result;
#pragma unroll
        for (int e = 0; e < N; e++)
            result.at[e] = from[index + e];
        return result;
    }
}

// Where the packs of a row are that begins at any element.
template <class T, int N> struct parts_of_row {
    size_t before; // elements before the first pack
    size_t packs;
    size_t after; // the first element after the packs

    __device__ inline parts_of_row(const T *from, size_t width)
    {
        before = (0 - reinterpret_cast<uintptr_t>(from)) % 16 / sizeof(T) % N;
        before = before < width ? before : width;
        packs = (width - before) / N;
        after = before + packs * N;
    }
};

} // namespace kernels
#endif
