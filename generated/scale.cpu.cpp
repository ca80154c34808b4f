/* The CPU image of scale.cu, for a host C++17 compiler. Written by custub; edits are lost. */
#include <custub/cpu_device.h>
#define __CUDA_ARCH__ 900
#line 1 "scale.cu"
// Scales an image in place. Blocks have at most 256 threads, by __launch_bounds__. Rows are `pitch`
// elements apart; the last one may end at `width`.
#include <stddef.h>

#include <custub/kernel.h>

extern "C" CUSTUB_THREADS(width, height)
CUSTUB_REQUIRES(pitch >= width)
__global__ void __launch_bounds__(256, 2) scale(
    int width, int height, int pitch, float factor,
    float *image CUSTUB_COUNTED_BY(min(height, 1) * (max(height - 1, 0) * pitch + width)))
{
    int column = ::custub_cpu::index_x<int>(blockIdx.x * blockDim.x + threadIdx.x);
    int row = ::custub_cpu::index_y<int>(blockIdx.y * blockDim.y + threadIdx.y);
    if (::custub_cpu::guard(column < width && row < height))
        image[(size_t)row * pitch + column] *= factor;
}


#line 25 "scale.cpu.cpp"

namespace custub_cpu_absent
{
void scale(::custub_cpu::absent);
} // namespace custub_cpu_absent
using namespace custub_cpu_absent;

CUSTUB_CPU_KERNELS(custub_cpu_kernels) = {
    ::custub_cpu::loop_kernel<&::scale, ::custub_cpu::loop_form::guarded, ::custub_cpu::across_all>("scale", 256),
};

#if !defined(CUSTUB_CPU_LINKED)
extern "C" {
extern CUSTUB_CPU_EXPORT const custub_cpu_table custub_cpu_image;
const custub_cpu_table custub_cpu_image = {
    CUSTUB_CPU_IMAGE_MAGIC, CUSTUB_CPU_IMAGE_ABI,
    sizeof(custub_cpu_table), sizeof(custub_cpu_kernel),
    1, sizeof(custub_cpu_services),
    "scale.cu", custub_cpu_kernels, &::custub_cpu::services,
    nullptr, 0, sizeof(custub_cpu_global),
};
}
#endif

#pragma GCC diagnostic ignored "-Winvalid-offsetof"
#include <custub/assertion.h>

#if defined(__CUDA_ARCH__) && ((__CUDA_ARCH__ == 800) || (__CUDA_ARCH__ == 900))

// void scale(int width, int height, int pitch, float factor, float *image)
custub_assert::types<> custub_assert_0(void (*)(int, int, int, float, float *));
custub_assert::other custub_assert_0(...);
custub_assert::types<::custub_cpu::absent> custub_assert_0(void (*)(::custub_cpu::absent));
static_assert(!custub_assert::same<decltype(custub_assert_0(&::scale)), custub_assert::other>::value, "kernel 'scale': custub read 'void scale(int width, int height, int pitch, float factor, float *image)', and this compiler does not; write it without conditions on the compiler");
#endif
