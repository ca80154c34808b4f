/* The CPU image of reverse_copy.cu, for a host C++17 compiler. Written by custub; edits are lost. */
#include <custub/cpu_device.h>
#define __CUDA_ARCH__ 900
#line 1 "reverse_copy.cu"
// Copies backwards. __restrict__ promises the compiler that the two do not overlap, so custub refuses
// an overlap.
#include <custub/kernel.h>

extern "C" CUSTUB_THREADS(n) __global__ void reverse_copy(
    unsigned int n,
    const int *__restrict__ source CUSTUB_COUNTED_BY(n),
    int *__restrict__ target CUSTUB_COUNTED_BY(n))
{
    unsigned int i = ::custub_cpu::index_x<unsigned int>(blockIdx.x * blockDim.x + threadIdx.x);
    if (::custub_cpu::guard(i < n))
        target[n - 1 - i] = source[i];
}


#line 21 "reverse_copy.cpu.cpp"

namespace custub_cpu_absent
{
void reverse_copy(::custub_cpu::absent);
} // namespace custub_cpu_absent
using namespace custub_cpu_absent;

CUSTUB_CPU_KERNELS(custub_cpu_kernels) = {
    ::custub_cpu::loop_kernel<&::reverse_copy, ::custub_cpu::loop_form::guarded, ::custub_cpu::across_all>("reverse_copy", 0),
};

#if !defined(CUSTUB_CPU_LINKED)
extern "C" {
extern CUSTUB_CPU_EXPORT const custub_cpu_table custub_cpu_image;
const custub_cpu_table custub_cpu_image = {
    CUSTUB_CPU_IMAGE_MAGIC, CUSTUB_CPU_IMAGE_ABI,
    sizeof(custub_cpu_table), sizeof(custub_cpu_kernel),
    1, sizeof(custub_cpu_services),
    "reverse_copy.cu", custub_cpu_kernels, &::custub_cpu::services,
    nullptr, 0, sizeof(custub_cpu_global),
};
}
#endif

#pragma GCC diagnostic ignored "-Winvalid-offsetof"
#include <custub/assertion.h>

#if defined(__CUDA_ARCH__) && ((__CUDA_ARCH__ == 800) || (__CUDA_ARCH__ == 900))

// void reverse_copy(unsigned int n, const int *__restrict source, int *__restrict target)
custub_assert::types<> custub_assert_0(void (*)(unsigned int, const int *, int *));
custub_assert::other custub_assert_0(...);
custub_assert::types<::custub_cpu::absent> custub_assert_0(void (*)(::custub_cpu::absent));
static_assert(!custub_assert::same<decltype(custub_assert_0(&::reverse_copy)), custub_assert::other>::value, "kernel 'reverse_copy': custub read 'void reverse_copy(unsigned int n, const int *__restrict source, int *__restrict target)', and this compiler does not; write it without conditions on the compiler");
#endif
