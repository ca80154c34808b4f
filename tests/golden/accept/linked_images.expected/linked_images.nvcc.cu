/* nvcc compiles this in place of linked_images.cu: the source, and behind it what custub read of it, for nvcc to confirm.
 * Written by custub; edits are lost. */
#include <custub/linked.h>
#include "linked_images.cu"

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

#ifndef __CUDA_ARCH__
static const void *const custub_linked_functions[] = {
    (const void *)(&::fill),
    0};
extern "C" __attribute__((visibility("hidden"))) const custub_library_info linked_images_custub_library;
extern "C" __attribute__((visibility("hidden"))) const custub_linked linked_images_custub_linked =
    CUSTUB_LINKED(linked_images_custub_library, custub_linked_functions);
#endif
