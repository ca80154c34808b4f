// custub: --arch sm_80,sm_90
// Contracts of C++ kernels and templates, apart from their definitions.
#include <custub/kernel.h>

#define max(a, b) ((a) > (b) ? (a) : (b))

namespace math
{
inline namespace v1
{
template <class T, int N, int> __global__ void __launch_bounds__(N * 32) axpy(
    int n, T a, const T *x, T *y) { y[n] += a * x[N]; }
template <> __global__ void axpy<char, 4, 0>(int n, char a, const char *x, char *y) {}
} // namespace v1
__global__ void scale(int n, float *y) {}
__global__ void scale(int n, double *y) {}
template <class T> __global__ void scale(int n, T *y) {}
template <int N> __global__ void scale(int n, float *y) {}
static __global__ void hidden(int n) {}
__global__ void without_stub(int n) {}
} // namespace math

namespace math
{
inline namespace v1
{
template <class T, int N, int M>
CUSTUB_THREADS(max(n, 1)) CUSTUB_REQUIRES(n % N == M) __global__ void CUSTUB_CONTRACT_OF(axpy)(
    int n, T a, const T *x CUSTUB_COUNTED_BY(n * N), T *more CUSTUB_SIZED_BY(n * sizeof(T)));
} // namespace v1
CUSTUB_REQUIRES(n > 1) __global__ void CUSTUB_CONTRACT_OF(scale)(int n, float *y);
CUSTUB_REQUIRES(n > 2) __global__ void CUSTUB_CONTRACT_OF(scale)(int n, double *y);
template <class T> CUSTUB_REQUIRES(n > sizeof(T)) __global__ void CUSTUB_CONTRACT_OF(scale)(int n, T *y);
template <int N> CUSTUB_REQUIRES(n > N) __global__ void CUSTUB_CONTRACT_OF(scale)(int n, float *y);
static CUSTUB_REQUIRES(n > 3) __global__ void CUSTUB_CONTRACT_OF(hidden)(int n);
CUSTUB_REQUIRES(n > 4) __global__ void CUSTUB_CONTRACT_OF(without_stub)(int n);
} // namespace math

CUSTUB_STUB(axpy_f32, math::axpy<float, 4, 1>);
CUSTUB_STUB(axpy_f64, math::axpy<double, 8, 2>);
CUSTUB_STUB(axpy_char, math::axpy<char, 4, 0>);
CUSTUB_STUB(scale_f32, static_cast<void (*)(int, float *)>(math::scale));
CUSTUB_STUB(scale_f64, static_cast<void (*)(int, double *)>(math::scale));
CUSTUB_STUB(scale_i16, math::scale<short>);
CUSTUB_STUB(scale_5, math::scale<5>);
CUSTUB_STUB(hidden, math::hidden);
