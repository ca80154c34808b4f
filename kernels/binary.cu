// z[i] = f(x[i], y[i]) and z[i] = f(x[i], y). z may be the same buffer as x or y. The maximum and the
// minimum of a NaN and a number are the number, as C's fmax() and fmin(). An integer divided by zero
// is 0.
#include "operation.cuh"
#include "stream.cuh"

namespace kernels
{
template <class F, class T>
CUSTUB_THREADS(ceil_div(n, STREAM_ELEMENTS))
CUSTUB_GRID_STRIDE
__global__ void __launch_bounds__(STREAM_BLOCK) binary(
    size_t n,
    const T *x CUSTUB_COUNTED_BY(n),
    const T *y CUSTUB_COUNTED_BY(n),
    T *z CUSTUB_COUNTED_BY(n))
{
    map<16 / sizeof(T)>(n, x, y, z,
                        [](T a, T b) { return narrow<T>(F::of(widen(a), widen(b))); });
}

template <class F, class T>
CUSTUB_THREADS(ceil_div(n, STREAM_ELEMENTS))
CUSTUB_GRID_STRIDE
__global__ void __launch_bounds__(STREAM_BLOCK) with_scalar(
    size_t n,
    const T *x CUSTUB_COUNTED_BY(n),
    T y,
    T *z CUSTUB_COUNTED_BY(n))
{
    const wide<T> b = widen(y);
    map<16 / sizeof(T)>(n, x, z, [=](T a) { return narrow<T>(F::of(widen(a), b)); });
}
} // namespace kernels

#define BINARY(name, T, f)                                                                         \
    CUSTUB_STUB(f##_##name, kernels::binary<kernels::f, T>);                                       \
    CUSTUB_STUB(f##_scalar_##name, kernels::with_scalar<kernels::f, T>);

NUMBERS(BINARY, add)
NUMBERS(BINARY, sub)
NUMBERS(BINARY, mul)
NUMBERS(BINARY, div)
NUMBERS(BINARY, max)
NUMBERS(BINARY, min)
FLOATS(BINARY, pow)
