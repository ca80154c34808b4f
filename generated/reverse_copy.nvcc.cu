/* nvcc compiles this in place of reverse_copy.cu: the source, and behind it what custub read of it, for nvcc to confirm.
 * Written by custub; edits are lost. */
#include "reverse_copy.cu"

#pragma nv_diagnostic push
#pragma nv_diag_suppress 1427
#include <custub/assertion.h>
#undef reverse_copy

#if defined(__CUDA_ARCH__) && ((__CUDA_ARCH__ == 800) || (__CUDA_ARCH__ == 900))

// void reverse_copy(unsigned int n, const int *__restrict source, int *__restrict target)
custub_assert::types<> custub_assert_0(void (*)(unsigned int, const int *, int *));
custub_assert::other custub_assert_0(...);
static_assert(!custub_assert::same<decltype(custub_assert_0(&::reverse_copy)), custub_assert::other>::value, "kernel 'reverse_copy': custub read 'void reverse_copy(unsigned int n, const int *__restrict source, int *__restrict target)', and this compiler does not; write it without conditions on the compiler");
#endif
#pragma nv_diagnostic pop
