// z[i] = f(x[i], y[i]) and z[i] = f(x[i], y). z may be the same buffer as x or y. The maximum and
// the minimum of a NaN and a number are the number, as C's fmax() and fmin(). An integer divided by
// zero is 0.
#include "elements/operation.cuh"
#include "elements/stream.cuh"

namespace kernels
{
template <class F, class T>
CUSTUB_THREADS(STREAM_THREADS(n, sizeof(T)))
__global__ void __launch_bounds__(STREAM_BLOCK) binary(
    size_t n,
    const T *x CUSTUB_COUNTED_BY(n),
    const T *y CUSTUB_COUNTED_BY(n),
    T *z CUSTUB_COUNTED_BY(n) CUSTUB_SAME_OR_DISJOINT(x, y))
{
    map<16 / sizeof(T)>(n, [](T a, T b) { return compute<F>(a, b); }, z, x, y);
}

template <class F, class T>
CUSTUB_THREADS(STREAM_THREADS(n, sizeof(T)))
__global__ void __launch_bounds__(STREAM_BLOCK) with_scalar(
    size_t n,
    const T *x CUSTUB_COUNTED_BY(n),
    T y,
    T *z CUSTUB_COUNTED_BY(n) CUSTUB_SAME_OR_DISJOINT(x))
{
    map<16 / sizeof(T)>(n, [=](T a) { return compute<F>(a, y); }, z, x);
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
