// Choosing, filling, and y = a x + y.
#include "stream.cuh"

namespace kernels
{
template <class T>
CUSTUB_THREADS(ceil_div(n, STREAM_ELEMENTS))
CUSTUB_GRID_STRIDE
__global__ void __launch_bounds__(STREAM_BLOCK) fill(
    size_t n,
    T value,
    T *y CUSTUB_COUNTED_BY(n))
{
    constexpr int N = 16 / sizeof(T);
    size_t done = 0;
    if (is_aligned<T, N>(y)) {
        pack<T, N> values;
        for (int e = 0; e < N; e++)
            values.at[e] = value;
        map_packs<N>(n, y, [=](size_t) { return values; });
        done = n / N * N;
    }
    stream(
        n - done, [=](size_t) { return value; }, [=](size_t i, T v) { y[done + i] = v; });
}

// z[i] = condition[i] != 0 ? x[i] : y[i]. z may be the same buffer as x or y.
template <class T>
CUSTUB_THREADS(ceil_div(n, STREAM_ELEMENTS))
CUSTUB_GRID_STRIDE
__global__ void __launch_bounds__(STREAM_BLOCK) where(
    size_t n,
    const uint8_t *condition CUSTUB_COUNTED_BY(n),
    const T *x CUSTUB_COUNTED_BY(n),
    const T *y CUSTUB_COUNTED_BY(n),
    T *z CUSTUB_COUNTED_BY(n))
{
    map<16 / sizeof(T)>(n, condition, x, y, z, [](uint8_t c, T a, T b) { return c ? a : b; });
}

template <class T>
CUSTUB_THREADS(ceil_div(n, STREAM_ELEMENTS))
CUSTUB_GRID_STRIDE
__global__ void __launch_bounds__(STREAM_BLOCK) axpy(
    size_t n,
    T a,
    const T *x CUSTUB_COUNTED_BY(n),
    T *y CUSTUB_COUNTED_BY(n))
{
    const wide<T> factor = widen(a);
    map<16 / sizeof(T)>(n, x, y, y,
                        [=](T b, T c) { return narrow<T>(factor * widen(b) + widen(c)); });
}
} // namespace kernels

NUMBERS(STUB, fill)
NUMBERS(STUB, where)
NUMBERS(STUB, axpy)
