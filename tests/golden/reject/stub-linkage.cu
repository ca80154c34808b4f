#include <custub/kernel.h>
namespace {
__global__ void scale(int n, float *y) {}
template <class T> __global__ void fill(T *y) {}
struct local { int x; };
}
static __global__ void hidden(int n) {}
template <class T> __global__ void open(T *y) {}
extern "C" static __global__ void c_hidden(int n) {}
CUSTUB_STUB(a, scale);
CUSTUB_STUB(b, fill<int>);
CUSTUB_STUB(c, hidden);
CUSTUB_STUB(d, open<local>);
CUSTUB_STUB(e, c_hidden);
