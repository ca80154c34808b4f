#include <custub/kernel.h>

#include <stddef.h>

namespace math
{
template <class T> CUSTUB_THREADS(n) __global__ void axpy(
    size_t n, T a,
    const T *x CUSTUB_COUNTED_BY(n),
    T *y CUSTUB_COUNTED_BY(n))
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = a * x[i] + y[i];
}
} // namespace math

CUSTUB_STUB(axpy_f32, math::axpy<float>);
CUSTUB_STUB(axpy_f64, math::axpy<double>);
