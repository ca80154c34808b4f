// kernels: plain scale any_f64 any_i32 axpy_f32 tile twice packed method_like index value hidden hidden_f32
// C++ kernels and instances of templates, which CUSTUB_STUB gives a launch function.
#include <custub/kernel.h>

extern "C" __global__ void plain(int n) {}

namespace math
{
inline namespace v1
{
CUSTUB_THREADS(n) __global__ void scale(int n, float *y CUSTUB_COUNTED_BY(n)) { y[n - 1] = 1; }
} // namespace v1

__global__ void any(int n, double *y) {}
template <class T> __global__ void any(int n, T *y) {}

template <class T, int N> CUSTUB_THREADS(n) __global__ void axpy(
    int n, T a, const T *x CUSTUB_COUNTED_BY(n), T *y CUSTUB_COUNTED_BY(n))
{
    for (int i = N * blockIdx.x; i < n; i++)
        y[i] += a * x[i];
}

// overloaded on the kind of the arguments
template <int N> __global__ void axpy(int *y) { y[N] = 1; }

template <class T, int... N> __global__ void sizes(T (*x)[2]) {}
template <template <class> class H, class T> __global__ void held(H<T> value) {}
template <class T> struct holder { T value; const T *more; };
__global__ void index(const char *s, int c) {}
template <class T, T V, auto N> __global__ void value(T *y) { *y = V + N; }
static __global__ void hidden(const holder<int> *x) {}
namespace v1
{
template <class T> static __global__ void hidden(T *y) { *y = 1; }
} // namespace v1
} // namespace math

struct __attribute__((packed)) tight { char a; int b; };
template <class T> __global__ void by_value(T value, const T *more) {}
template <> __global__ void by_value<tight>(tight value, const tight *more) {}

using namespace math;
namespace other = math;

CUSTUB_STUB(scale, other::scale);
CUSTUB_STUB(any_f64, static_cast<void (*)(int, double *)>(any));
CUSTUB_STUB(any_i32, (void (*)(int, int *))math::any);
CUSTUB_STUB(axpy_f32, axpy<float, 4>);
CUSTUB_STUB(tile, axpy<(3 > 2) ? 1 : 2>);
CUSTUB_STUB(twice, math::sizes<double, 1, 2, 3>);
CUSTUB_STUB(packed, by_value<tight>);
CUSTUB_STUB(method_like, &math::held<math::holder, float>);
CUSTUB_STUB(index, math::index);
CUSTUB_STUB(value, math::value<long, -3, 'a'>);
CUSTUB_STUB(hidden, static_cast<void (*)(const math::holder<int> *)>(math::hidden));
CUSTUB_STUB(hidden_f32, math::v1::hidden<float>);
