/* nvcc compiles this in place of vectors.cu: the source, and behind it what custub read of it, for nvcc to confirm.
 * Written by custub; edits are lost. */
#include "vectors.cu"

#pragma nv_diagnostic push
#pragma nv_diag_suppress 1427
#include <custub/assertion.h>
#undef x
#undef y
#undef z
#undef w
#undef position
#undef colour
#undef samples
#undef by_value
#undef behind

#if defined(__CUDA_ARCH__) && ((__CUDA_ARCH__ == 800))

// void by_value(float4 a, char1 b, ulonglong3 c, dim3 d, uint3 e, own::float4 f, particle g)
template <class custub_T0, class custub_T1, class custub_T2, class custub_T3, class custub_T4, class custub_T5, class custub_T6> custub_assert::types<custub_T0, custub_T1, custub_T2, custub_T3, custub_T4, custub_T5, custub_T6> custub_assert_0(void (*)(custub_T0, custub_T1, custub_T2, custub_T3, custub_T4, custub_T5, custub_T6));
custub_assert::other custub_assert_0(...);
static_assert(!custub_assert::same<decltype(custub_assert_0(&::by_value)), custub_assert::other>::value, "kernel 'by_value': custub read 'void by_value(float4 a, char1 b, ulonglong3 c, dim3 d, uint3 e, own::float4 f, particle g)', and this compiler does not; write it without conditions on the compiler");
template <class> struct custub_assert_types_0 {};
template <class custub_T0, class custub_T1, class custub_T2, class custub_T3, class custub_T4, class custub_T5, class custub_T6>
struct custub_assert_types_0<custub_assert::types<custub_T0, custub_T1, custub_T2, custub_T3, custub_T4, custub_T5, custub_T6>> {
    static_assert(sizeof(custub_T0) == 16 && alignof(custub_T0) == 16, "kernel 'by_value', parameter 'a': custub read 'float4' as 16 bytes aligned to 16, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, x) == 0 && custub_assert::is<decltype(custub_T0::x), float>::value, "kernel 'by_value', parameter 'a': custub read 'float4::x' as float at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, y) == 4 && custub_assert::is<decltype(custub_T0::y), float>::value, "kernel 'by_value', parameter 'a': custub read 'float4::y' as float at byte 4, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, z) == 8 && custub_assert::is<decltype(custub_T0::z), float>::value, "kernel 'by_value', parameter 'a': custub read 'float4::z' as float at byte 8, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, w) == 12 && custub_assert::is<decltype(custub_T0::w), float>::value, "kernel 'by_value', parameter 'a': custub read 'float4::w' as float at byte 12, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(sizeof(custub_T1) == 1 && alignof(custub_T1) == 1, "kernel 'by_value', parameter 'b': custub read 'char1' as 1 bytes aligned to 1, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T1, x) == 0 && custub_assert::is<decltype(custub_T1::x), signed char>::value, "kernel 'by_value', parameter 'b': custub read 'char1::x' as signed char at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(sizeof(custub_T2) == 24 && alignof(custub_T2) == 8, "kernel 'by_value', parameter 'c': custub read 'ulonglong3' as 24 bytes aligned to 8, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T2, x) == 0 && custub_assert::is<decltype(custub_T2::x), unsigned long long>::value, "kernel 'by_value', parameter 'c': custub read 'ulonglong3::x' as unsigned long long at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T2, y) == 8 && custub_assert::is<decltype(custub_T2::y), unsigned long long>::value, "kernel 'by_value', parameter 'c': custub read 'ulonglong3::y' as unsigned long long at byte 8, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T2, z) == 16 && custub_assert::is<decltype(custub_T2::z), unsigned long long>::value, "kernel 'by_value', parameter 'c': custub read 'ulonglong3::z' as unsigned long long at byte 16, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(sizeof(custub_T3) == 12 && alignof(custub_T3) == 4, "kernel 'by_value', parameter 'd': custub read 'dim3' as 12 bytes aligned to 4, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T3, x) == 0 && custub_assert::is<decltype(custub_T3::x), unsigned int>::value, "kernel 'by_value', parameter 'd': custub read 'dim3::x' as unsigned int at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T3, y) == 4 && custub_assert::is<decltype(custub_T3::y), unsigned int>::value, "kernel 'by_value', parameter 'd': custub read 'dim3::y' as unsigned int at byte 4, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T3, z) == 8 && custub_assert::is<decltype(custub_T3::z), unsigned int>::value, "kernel 'by_value', parameter 'd': custub read 'dim3::z' as unsigned int at byte 8, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(sizeof(custub_T4) == 12 && alignof(custub_T4) == 4, "kernel 'by_value', parameter 'e': custub read 'uint3' as 12 bytes aligned to 4, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T4, x) == 0 && custub_assert::is<decltype(custub_T4::x), unsigned int>::value, "kernel 'by_value', parameter 'e': custub read 'uint3::x' as unsigned int at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T4, y) == 4 && custub_assert::is<decltype(custub_T4::y), unsigned int>::value, "kernel 'by_value', parameter 'e': custub read 'uint3::y' as unsigned int at byte 4, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T4, z) == 8 && custub_assert::is<decltype(custub_T4::z), unsigned int>::value, "kernel 'by_value', parameter 'e': custub read 'uint3::z' as unsigned int at byte 8, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(sizeof(custub_T5) == 16 && alignof(custub_T5) == 4, "kernel 'by_value', parameter 'f': custub read 'own::float4' as 16 bytes aligned to 4, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T5, x) == 0 && custub_assert::is<decltype(custub_T5::x), float>::value, "kernel 'by_value', parameter 'f': custub read 'own::float4::x' as float at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T5, y) == 4 && custub_assert::is<decltype(custub_T5::y), float>::value, "kernel 'by_value', parameter 'f': custub read 'own::float4::y' as float at byte 4, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T5, z) == 8 && custub_assert::is<decltype(custub_T5::z), float>::value, "kernel 'by_value', parameter 'f': custub read 'own::float4::z' as float at byte 8, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T5, w) == 12 && custub_assert::is<decltype(custub_T5::w), float>::value, "kernel 'by_value', parameter 'f': custub read 'own::float4::w' as float at byte 12, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(sizeof(custub_T6) == 64 && alignof(custub_T6) == 16, "kernel 'by_value', parameter 'g': custub read 'particle' as 64 bytes aligned to 16, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T6, position) == 0, "kernel 'by_value', parameter 'g': custub read 'particle::position' as float4 at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T6, colour) == 16, "kernel 'by_value', parameter 'g': custub read 'particle::colour' as uchar3 at byte 16, and this compiler does not; lay it out without packing and without conditions on the compiler");
    typedef typename custub_assert::bare<decltype(custub_T6::colour)>::type custub_U0;
    static_assert(sizeof(custub_U0) == 3 && alignof(custub_U0) == 1, "kernel 'by_value', parameter 'g': custub read 'uchar3' as 3 bytes aligned to 1, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_U0, x) == 0 && custub_assert::is<decltype(custub_U0::x), unsigned char>::value, "kernel 'by_value', parameter 'g': custub read 'uchar3::x' as unsigned char at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_U0, y) == 1 && custub_assert::is<decltype(custub_U0::y), unsigned char>::value, "kernel 'by_value', parameter 'g': custub read 'uchar3::y' as unsigned char at byte 1, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_U0, z) == 2 && custub_assert::is<decltype(custub_U0::z), unsigned char>::value, "kernel 'by_value', parameter 'g': custub read 'uchar3::z' as unsigned char at byte 2, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T6, samples) == 32 && sizeof(custub_T6::samples) == 32, "kernel 'by_value', parameter 'g': custub read 'particle::samples' as double2[2] at byte 32, and this compiler does not; lay it out without packing and without conditions on the compiler");
    typedef typename custub_assert::bare<decltype(custub_T6::samples)>::type custub_U1;
    static_assert(sizeof(custub_U1) == 16 && alignof(custub_U1) == 16, "kernel 'by_value', parameter 'g': custub read 'double2' as 16 bytes aligned to 16, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_U1, x) == 0 && custub_assert::is<decltype(custub_U1::x), double>::value, "kernel 'by_value', parameter 'g': custub read 'double2::x' as double at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_U1, y) == 8 && custub_assert::is<decltype(custub_U1::y), double>::value, "kernel 'by_value', parameter 'g': custub read 'double2::y' as double at byte 8, and this compiler does not; lay it out without packing and without conditions on the compiler");
};
template struct custub_assert_types_0<decltype(custub_assert_0(&::by_value))>;

// void behind(const float4 *a, float3 *b, dim3 *c, own::float4 *d, particle *e)
template <class custub_T0, class custub_T1, class custub_T2, class custub_T3, class custub_T4> custub_assert::types<custub_T0, custub_T1, custub_T2, custub_T3, custub_T4> custub_assert_1(void (*)(const custub_T0 *, custub_T1 *, custub_T2 *, custub_T3 *, custub_T4 *));
custub_assert::other custub_assert_1(...);
static_assert(!custub_assert::same<decltype(custub_assert_1(&::behind)), custub_assert::other>::value, "kernel 'behind': custub read 'void behind(const float4 *a, float3 *b, dim3 *c, own::float4 *d, particle *e)', and this compiler does not; write it without conditions on the compiler");
template <class> struct custub_assert_types_1 {};
template <class custub_T0, class custub_T1, class custub_T2, class custub_T3, class custub_T4>
struct custub_assert_types_1<custub_assert::types<custub_T0, custub_T1, custub_T2, custub_T3, custub_T4>> {
    static_assert(sizeof(custub_T1) == 12 && alignof(custub_T1) == 4, "kernel 'behind', parameter 'b': custub read 'float3' as 12 bytes aligned to 4, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T1, x) == 0 && custub_assert::is<decltype(custub_T1::x), float>::value, "kernel 'behind', parameter 'b': custub read 'float3::x' as float at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T1, y) == 4 && custub_assert::is<decltype(custub_T1::y), float>::value, "kernel 'behind', parameter 'b': custub read 'float3::y' as float at byte 4, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T1, z) == 8 && custub_assert::is<decltype(custub_T1::z), float>::value, "kernel 'behind', parameter 'b': custub read 'float3::z' as float at byte 8, and this compiler does not; lay it out without packing and without conditions on the compiler");
};
template struct custub_assert_types_1<decltype(custub_assert_1(&::behind))>;
#endif
#pragma nv_diagnostic pop
