/* nvcc compiles this in place of addresses.cu: the source, and behind it what custub read of it, for nvcc to confirm.
 * Written by custub; edits are lost. */
#include "addresses.cu"

#pragma nv_diagnostic push
#pragma nv_diag_suppress 1427
#include <custub/assertion.h>
#undef data
#undef stride
#undef height
#undef scratch
#undef other
#undef table
#undef take
#undef vectors
#undef fields

#if defined(__CUDA_ARCH__) && ((__CUDA_ARCH__ == 800))

// void take(unsigned int n, CUdeviceptr bytes, CUdeviceptr x, long signed_address, CUdeviceptr aligned, CUdeviceptr plain, void *memory, const void *constants)
custub_assert::types<> custub_assert_0(void (*)(unsigned int, unsigned long long, unsigned long long, long, unsigned long long, unsigned long long, void *, const void *));
custub_assert::other custub_assert_0(...);
static_assert(!custub_assert::same<decltype(custub_assert_0(&::take)), custub_assert::other>::value, "kernel 'take': custub read 'void take(unsigned int n, CUdeviceptr bytes, CUdeviceptr x, long signed_address, CUdeviceptr aligned, CUdeviceptr plain, void *memory, const void *constants)', and this compiler does not; write it without conditions on the compiler");

// void vectors(CUdeviceptr v, CUdeviceptr h, CUdeviceptr none, long signed_v, int n)
custub_assert::types<> custub_assert_1(void (*)(unsigned long long, unsigned long long, unsigned long long, long, int));
custub_assert::other custub_assert_1(...);
static_assert(!custub_assert::same<decltype(custub_assert_1(&::vectors)), custub_assert::other>::value, "kernel 'vectors': custub read 'void vectors(CUdeviceptr v, CUdeviceptr h, CUdeviceptr none, long signed_v, int n)', and this compiler does not; write it without conditions on the compiler");

// void fields(picture a, picture b, int n)
template <class custub_T0, class custub_T1> custub_assert::types<custub_T0, custub_T1> custub_assert_2(void (*)(custub_T0, custub_T1, int));
custub_assert::other custub_assert_2(...);
static_assert(!custub_assert::same<decltype(custub_assert_2(&::fields)), custub_assert::other>::value, "kernel 'fields': custub read 'void fields(picture a, picture b, int n)', and this compiler does not; write it without conditions on the compiler");
template <class> struct custub_assert_types_2 {};
template <class custub_T0, class custub_T1>
struct custub_assert_types_2<custub_assert::types<custub_T0, custub_T1>> {
    static_assert(sizeof(custub_T0) == 80 && alignof(custub_T0) == 8, "kernel 'fields', parameter 'a': custub read 'picture' as 80 bytes aligned to 8, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, data) == 0 && sizeof(custub_T0::data) == 24 && custub_assert::is<decltype(custub_T0::data), unsigned long long>::value, "kernel 'fields', parameter 'a': custub read 'picture::data' as unsigned long long[3] at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, stride) == 24 && custub_assert::is<decltype(custub_T0::stride), unsigned int>::value, "kernel 'fields', parameter 'a': custub read 'picture::stride' as unsigned int at byte 24, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, height) == 28 && custub_assert::is<decltype(custub_T0::height), unsigned int>::value, "kernel 'fields', parameter 'a': custub read 'picture::height' as unsigned int at byte 28, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, scratch) == 32 && custub_assert::is<decltype(custub_T0::scratch), unsigned long>::value, "kernel 'fields', parameter 'a': custub read 'picture::scratch' as unsigned long at byte 32, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, other) == 40 && custub_assert::is<decltype(custub_T0::other), unsigned long long>::value, "kernel 'fields', parameter 'a': custub read 'picture::other' as CUdeviceptr at byte 40, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, table) == 48 && sizeof(custub_T0::table) == 32 && custub_assert::is<decltype(custub_T0::table), long>::value, "kernel 'fields', parameter 'a': custub read 'picture::table' as long[4] at byte 48, and this compiler does not; lay it out without packing and without conditions on the compiler");
};
template struct custub_assert_types_2<decltype(custub_assert_2(&::fields))>;
#endif
#pragma nv_diagnostic pop
