/* nvcc compiles this in place of block_sum.cu: the source, and behind it what custub read of it, for nvcc to confirm.
 * Written by custub; edits are lost. */
#include "block_sum.cu"

#pragma nv_diagnostic push
#pragma nv_diag_suppress 1427
#include <custub/assertion.h>
#undef block_sum

#if defined(__CUDA_ARCH__) && ((__CUDA_ARCH__ == 800) || (__CUDA_ARCH__ == 900))

// void block_sum(size_t n, const float *values, float *__restrict sums)
custub_assert::types<> custub_assert_0(void (*)(unsigned long, const float *, float *));
custub_assert::other custub_assert_0(...);
static_assert(!custub_assert::same<decltype(custub_assert_0(&::block_sum)), custub_assert::other>::value, "kernel 'block_sum': custub read 'void block_sum(size_t n, const float *values, float *__restrict sums)', and this compiler does not; write it without conditions on the compiler");
#endif
#pragma nv_diagnostic pop
