/* The CPU image of saxpy.cu, for a host C++17 compiler. Written by custub; edits are lost. */
#include <custub/cpu_device.h>
#define __CUDA_ARCH__ 900
#line 1 "saxpy.cu"
// y = a x + y, the smallest kernel with a whole contract.
#include <stddef.h>

#include <custub/kernel.h>

extern "C" CUSTUB_THREADS(n) __global__ void saxpy(
    size_t n, float a,
    const float *__restrict__ x CUSTUB_COUNTED_BY(n),
    float *__restrict__ y CUSTUB_COUNTED_BY(n))
{
    size_t i = ::custub_cpu::index_x<size_t>((size_t)blockIdx.x * blockDim.x + threadIdx.x);
    if (::custub_cpu::guard(i < n))
        y[i] = a * x[i] + y[i];
}


#line 22 "saxpy.cpu.cpp"

namespace custub_cpu_absent
{
void saxpy(::custub_cpu::absent);
} // namespace custub_cpu_absent
using namespace custub_cpu_absent;

CUSTUB_CPU_KERNELS(custub_cpu_kernels) = {
    ::custub_cpu::loop_kernel<&::saxpy, ::custub_cpu::loop_form::guarded, ::custub_cpu::across_all>("saxpy", 0),
};

#if !defined(CUSTUB_CPU_LINKED)
extern "C" {
extern CUSTUB_CPU_EXPORT const custub_cpu_table custub_cpu_image;
const custub_cpu_table custub_cpu_image = {
    CUSTUB_CPU_IMAGE_MAGIC, CUSTUB_CPU_IMAGE_ABI,
    sizeof(custub_cpu_table), sizeof(custub_cpu_kernel),
    1, sizeof(custub_cpu_services),
    "saxpy.cu", custub_cpu_kernels, &::custub_cpu::services,
    nullptr, 0, sizeof(custub_cpu_global),
};
}
#endif

#pragma GCC diagnostic ignored "-Winvalid-offsetof"
#include <custub/assertion.h>

#if defined(__CUDA_ARCH__) && ((__CUDA_ARCH__ == 800) || (__CUDA_ARCH__ == 900))

// void saxpy(size_t n, float a, const float *__restrict x, float *__restrict y)
custub_assert::types<> custub_assert_0(void (*)(unsigned long, float, const float *, float *));
custub_assert::other custub_assert_0(...);
custub_assert::types<::custub_cpu::absent> custub_assert_0(void (*)(::custub_cpu::absent));
static_assert(!custub_assert::same<decltype(custub_assert_0(&::saxpy)), custub_assert::other>::value, "kernel 'saxpy': custub read 'void saxpy(size_t n, float a, const float *__restrict x, float *__restrict y)', and this compiler does not; write it without conditions on the compiler");
#endif
