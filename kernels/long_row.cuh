// Rows that are too long for the registers of a block.
#ifndef KERNELS_LONG_ROW_CUH
#define KERNELS_LONG_ROW_CUH

#include "shifted.cuh"

namespace kernels
{
extern __shared__ words kept_packs[];

// A row that is too long for registers, in the shared memory of a block as far as there is room.
// The rest is read again each time. Each thread reads the packs alone that it has put there.
template <class T, int N> struct distant_row {
    static constexpr int group = 0;
    static constexpr int depth = N == 1 ? 8 : N > 4 ? 2 : 4; // packs that a thread reads together
    const T *from;
    size_t width;
    size_t kept; // packs

    __device__ inline pack<T, N> &kept_pack(size_t p) const
    {
        return reinterpret_cast<pack<T, N> *>(kept_packs)[p];
    }

    __device__ inline void read(const T *address, size_t elements, wide<T>, size_t shared)
    {
        from = address;
        width = elements;
        const parts_of_row<T, N> parts(from, width);
        kept =
            shared / sizeof(pack<T, N>) < parts.packs ? shared / sizeof(pack<T, N>) : parts.packs;
#pragma unroll 1
        for (size_t p = threadIdx.x; p < kept; p += blockDim.x * depth) {
            pack<T, N> values[depth];
#pragma unroll
            for (int d = 0; d < depth; d++)
                if (p + d * blockDim.x < kept)
                    values[d] = load<N>(from + parts.before, p + d * blockDim.x);
#pragma unroll
            for (int d = 0; d < depth; d++)
                if (p + d * blockDim.x < kept)
                    kept_pack(p + d * blockDim.x) = values[d];
        }
    }

    // f(pack, the index of its first element)
    template <int DEPTH, class F>
    __device__ inline void each_pack(const parts_of_row<T, N> &parts, F f) const
    {
#pragma unroll DEPTH
        for (size_t p = threadIdx.x; p < kept; p += blockDim.x)
            f(kept_pack(p), parts.before + p * N);
#pragma unroll 1
        for (size_t p = kept + threadIdx.x; p < parts.packs; p += blockDim.x * DEPTH) {
            pack<T, N> values[DEPTH];
#pragma unroll
            for (int d = 0; d < DEPTH; d++)
                if (p + d * blockDim.x < parts.packs)
                    values[d] = load<N>(from + parts.before, p + d * blockDim.x);
#pragma unroll
            for (int d = 0; d < DEPTH; d++)
                if (p + d * blockDim.x < parts.packs)
                    f(values[d], parts.before + (p + d * blockDim.x) * N);
        }
    }

    template <class V, class F> __device__ inline V fold(V value, F f) const
    {
        const parts_of_row<T, N> parts(from, width);
        if (threadIdx.x < parts.before)
            value = f(value, widen(from[threadIdx.x]));
        each_pack<depth>(parts, [&](const pack<T, N> x, size_t) {
#pragma unroll
            for (int e = 0; e < N; e++)
                value = f(value, widen(x.at[e]));
        });
        if (parts.after + threadIdx.x < width)
            value = f(value, widen(from[parts.after + threadIdx.x]));
        return value;
    }

    template <class V, class F> __device__ inline V fold_existing(V value, F f) const
    {
        return fold(value, f);
    }

    template <class F> __device__ inline void write(T *to, const T *a, const T *b, F f) const
    {
        const parts_of_row<T, N> parts(from, width);
        const auto one = [=](size_t i) {
            to[i] = narrow<T>(
                f(widen(from[i]), a ? widen(a[i]) : wide<T>(1), b ? widen(b[i]) : wide<T>(0)));
        };
        if (threadIdx.x < parts.before)
            one(threadIdx.x);
        each_pack<1>(parts, [=](pack<T, N> x, size_t i) {
            pack<T, N> factors, addends;
#pragma unroll
            for (int e = 0; e < N; e++) {
                factors.at[e] = narrow<T>(1);
                addends.at[e] = narrow<T>(0);
            }
            if (a)
                factors = load_any<N>(a, i, width);
            if (b)
                addends = load_any<N>(b, i, width);
#pragma unroll
            for (int e = 0; e < N; e++)
                x.at[e] = narrow<T>(f(widen(x.at[e]), widen(factors.at[e]), widen(addends.at[e])));
            store<N>(to + i, 0, x);
        });
        if (parts.after + threadIdx.x < width)
            one(parts.after + threadIdx.x);
    }
};
} // namespace kernels
#endif
