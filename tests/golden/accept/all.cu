// custub: --all --arch sm_80,sm_90
// --all: every kernel that is not a template has a launch function, named by its namespaces.
#include <custub/kernel.h>

extern "C" __global__ void plain(int n) {}

__global__ void global(float *y) { y[threadIdx.x] = 1; }

namespace math
{
inline namespace v1
{
CUSTUB_THREADS(n) __global__ void scale(int n, float *y CUSTUB_COUNTED_BY(n));
__global__ void scale(int n, float *y) { y[n - 1] = 1; }
} // namespace v1

namespace detail
{
// One overload has a name of its own, so that the other can have theirs.
__global__ void any(int n, float *y) { y[n] = 1; }
__global__ void any(int n, const double *y) {}
template <class T> __global__ void any(int n, T *y) { y[n] = 1; }
template <> __global__ void any<long>(int n, long *y) {}
} // namespace detail

__global__ void declared(int n);

// Names that meet.
__global__ void both(int n, float *y) {}
__global__ void both(int n, double *y) {}
static __global__ void other_one(int n) {}
namespace other
{
__global__ void one(int n) {}
__global__ void chosen(int n) {}
} // namespace other
} // namespace math
__global__ void by_all(int n) {}

namespace
{
CUSTUB_THREADS(n) __global__ void unnamed(int n) {}
} // namespace

#if __CUDA_ARCH__ >= 900
__global__ void newest(int n) {}
#endif

CUSTUB_STUB(any_f64, static_cast<void (*)(int, const double *)>(math::detail::any));
CUSTUB_STUB(by_all, math::other::chosen);
