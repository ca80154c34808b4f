/* nvcc compiles this in place of images.cu: the source, and behind it what custub read of it, for nvcc to confirm.
 * Written by custub; edits are lost. */
#include "images.cu"

#pragma nv_diagnostic push
#pragma nv_diag_suppress 1427
#include <custub/assertion.h>
#undef fill

#if defined(__CUDA_ARCH__) && ((__CUDA_ARCH__ == 800))

// void fill(float *x)
custub_assert::types<> custub_assert_0(void (*)(float *));
custub_assert::other custub_assert_0(...);
static_assert(!custub_assert::same<decltype(custub_assert_0(&::fill)), custub_assert::other>::value, "kernel 'fill': custub read 'void fill(float *x)', and this compiler does not; write it without conditions on the compiler");
#endif
#pragma nv_diagnostic pop
