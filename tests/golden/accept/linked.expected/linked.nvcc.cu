/* nvcc compiles this in place of linked.cu: the source, and behind it what custub read of it, for nvcc to confirm.
 * Written by custub; edits are lost. */
#include <custub/linked.h>
#include "linked.cu"

#pragma nv_diagnostic push
#pragma nv_diag_suppress 1427
#include <custub/assertion.h>
#undef fill
#undef math
#undef scale
#undef float
#undef static_cast
#undef void
#undef any
#undef newer
#undef offsets

#if defined(__CUDA_ARCH__) && ((__CUDA_ARCH__ == 800) || (__CUDA_ARCH__ == 900))

// void fill(int n, float *y)
custub_assert::types<> custub_assert_0(void (*)(int, float *));
custub_assert::other custub_assert_0(...);
static_assert(!custub_assert::same<decltype(custub_assert_0(&::fill)), custub_assert::other>::value, "kernel 'fill': custub read 'void fill(int n, float *y)', and this compiler does not; write it without conditions on the compiler");

// void scale_f32(int n, float *y)
custub_assert::types<> custub_assert_1(void (*)(int, float *));
custub_assert::other custub_assert_1(...);
#line 19 "linked.cu"
static_assert(!custub_assert::same<decltype(custub_assert_1((math::scale<float>))), custub_assert::other>::value, "kernel 'scale_f32': custub read 'void scale_f32(int n, float *y)', and this compiler does not; write it without conditions on the compiler");
#line 32 "linked.nvcc.cu"

// void any_float(float n)
custub_assert::types<> custub_assert_2(void (*)(float));
custub_assert::other custub_assert_2(...);
#line 20 "linked.cu"
static_assert(!custub_assert::same<decltype(custub_assert_2((static_cast<void (*)(float)>(math::any)))), custub_assert::other>::value, "kernel 'any_float': custub read 'void any_float(float n)', and this compiler does not; write it without conditions on the compiler");
#line 39 "linked.nvcc.cu"
#endif

#if defined(__CUDA_ARCH__) && ((__CUDA_ARCH__ == 900))

// void newer(int n)
custub_assert::types<> custub_assert_3(void (*)(int));
custub_assert::other custub_assert_3(...);
static_assert(!custub_assert::same<decltype(custub_assert_3(&::newer)), custub_assert::other>::value, "kernel 'newer': custub read 'void newer(int n)', and this compiler does not; write it without conditions on the compiler");
#endif

#if defined(__CUDA_ARCH__) && ((__CUDA_ARCH__ == 800) || (__CUDA_ARCH__ == 900))
static_assert(sizeof(::offsets) == 16 && custub_assert::is<custub_assert::named<decltype((::offsets))>::type, int>::value, "variable 'offsets': custub read 'int' of 16 bytes, and this compiler does not; write it without conditions on the compiler");
#endif
#pragma nv_diagnostic pop
static const auto custub_kept_1 __attribute__((unused)) = (math::scale<float>);
static const auto custub_kept_2 __attribute__((unused)) = (static_cast<void (*)(float)>(math::any));

#ifndef __CUDA_ARCH__
static const void *const custub_linked_functions[] = {
    (const void *)(&::fill),
    (const void *)custub_kept_1,
    (const void *)custub_kept_2,
    0,
    0};
extern "C" __attribute__((visibility("hidden"))) const custub_library_info linked_custub_library;
extern "C" __attribute__((visibility("hidden"))) const custub_linked linked_custub_linked =
    CUSTUB_LINKED(linked_custub_library, custub_linked_functions);
#endif
