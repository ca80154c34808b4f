// custub: --arch sm_80,sm_86,sm_90
// What may differ: which kernels there are, names of parameters, launch bounds, shared memory, and
// whatever is no part of an interface.
#include <custub/kernel.h>
#if __CUDA_ARCH__ >= 900
#define THREADS 1024
#define BYTES 4096
typedef struct { double d; } inside;
struct of_new { int n; long long m; };
constexpr int COUNT = 8, NEW = 3;
#else
#define THREADS 512
#define BYTES 1024
typedef struct { float f; } inside;
struct of_old { int n; };
constexpr int COUNT = 4, OLD = 5;
#endif
struct holder { inside *next; int n; };
struct plain { int a : 3; int b : 5; float f[2][3]; union { int i; float g; }; enum { P, Q } e; };
template <int N> struct nested { nested<N - 1> a, b; };
template <> struct nested<0> { int a; };
static_assert(sizeof(nested<11>) == 8192, "");
extern "C" __global__ void many_parts(const nested<11> *x) {}
extern "C" CUSTUB_THREADS(n) __launch_bounds__(THREADS) __global__ void everywhere(
    int n, float *__restrict__ x CUSTUB_COUNTED_BY(n), plain p, const holder *h)
{
    __shared__ char tile[BYTES];
    inside i = {1};
    tile[threadIdx.x] = (char)sizeof(i);
    x[blockIdx.x * blockDim.x + threadIdx.x] = tile[threadIdx.x];
}
#if __CUDA_ARCH__ >= 900
extern "C" __global__ void only_new(of_new *x CUSTUB_SIZED_BY(COUNT * NEW * sizeof(inside))) {}
extern "C" __global__ void renamed(const int m, int *y) {}
#else
extern "C" __global__ void only_old(
    of_old o, void *x CUSTUB_SIZED_BY(COUNT * OLD * sizeof(inside))) {}
extern "C" __global__ void renamed(int n, int *const x) {}
#endif
