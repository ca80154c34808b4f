#include <custub/kernel.h>
namespace math {
__device__ void helper(float *y) {}
void host(float *y) {}
template <class T> __device__ void helpers(T *y) {}
__global__ void scale(float *y) {}
constexpr void (*pointer)(float *) = scale;
}
CUSTUB_STUB(a, math::helper);
CUSTUB_STUB(b, math::host);
CUSTUB_STUB(c, math::helpers<int>);
CUSTUB_STUB(d, math::pointer);
CUSTUB_STUB(e, true ? math::scale : math::host);
__device__ float rows[4];
CUSTUB_STUB(f, rows);
