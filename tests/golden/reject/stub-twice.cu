#include <custub/kernel.h>
namespace math {
__global__ void scale(float *y) {}
template <class T> __global__ void fill(T *y) {}
}
extern "C" __global__ void plain(int n) {}
CUSTUB_STUB(scale, math::scale);
CUSTUB_STUB(scale, math::fill<float>);
CUSTUB_STUB(again, math::scale);
CUSTUB_STUB(plain, math::fill<int>);
CUSTUB_STUB(other, plain);
