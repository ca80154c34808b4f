/* The CPU image of block_sum.cu, for a host C++17 compiler. Written by custub; edits are lost. */
#include <custub/cpu_device.h>
#define __CUDA_ARCH__ 900
#line 1 "block_sum.cu"
// One partial sum per block, in dynamic shared memory: a float for each thread of the block.
#include <stddef.h>

#include <custub/kernel.h>

extern "C" CUSTUB_THREADS(n)
CUSTUB_SHARED(blockDim.x * sizeof(float))
CUSTUB_REQUIRES(is_pow2(blockDim.x))
__global__ void block_sum(
    size_t n,
    const float *values CUSTUB_COUNTED_BY(n),
    float *__restrict__ sums CUSTUB_COUNTED_BY(gridDim.x))
{
    extern __shared__ float partial[];
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;

    partial[threadIdx.x] = i < n ? values[i] : 0.0f;
    __syncthreads();
    for (unsigned int half = blockDim.x / 2; half > 0; half /= 2) {
        if (threadIdx.x < half)
            partial[threadIdx.x] += partial[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        sums[blockIdx.x] = partial[0];
}


#line 34 "block_sum.cpu.cpp"

using custub_cpu_element_0 = float;
CUSTUB_CPU_SHARED_ARRAY(custub_cpu_element_0, partial);
CUSTUB_CPU_NO_INITIALIZER("_ZTH7partial")

namespace custub_cpu_absent
{
void block_sum(::custub_cpu::absent);
} // namespace custub_cpu_absent
using namespace custub_cpu_absent;

CUSTUB_CPU_KERNELS(custub_cpu_kernels) = {
    ::custub_cpu::thread_kernel<&::block_sum>("block_sum", 0),
};

#if !defined(CUSTUB_CPU_LINKED)
extern "C" {
extern CUSTUB_CPU_EXPORT const custub_cpu_table custub_cpu_image;
const custub_cpu_table custub_cpu_image = {
    CUSTUB_CPU_IMAGE_MAGIC, CUSTUB_CPU_IMAGE_ABI,
    sizeof(custub_cpu_table), sizeof(custub_cpu_kernel),
    1, sizeof(custub_cpu_services),
    "block_sum.cu", custub_cpu_kernels, &::custub_cpu::services,
    nullptr, 0, sizeof(custub_cpu_global),
};
}
#endif

#pragma GCC diagnostic ignored "-Winvalid-offsetof"
#include <custub/assertion.h>

#if defined(__CUDA_ARCH__) && ((__CUDA_ARCH__ == 800) || (__CUDA_ARCH__ == 900))

// void block_sum(size_t n, const float *values, float *__restrict sums)
custub_assert::types<> custub_assert_0(void (*)(unsigned long, const float *, float *));
custub_assert::other custub_assert_0(...);
custub_assert::types<::custub_cpu::absent> custub_assert_0(void (*)(::custub_cpu::absent));
static_assert(!custub_assert::same<decltype(custub_assert_0(&::block_sum)), custub_assert::other>::value, "kernel 'block_sum': custub read 'void block_sum(size_t n, const float *values, float *__restrict sums)', and this compiler does not; write it without conditions on the compiler");
#endif
