// custub: --arch sm_80,sm_90
// C++ kernels and instances of templates that CUSTUB_STUB gives a launch function.
#include <custub/kernel.h>

namespace math
{
constexpr int WIDE = 4;

CUSTUB_THREADS(n) CUSTUB_REQUIRES(n % WIDE == 0) __global__ void scale(
    int n, float by, float *y CUSTUB_COUNTED_BY(n))
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] *= by;
}

namespace inner
{
__global__ void any(int n, float *y) { y[n] = 1; }
__global__ void any(int n, double *y) { y[n] = 1; }
template <class T> __global__ void any(int n, T *y) { y[n] = 1; }
} // namespace inner

template <class T, int N> CUSTUB_THREADS(n) __global__ void axpy(
    int n, T a, const T *__restrict__ x CUSTUB_COUNTED_BY(n), T *__restrict__ y CUSTUB_COUNTED_BY(n))
{
    for (int i = blockIdx.x * N + threadIdx.x; i < n; i += N)
        y[i] += a * x[i];
}

template <class T> __global__ void fill(T *y) { y[threadIdx.y] = 1; }
template <> __global__ void fill<float>(float *ones) { ones[threadIdx.x] = 1; }

__global__ void without_stub(int *y) {}
} // namespace math

struct pair { int a; short b; };
template <class T> __global__ void records(const T *x, T value, T **many) {}

template <int N> __global__ void __launch_bounds__(N) bounded(float *x CUSTUB_COUNTED_BY(1)) {}

using math::inner::any;
#define STUB_OF(T) CUSTUB_STUB(axpy_##T, math::axpy<T, 4>)

CUSTUB_STUB(scale, math::scale);
CUSTUB_STUB(bounded_64, bounded<64>);
CUSTUB_STUB(bounded_128, bounded<128>);
CUSTUB_STUB(any_f64, static_cast<void (*)(int, double *)>(any));
CUSTUB_STUB(any_i32, &math::inner::any<int>);
STUB_OF(float);
STUB_OF(double);
CUSTUB_STUB(fill_f32, math::fill<float>);
CUSTUB_STUB(fill_i8, math::fill<signed char>);
CUSTUB_STUB(records, records<pair>);
extern "C" {
CUSTUB_STUB(character, math::fill<decltype('"')>);
}
#if __CUDA_ARCH__ >= 900
CUSTUB_STUB(fill_of_90, math::fill<long>);
#endif
#define axpy broken
#define fill(x) broken
