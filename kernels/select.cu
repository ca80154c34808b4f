// Choosing, filling, and y = a x + y.
#include "elements/operation.cuh"
#include "elements/stream.cuh"

namespace kernels
{
template <class T>
CUSTUB_THREADS(STREAM_THREADS(n, sizeof(T)))
__global__ void __launch_bounds__(STREAM_BLOCK) fill(
    size_t n,
    T value,
    T *y CUSTUB_COUNTED_BY(n))
{
    map<16 / sizeof(T)>(n, [=]() { return value; }, y);
}

// z[i] = condition[i] != 0 ? x[i] : y[i]. z may be the same buffer as x or y, not as condition.
template <class T>
CUSTUB_THREADS(STREAM_THREADS(n, sizeof(T)))
__global__ void __launch_bounds__(STREAM_BLOCK) where(
    size_t n,
    const uint8_t *condition CUSTUB_COUNTED_BY(n),
    const T *x CUSTUB_COUNTED_BY(n),
    const T *y CUSTUB_COUNTED_BY(n),
    T *z CUSTUB_COUNTED_BY(n) CUSTUB_SAME_OR_DISJOINT(x, y)
        CUSTUB_DISJOINT(condition))
{
    map<16 / sizeof(T)>(n, [](uint8_t c, T a, T b) { return c ? a : b; }, z, condition, x, y);
}

template <class T>
CUSTUB_THREADS(STREAM_THREADS(n, sizeof(T)))
__global__ void __launch_bounds__(STREAM_BLOCK) axpy(
    size_t n,
    T a,
    const T *x CUSTUB_COUNTED_BY(n),
    T *y CUSTUB_COUNTED_BY(n) CUSTUB_SAME_OR_DISJOINT(x))
{
    const wide<T> factor = widen(a);
    const auto sum = [=](T b, T c) {
        return narrow<T>(add::of(mul::of(factor, widen(b)), widen(c)));
    };
    map<16 / sizeof(T)>(n, sum, y, x, y);
}
} // namespace kernels

NUMBERS(STUB, fill)
NUMBERS(STUB, where)
NUMBERS(STUB, axpy)
