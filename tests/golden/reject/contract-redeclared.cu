// The same text at two declarations, with another meaning; and a name that no compiler could check.
#include <custub/kernel.h>

extern "C" __global__ void moved(float *x CUSTUB_COUNTED_BY(n), int n, int m);
extern "C" __global__ void moved(float *x CUSTUB_COUNTED_BY(n), int m, int n) { x[n] = 1; }
constexpr int W = 2;
namespace k { __global__ void scaled(float *x CUSTUB_COUNTED_BY(W), int n); }
namespace k {
constexpr int W = 4;
__global__ void scaled(float *x CUSTUB_COUNTED_BY(W), int n) { x[n] = 1; }
}
CUSTUB_STUB(scaled, k::scaled);
template <class T, int N> CUSTUB_THREADS(N) __global__ void exchanged(int *x);
template <class T, int M> CUSTUB_THREADS(N) __global__ void exchanged(int *x) { *x = M; }
constexpr int N = 3;
CUSTUB_STUB(exchanged, exchanged<int, 5>);
template <class T, int N> struct box;
template <class T> struct box<T, 0> { T *d CUSTUB_COUNTED_BY(sizeof(T)); };
extern "C" __global__ void partial(box<float, 0> b) { b.d[threadIdx.x] = 1; }
