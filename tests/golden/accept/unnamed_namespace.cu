// CUSTUB_STUB cannot find these kernels before their namespaces have names.
#include <custub/kernel.h>

namespace
{
template <class T> __global__ void fill(int n, T *x)
{
    x[threadIdx.x] = n;
}
namespace inside
{
__global__ void clear(int *x)
{
    x[threadIdx.x] = 0;
}
} // namespace inside
} // namespace

extern "C" __global__ void scale(float *x)
{
    x[threadIdx.x] *= 2;
}
