// Kernels that both sources of a target get from one header.
#pragma once
#include <custub/kernel.h>

namespace shared
{
template <int BY> CUSTUB_THREADS(n) __global__ void scale(int n, float *x CUSTUB_COUNTED_BY(n))
{
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < n)
        x[i] *= BY;
}
} // namespace shared
CUSTUB_STUB(scale_by_2, shared::scale<2>);
