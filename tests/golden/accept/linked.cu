// custub: --linked --arch sm_80,sm_90
// --linked: the program takes the kernels that nvcc compiled into it. The source may include its own
// header, which may not be there yet.
#include <custub/kernel.h>

extern "C" __global__ void fill(int n, float *y CUSTUB_COUNTED_BY(n)) {}

#if __CUDA_ARCH__ >= 900
extern "C" __global__ void newer(int n) {}
#endif

namespace math
{
template <class T> __global__ void scale(int n, T *y) {}
__global__ void any(int n) {}
__global__ void any(float n) {}
} // namespace math

CUSTUB_STUB(scale_f32, math::scale<float>);
CUSTUB_STUB(any_float, static_cast<void (*)(float)>(math::any));

__constant__ int offsets[4];

#include "linked.custub.h"

static linked_kernels loaded;

static custub_status run(const linked_kernels *kernels, custub_error *error)
{
    return launch_fill(kernels, NULL, 1, custub_f32_view_of(0, 0), error);
}
