#include <custub/kernel.h>
namespace math {
__global__ void scale(int n, float *y) {}
__global__ void scale(int n, double *y) {}
template <class T, int N> __global__ void axpy(int n, T *y) {}
}
CUSTUB_STUB(a, math::nothing);
CUSTUB_STUB(b, math::axpy<float>);
CUSTUB_STUB(c, math::axpy<float, double>);
CUSTUB_STUB(d, math::scale);
CUSTUB_STUB(e, static_cast<void (*)(int)>(math::scale));
CUSTUB_STUB(f, math::axpy<missing, 4>);
__global__ void many(int) {}
__global__ void many(unsigned) {}
__global__ void many(long) {}
__global__ void many(short) {}
__global__ void many(char) {}
__global__ void many(float) {}
CUSTUB_STUB(g, many);
