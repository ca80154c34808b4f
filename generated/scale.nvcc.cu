/* nvcc compiles this in place of scale.cu: the source, and behind it what custub read of it, for nvcc to confirm.
 * Written by custub; edits are lost. */
#include "scale.cu"

#pragma nv_diagnostic push
#pragma nv_diag_suppress 1427
#include <custub/assertion.h>
#undef scale

#if defined(__CUDA_ARCH__) && ((__CUDA_ARCH__ == 800) || (__CUDA_ARCH__ == 900))

// void scale(int width, int height, int pitch, float factor, float *image)
custub_assert::types<> custub_assert_0(void (*)(int, int, int, float, float *));
custub_assert::other custub_assert_0(...);
static_assert(!custub_assert::same<decltype(custub_assert_0(&::scale)), custub_assert::other>::value, "kernel 'scale': custub read 'void scale(int width, int height, int pitch, float factor, float *image)', and this compiler does not; write it without conditions on the compiler");
#endif
#pragma nv_diagnostic pop
