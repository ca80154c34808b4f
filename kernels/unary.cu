// y[i] = f(x[i]). x and y may be the same buffer.
#include "elements/operation.cuh"
#include "elements/stream.cuh"

namespace kernels
{
template <class F, class T>
CUSTUB_THREADS(STREAM_THREADS(n, sizeof(T)))
__global__ void __launch_bounds__(STREAM_BLOCK) unary(
    size_t n,
    const T *x CUSTUB_COUNTED_BY(n),
    T *y CUSTUB_COUNTED_BY(n) CUSTUB_SAME_OR_DISJOINT(x))
{
    map<16 / sizeof(T)>(n, [](T a) { return compute<F>(a); }, y, x);
}
} // namespace kernels

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
FLOATS(UNARY, sigmoid)
FLOATS(UNARY, silu)
FLOATS(UNARY, gelu)
FLOATS(UNARY, gelu_fast)
SIGNED(UNARY, neg)
SIGNED(UNARY, abs)
SIGNED(UNARY, relu)
