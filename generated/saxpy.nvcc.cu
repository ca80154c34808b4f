/* nvcc compiles this in place of saxpy.cu: the source, and behind it what custub read of it, for nvcc to confirm.
 * Written by custub; edits are lost. */
#include "saxpy.cu"

#pragma nv_diagnostic push
#pragma nv_diag_suppress 1427
#include <custub/assertion.h>
#undef saxpy

#if defined(__CUDA_ARCH__) && ((__CUDA_ARCH__ == 800) || (__CUDA_ARCH__ == 900))

// void saxpy(size_t n, float a, const float *__restrict x, float *__restrict y)
custub_assert::types<> custub_assert_0(void (*)(unsigned long, float, const float *, float *));
custub_assert::other custub_assert_0(...);
static_assert(!custub_assert::same<decltype(custub_assert_0(&::saxpy)), custub_assert::other>::value, "kernel 'saxpy': custub read 'void saxpy(size_t n, float a, const float *__restrict x, float *__restrict y)', and this compiler does not; write it without conditions on the compiler");
#endif
#pragma nv_diagnostic pop
