/* nvcc compiles this in place of globals.cu: the source, and behind it what custub read of it, for nvcc to confirm.
 * Written by custub; edits are lost. */
#include "globals.cu"

#pragma nv_diagnostic push
#pragma nv_diag_suppress 1427
#include <custub/assertion.h>
#undef low
#undef high
#undef steps
#undef x
#undef y
#undef z
#undef w
#undef value
#undef fill
#undef weights
#undef matrix
#undef counter
#undef current
#undef ramps
#undef chosen
#undef where
#undef corner
#undef flags
#undef total
#undef changed
#undef limit
#undef of
#undef file

#if defined(__CUDA_ARCH__) && ((__CUDA_ARCH__ == 800))

// void fill(float *out, current_upload unused)
template <class custub_T1> custub_assert::types<custub_T1> custub_assert_0(void (*)(float *, custub_T1));
custub_assert::other custub_assert_0(...);
static_assert(!custub_assert::same<decltype(custub_assert_0(&::fill)), custub_assert::other>::value, "kernel 'fill': custub read 'void fill(float *out, current_upload unused)', and this compiler does not; write it without conditions on the compiler");
template <class> struct custub_assert_types_0 {};
template <class custub_T1>
struct custub_assert_types_0<custub_assert::types<custub_T1>> {
    static_assert(sizeof(custub_T1) == 4 && alignof(custub_T1) == 4, "kernel 'fill', parameter 'unused': custub read 'current_upload' as 4 bytes aligned to 4, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T1, x) == 0 && custub_assert::is<decltype(custub_T1::x), int>::value, "kernel 'fill', parameter 'unused': custub read 'current_upload::x' as int at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
};
template struct custub_assert_types_0<decltype(custub_assert_0(&::fill))>;
static_assert(sizeof(::weights) == 64 && custub_assert::is<custub_assert::named<decltype((::weights))>::type, float>::value, "variable 'weights': custub read 'float' of 64 bytes, and this compiler does not; write it without conditions on the compiler");
static_assert(sizeof(::matrix) == 48 && custub_assert::is<custub_assert::named<decltype((::matrix))>::type, float>::value, "variable 'matrix': custub read 'float' of 48 bytes, and this compiler does not; write it without conditions on the compiler");
static_assert(sizeof(::counter) == 8 && custub_assert::is<custub_assert::named<decltype((::counter))>::type, unsigned long long>::value, "variable 'counter': custub read 'unsigned long long' of 8 bytes, and this compiler does not; write it without conditions on the compiler");
static_assert(sizeof(::current) == 20, "variable 'current': custub read 'ramp' of 20 bytes, and this compiler does not; write it without conditions on the compiler");
static_assert(sizeof(::ramps) == 40, "variable 'ramps': custub read 'ramp' of 40 bytes, and this compiler does not; write it without conditions on the compiler");
static_assert(sizeof(::chosen) == 1 && custub_assert::is_enumeration<custub_assert::named<decltype((::chosen))>::type, unsigned char>::value, "variable 'chosen': custub read 'mode' of 1 bytes, and this compiler does not; write it without conditions on the compiler");
static_assert(sizeof(::where) == 8, "variable 'where': custub read 'float *' of 8 bytes, and this compiler does not; write it without conditions on the compiler");
static_assert(sizeof(::corner) == 16, "variable 'corner': custub read 'float4' of 16 bytes, and this compiler does not; write it without conditions on the compiler");
static_assert(sizeof(::flags) == 8 && custub_assert::is<custub_assert::named<decltype((::flags))>::type, bool>::value, "variable 'flags': custub read 'bool' of 8 bytes, and this compiler does not; write it without conditions on the compiler");
static_assert(sizeof(::total) == 8 && custub_assert::is<custub_assert::named<decltype((::total))>::type, double>::value, "variable 'total': custub read 'double' of 8 bytes, and this compiler does not; write it without conditions on the compiler");
static_assert(sizeof(::changed) == 1 && custub_assert::is_enumeration<custub_assert::named<decltype((::changed))>::type, unsigned char>::value, "variable 'changed': custub read 'mode' of 1 bytes, and this compiler does not; write it without conditions on the compiler");
static_assert(sizeof(::of::file::limit) == 4 && custub_assert::is<custub_assert::named<decltype((::of::file::limit))>::type, int>::value, "variable 'limit': custub read 'int' of 4 bytes, and this compiler does not; write it without conditions on the compiler");
#endif
#pragma nv_diagnostic pop
