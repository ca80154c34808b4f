// y = silu(gate) up, of layers with gates: silu_mul with the gates and the others apart, and
// silu_mul_packed with both in one array, where each row has first the gates, then the others.
#include "elements/operation.cuh"
#include "elements/stream.cuh"

namespace kernels
{
template <class T>
CUSTUB_THREADS(STREAM_THREADS(n, sizeof(T)))
__global__ void __launch_bounds__(STREAM_BLOCK) silu_mul(
    size_t n,
    const T *gate CUSTUB_COUNTED_BY(n),
    const T *up CUSTUB_COUNTED_BY(n),
    T *y CUSTUB_COUNTED_BY(n) CUSTUB_SAME_OR_DISJOINT(gate, up))
{
    map<16 / sizeof(T)>(n, [](T a, T b) { return compute<gated>(a, b); }, y, gate, up);
}

template <class T, int N> struct gated_pack {
    pack<T, N> gate, up;
};

// y for packs of N elements, `width` of which are a row.
template <int BATCH, class T, int N>
__device__ inline void map_gated(int count, size_t n, size_t width, const T *x, T *y)
{
    stream<BATCH>(
        count, n,
        [=](size_t i) {
            const size_t gate = i + row_of(i, width) * width;
            return gated_pack<T, N>{load<N>(x, gate), load<N>(x, gate + width)};
        },
        [=](size_t i, const gated_pack<T, N> &both) {
            pack<T, N> result;
#pragma unroll
            for (int e = 0; e < N; e++)
                result.at[e] = compute<gated>(both.gate.at[e], both.up.at[e]);
            store<N>(y, i, result);
        });
}

// x has 2 `width` elements in each row, y `width`.
template <class T>
CUSTUB_THREADS(STREAM_THREADS(rows * width, sizeof(T)))
__global__ void __launch_bounds__(STREAM_BLOCK) silu_mul_packed(
    size_t rows, size_t width,
    const T *__restrict__ x CUSTUB_COUNTED_BY(rows * 2 * width),
    T *__restrict__ y CUSTUB_COUNTED_BY(rows * width))
{
    constexpr int N = 16 / sizeof(T);
    if (width % N == 0 && is_aligned<T, N>(x) && is_aligned<T, N>(y))
        map_gated<STREAM_PACKS, T, N>(STREAM_PACKS, rows * (width / N), width / N, x, y);
    else
        map_gated<STREAM_BATCH, T, 1>(STREAM_PACKS * N, rows * width, width, x, y);
}
} // namespace kernels

FLOATS_UP_TO_32(STUB, silu_mul)
FLOATS_UP_TO_32(STUB, silu_mul_packed)
