/* nvcc compiles this in place of contracts.cu: the source, and behind it what custub read of it, for nvcc to confirm.
 * Written by custub; edits are lost. */
#include "contracts.cu"

#pragma nv_diagnostic push
#pragma nv_diag_suppress 1427
#include <custub/assertion.h>
#undef rows
#undef columns
#undef strides
#undef stride
#undef stencil
#undef config
#undef padding
#undef radius
#undef mode
#undef fast
#undef limit
#undef chosen
#undef told
#undef shape

#if defined(__CUDA_ARCH__) && ((__CUDA_ARCH__ == 800))

// void stride(unsigned int n, const float *x, float *y)
custub_assert::types<> custub_assert_0(void (*)(unsigned int, const float *, float *));
custub_assert::other custub_assert_0(...);
static_assert(!custub_assert::same<decltype(custub_assert_0(&::stride)), custub_assert::other>::value, "kernel 'stride': custub read 'void stride(unsigned int n, const float *x, float *y)', and this compiler does not; write it without conditions on the compiler");

// void stencil(shape s, const void *in, double *out, char *scratch)
template <class custub_T0> custub_assert::types<custub_T0> custub_assert_1(void (*)(custub_T0, const void *, double *, char *));
custub_assert::other custub_assert_1(...);
static_assert(!custub_assert::same<decltype(custub_assert_1(&::stencil)), custub_assert::other>::value, "kernel 'stencil': custub read 'void stencil(shape s, const void *in, double *out, char *scratch)', and this compiler does not; write it without conditions on the compiler");
template <class> struct custub_assert_types_1 {};
template <class custub_T0>
struct custub_assert_types_1<custub_assert::types<custub_T0>> {
    static_assert(sizeof(custub_T0) == 24 && alignof(custub_T0) == 8, "kernel 'stencil', parameter 's': custub read 'shape' as 24 bytes aligned to 8, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, rows) == 0 && custub_assert::is<decltype(custub_T0::rows), int>::value, "kernel 'stencil', parameter 's': custub read 'shape::rows' as int at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, columns) == 4 && custub_assert::is<decltype(custub_T0::columns), unsigned short>::value, "kernel 'stencil', parameter 's': custub read 'shape::columns' as unsigned short at byte 4, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, strides) == 8 && sizeof(custub_T0::strides) == 16 && custub_assert::is<decltype(custub_T0::strides), unsigned long long>::value, "kernel 'stencil', parameter 's': custub read 'shape::strides' as unsigned long long[2] at byte 8, and this compiler does not; lay it out without packing and without conditions on the compiler");
};
template struct custub_assert_types_1<decltype(custub_assert_1(&::stencil))>;
static_assert(static_cast<long long>(::config::padding) == -3LL - 1, "kernel 'stencil': custub read '::config::padding' as -4, and this compiler does not; write it without conditions on the compiler");
static_assert(static_cast<unsigned long long>(::radius) == 2ULL, "kernel 'stencil': custub read '::radius' as 2, and this compiler does not; write it without conditions on the compiler");
static_assert(static_cast<unsigned long long>(::config::mode::fast) == 3ULL, "kernel 'stencil': custub read '::config::mode::fast' as 3, and this compiler does not; write it without conditions on the compiler");
static_assert(static_cast<unsigned long long>(::limit) == 1048576ULL, "kernel 'stencil': custub read '::limit' as 1048576, and this compiler does not; write it without conditions on the compiler");

// void chosen(int rows, unsigned int tail, float *x, float *y)
custub_assert::types<> custub_assert_2(void (*)(int, unsigned int, float *, float *));
custub_assert::other custub_assert_2(...);
static_assert(!custub_assert::same<decltype(custub_assert_2(&::chosen)), custub_assert::other>::value, "kernel 'chosen': custub read 'void chosen(int rows, unsigned int tail, float *x, float *y)', and this compiler does not; write it without conditions on the compiler");
static_assert(static_cast<unsigned long long>(::limit) == 1048576ULL, "kernel 'chosen': custub read '::limit' as 1048576, and this compiler does not; write it without conditions on the compiler");

// void told(long a, unsigned char b, bool c, float *x, float *y)
custub_assert::types<> custub_assert_3(void (*)(long, unsigned char, bool, float *, float *));
custub_assert::other custub_assert_3(...);
static_assert(!custub_assert::same<decltype(custub_assert_3(&::told)), custub_assert::other>::value, "kernel 'told': custub read 'void told(long a, unsigned char b, bool c, float *x, float *y)', and this compiler does not; write it without conditions on the compiler");
static_assert(sizeof(::shape) == 24, "kernel 'told': custub read sizeof(::shape) as 24, and this compiler does not; write it without conditions on the compiler");
#endif
#pragma nv_diagnostic pop
