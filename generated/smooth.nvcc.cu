/* nvcc compiles this in place of smooth.cu: the source, and behind it what custub read of it, for nvcc to confirm.
 * Written by custub; edits are lost. */
#include "smooth.cu"

#pragma nv_diagnostic push
#pragma nv_diag_suppress 1427
#include <custub/assertion.h>
#undef smooth
#undef weights

#if defined(__CUDA_ARCH__) && ((__CUDA_ARCH__ == 800) || (__CUDA_ARCH__ == 900))

// void smooth(int n, const float *__restrict x, float *__restrict y)
custub_assert::types<> custub_assert_0(void (*)(int, const float *, float *));
custub_assert::other custub_assert_0(...);
static_assert(!custub_assert::same<decltype(custub_assert_0(&::smooth)), custub_assert::other>::value, "kernel 'smooth': custub read 'void smooth(int n, const float *__restrict x, float *__restrict y)', and this compiler does not; write it without conditions on the compiler");
static_assert(sizeof(::weights) == 20 && custub_assert::is<custub_assert::named<decltype((::weights))>::type, float>::value, "variable 'weights': custub read 'float' of 20 bytes, and this compiler does not; write it without conditions on the compiler");
#endif
#pragma nv_diagnostic pop
