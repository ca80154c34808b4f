// y[i] = f(x[i]). x and y may be the same buffer. Functions are computed in float for the types of 16
// bits, and in the type itself for the others.
#include "operation.cuh"
#include "stream.cuh"

namespace kernels
{
template <class F, class T>
CUSTUB_THREADS(ceil_div(n, STREAM_ELEMENTS))
CUSTUB_GRID_STRIDE
__global__ void __launch_bounds__(STREAM_BLOCK) unary(
    size_t n,
    const T *x CUSTUB_COUNTED_BY(n),
    T *y CUSTUB_COUNTED_BY(n))
{
    map<16 / sizeof(T)>(n, x, y, [](T a) { return narrow<T>(F::of(widen(a))); });
}
// With the GPU's approximations for the types of 16 bits.
template <class F, class T>
CUSTUB_THREADS(ceil_div(n, STREAM_ELEMENTS))
CUSTUB_GRID_STRIDE
__global__ void __launch_bounds__(STREAM_BLOCK) activation(
    size_t n,
    const T *x CUSTUB_COUNTED_BY(n),
    T *y CUSTUB_COUNTED_BY(n))
{
    using W = typename brief_type<T>::type;
    map<16 / sizeof(T)>(n, x, y, [](T a) { return narrow<T>(plain(F::of(W(widen(a))))); });
}
} // namespace kernels

#define ACTIVATION(name, T, f) CUSTUB_STUB(f##_##name, kernels::activation<kernels::f, T>);
#define UNARY(name, T, f) CUSTUB_STUB(f##_##name, kernels::unary<kernels::f, T>);

FLOATS(UNARY, neg)
FLOATS(UNARY, abs)
FLOATS(UNARY, relu)
FLOATS(UNARY, exp)
FLOATS(UNARY, log)
FLOATS(UNARY, sin)
FLOATS(UNARY, cos)
FLOATS(UNARY, tanh)
FLOATS(UNARY, sqrt)
FLOATS(UNARY, recip)
FLOATS(ACTIVATION, sigmoid)
FLOATS(ACTIVATION, silu)
FLOATS(ACTIVATION, gelu)
FLOATS(ACTIVATION, gelu_fast)
SIGNED(UNARY, neg)
SIGNED(UNARY, abs)
SIGNED(UNARY, relu)
