/* The CPU image of smooth.cu, for a host C++17 compiler. Written by custub; edits are lost. */
#include <custub/cpu_device.h>
#define __CUDA_ARCH__ 900
#line 1 "smooth.cu"
// A weighted mean of neighbours. The weights are constants, which the host uploads.
#include <custub/kernel.h>

__constant__ float weights[5];

extern "C" CUSTUB_THREADS(n) __global__ void smooth(
    int n,
    const float *__restrict__ x CUSTUB_COUNTED_BY(n + 4),
    float *__restrict__ y CUSTUB_COUNTED_BY(n))
{
    int i = ::custub_cpu::index_x<int>((int)(blockIdx.x * blockDim.x + threadIdx.x));
    if (::custub_cpu::guard(i < n)) {
        float sum = 0;
        for (int k = 0; k < 5; k++)
            sum += weights[k] * x[i + k];
        y[i] = sum;
    }
}


#line 26 "smooth.cpu.cpp"

namespace custub_cpu_absent
{
void smooth(::custub_cpu::absent);
} // namespace custub_cpu_absent
using namespace custub_cpu_absent;

CUSTUB_CPU_KERNELS(custub_cpu_kernels) = {
    ::custub_cpu::loop_kernel<&::smooth, ::custub_cpu::loop_form::guarded, ::custub_cpu::across_all>("smooth", 0),
};

CUSTUB_CPU_GLOBALS(custub_cpu_globals) = {
    ::custub_cpu::describe_global("weights", &::weights, CUSTUB_CPU_GLOBAL_CONSTANT),
};

#if !defined(CUSTUB_CPU_LINKED)
extern "C" {
extern CUSTUB_CPU_EXPORT const custub_cpu_table custub_cpu_image;
const custub_cpu_table custub_cpu_image = {
    CUSTUB_CPU_IMAGE_MAGIC, CUSTUB_CPU_IMAGE_ABI,
    sizeof(custub_cpu_table), sizeof(custub_cpu_kernel),
    1, sizeof(custub_cpu_services),
    "smooth.cu", custub_cpu_kernels, &::custub_cpu::services,
    custub_cpu_globals, 1, sizeof(custub_cpu_global),
};
}
#endif

#pragma GCC diagnostic ignored "-Winvalid-offsetof"
#include <custub/assertion.h>

#if defined(__CUDA_ARCH__) && ((__CUDA_ARCH__ == 800) || (__CUDA_ARCH__ == 900))

// void smooth(int n, const float *__restrict x, float *__restrict y)
custub_assert::types<> custub_assert_0(void (*)(int, const float *, float *));
custub_assert::other custub_assert_0(...);
custub_assert::types<::custub_cpu::absent> custub_assert_0(void (*)(::custub_cpu::absent));
static_assert(!custub_assert::same<decltype(custub_assert_0(&::smooth)), custub_assert::other>::value, "kernel 'smooth': custub read 'void smooth(int n, const float *__restrict x, float *__restrict y)', and this compiler does not; write it without conditions on the compiler");
#endif
