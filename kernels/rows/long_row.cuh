// Rows that are too long for the registers of a block.
#ifndef KERNELS_ROWS_LONG_ROW_CUH
#define KERNELS_ROWS_LONG_ROW_CUH

#include "held_row.cuh"

namespace kernels
{
extern __shared__ words kept_packs[];

// A row whose first packs a block keeps in shared memory; the rest is read again each time. A
// thread reads back only the packs that it has written there itself, so no barrier is needed.
template <class T, int N> struct long_row {
    static constexpr int group = 0;
    static constexpr int depth = N == 1 ? 8 : N > 4 ? 2 : 4; // packs that a thread reads together
    const T *from;
    size_t width;
    size_t kept; // packs

    __device__ inline pack<T, N> &kept_pack(size_t p) const
    {
        return reinterpret_cast<pack<T, N> *>(kept_packs)[p];
    }

    template <class Addend>
    __device__ inline void read(const T *address, size_t elements, wide<T>, size_t shared,
                                Addend addition)
    {
        from = address;
        width = elements;
        const row_packs<T, N> packs(from, width);
        kept =
            shared / sizeof(pack<T, N>) < packs.count ? shared / sizeof(pack<T, N>) : packs.count;
#pragma unroll 1
        for (size_t p = threadIdx.x; p < kept; p += blockDim.x * depth) {
            pack<T, N> values[depth];
#pragma unroll
            for (int d = 0; d < depth; d++)
                if (p + d * blockDim.x < kept)
                    values[d] = load<N>(from + packs.before, p + d * blockDim.x);
#pragma unroll
            for (int d = 0; d < depth; d++)
                if (p + d * blockDim.x < kept)
                    kept_pack(p + d * blockDim.x) = values[d];
        }
        add(addition);
    }

    // f(pack, the index of its first element)
    template <int DEPTH, class F>
    __device__ inline void each_pack(const row_packs<T, N> &packs, F f) const
    {
#pragma unroll DEPTH
        for (size_t p = threadIdx.x; p < kept; p += blockDim.x)
            f(kept_pack(p), packs.before + p * N);
#pragma unroll 1
        for (size_t p = kept + threadIdx.x; p < packs.count; p += blockDim.x * DEPTH) {
            pack<T, N> values[DEPTH];
#pragma unroll
            for (int d = 0; d < DEPTH; d++)
                if (p + d * blockDim.x < packs.count)
                    values[d] = load<N>(from + packs.before, p + d * blockDim.x);
#pragma unroll
            for (int d = 0; d < DEPTH; d++)
                if (p + d * blockDim.x < packs.count)
                    f(values[d], packs.before + (p + d * blockDim.x) * N);
        }
    }

    template <class V, class F> __device__ inline V fold(V value, F f) const
    {
        const row_packs<T, N> packs(from, width);
        if (threadIdx.x < packs.before)
            value = f(value, widen(from[threadIdx.x]));
        each_pack<depth>(packs, [&](const pack<T, N> x, size_t) {
#pragma unroll
            for (int e = 0; e < N; e++)
                value = f(value, widen(x.at[e]));
        });
        if (packs.after + threadIdx.x < width)
            value = f(value, widen(from[packs.after + threadIdx.x]));
        return value;
    }

    template <class V, class F> __device__ inline V fold_existing(V value, F f) const
    {
        return fold(value, f);
    }

    __device__ inline void add(no_addend) {}
    // The row is read from the sum from then on.
    __device__ inline void add(addend<T> a)
    {
        const row_packs<T, N> packs(from, width);
        if (threadIdx.x < packs.before)
            a.add(threadIdx.x, from[threadIdx.x]);
#pragma unroll 1
        for (size_t p = threadIdx.x; p < packs.count; p += blockDim.x * depth) {
            pack<T, N> values[depth], others[depth];
#pragma unroll
            for (int d = 0; d < depth; d++) {
                const size_t at = p + d * blockDim.x;
                if (at < packs.count) {
                    values[d] = at < kept ? kept_pack(at) : load<N>(from + packs.before, at);
                    others[d] = load<N>(a.other + packs.before, at);
                }
            }
#pragma unroll
            for (int d = 0; d < depth; d++) {
                const size_t at = p + d * blockDim.x;
                values[d] = added(values[d], others[d]);
                if (at < kept)
                    kept_pack(at) = values[d];
                if (at < packs.count)
                    store<N>(a.sum + packs.before, at, values[d]);
            }
        }
        if (packs.after + threadIdx.x < width)
            a.add(packs.after + threadIdx.x, from[packs.after + threadIdx.x]);
        from = a.sum;
    }

    template <class U, class F, class G>
    __device__ inline void write(U *to, const T *a, const T *b, F f, G g) const
    {
        const row_packs<T, N> packs(from, width);
        const auto one = [=](size_t i) {
            to[i] = narrow<U>(
                g(f(widen(from[i]), a ? widen(a[i]) : wide<T>(1)), b ? widen(b[i]) : wide<T>(0)));
        };
        if (threadIdx.x < packs.before)
            one(threadIdx.x);
        each_pack<1>(packs, [=](pack<T, N> x, size_t i) {
            pack<T, N> factors = filled<N>(narrow<T>(1)), addends = filled<N>(narrow<T>(0));
            pack<U, N> results;
            if (a)
                factors = load_any<N>(a + i);
            if (b)
                addends = load_any<N>(b + i);
#pragma unroll
            for (int e = 0; e < N; e++)
                results.at[e] =
                    narrow<U>(g(f(widen(x.at[e]), widen(factors.at[e])), widen(addends.at[e])));
            store<N>(to + i, 0, results);
        });
        if (packs.after + threadIdx.x < width)
            one(packs.after + threadIdx.x);
    }
};
} // namespace kernels
#endif
