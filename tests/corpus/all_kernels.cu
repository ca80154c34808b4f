// kernels: plain by_name scale math_detail_any math_v1_index kept outer_inner_deep
// options: --all
// says: --all leaves out kernel 'math::both'
// Kernels without C linkage that have launch functions by --all.
#include <custub/kernel.h>

extern "C" __global__ void plain(int n) {}

CUSTUB_THREADS(n) __global__ void scale(int n, float *y CUSTUB_COUNTED_BY(n)) { y[n - 1] = 1; }

namespace math
{
namespace detail
{
struct shape { int rows; };
__global__ void any(shape s, float *y) { y[0] = 1; }
__global__ void any(int n, const shape *const *y) {}
template <class T> __global__ void any(int n, T *y) { y[n] = 1; }
} // namespace detail
inline namespace v1
{
__global__ void index(const char *s, int c) {}
} // namespace v1
__global__ void both(int n, float *y) {}
__global__ void both(int n, double *y) {}
} // namespace math

extern "C++" __global__ void kept(int n) {}
namespace outer { extern "C++" { namespace inner { __global__ void deep(int n, float (&y)[4]) {} } } }

CUSTUB_STUB(by_name, static_cast<void (*)(int, const math::detail::shape *const *)>(math::detail::any));
