#include <custub/kernel.h>
namespace {
__global__ void scale(int n, float *y) {}
template <class T> __global__ void fill(T *y) {}
struct local { int x; };
}
static __device__ int helper() { return 1; }
template <int (*F)()> __global__ void calls(int n) {}
template <class T> static __global__ void special(T *y) {}
template <> __global__ void special<int>(int *y) {}
template <class T> __global__ void open(T *y) {}
extern "C" static __global__ void c_hidden(int n) {}
CUSTUB_STUB(a, scale);
CUSTUB_STUB(b, fill<int>);
CUSTUB_STUB(c, calls<helper>);
CUSTUB_STUB(f, special<int>);
CUSTUB_STUB(d, open<local>);
CUSTUB_STUB(e, c_hidden);
