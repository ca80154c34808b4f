/* nvcc compiles this in place of enumerations.cu: the source, and behind it what custub read of it, for nvcc to confirm.
 * Written by custub; edits are lost. */
#include "enumerations.cu"

#pragma nv_diagnostic push
#pragma nv_diag_suppress 1427
#include <custub/assertion.h>
#undef m
#undef both
#undef h
#undef c
#undef by_value
#undef inside
#undef behind
#undef contract

#if defined(__CUDA_ARCH__) && ((__CUDA_ARCH__ == 800))

// void by_value(colour a, mode b, level c, wide d, least e, lowest_int f, truth g, letters h, opaque i, other::colour j)
template <class custub_T0, class custub_T1, class custub_T2, class custub_T3, class custub_T4, class custub_T5, class custub_T6, class custub_T7, class custub_T8, class custub_T9> custub_assert::types<custub_T0, custub_T1, custub_T2, custub_T3, custub_T4, custub_T5, custub_T6, custub_T7, custub_T8, custub_T9> custub_assert_0(void (*)(custub_T0, custub_T1, custub_T2, custub_T3, custub_T4, custub_T5, custub_T6, custub_T7, custub_T8, custub_T9));
custub_assert::other custub_assert_0(...);
static_assert(!custub_assert::same<decltype(custub_assert_0(&::by_value)), custub_assert::other>::value, "kernel 'by_value': custub read 'void by_value(colour a, mode b, level c, wide d, least e, lowest_int f, truth g, letters h, opaque i, other::colour j)', and this compiler does not; write it without conditions on the compiler");
template <class> struct custub_assert_types_0 {};
template <class custub_T0, class custub_T1, class custub_T2, class custub_T3, class custub_T4, class custub_T5, class custub_T6, class custub_T7, class custub_T8, class custub_T9>
struct custub_assert_types_0<custub_assert::types<custub_T0, custub_T1, custub_T2, custub_T3, custub_T4, custub_T5, custub_T6, custub_T7, custub_T8, custub_T9>> {
    static_assert(custub_assert::is_enumeration<custub_T0, unsigned int>::value, "kernel 'by_value', parameter 'a': custub read 'colour' as unsigned int, and this compiler does not; write it without conditions on the compiler");
    static_assert(custub_assert::is_enumeration<custub_T1, unsigned char>::value, "kernel 'by_value', parameter 'b': custub read 'mode' as unsigned char, and this compiler does not; write it without conditions on the compiler");
    static_assert(custub_assert::is_enumeration<custub_T2, short>::value, "kernel 'by_value', parameter 'c': custub read 'level' as short, and this compiler does not; write it without conditions on the compiler");
    static_assert(custub_assert::is_enumeration<custub_T3, unsigned long long>::value, "kernel 'by_value', parameter 'd': custub read 'wide' as unsigned long long, and this compiler does not; write it without conditions on the compiler");
    static_assert(custub_assert::is_enumeration<custub_T4, long>::value, "kernel 'by_value', parameter 'e': custub read 'least' as long, and this compiler does not; write it without conditions on the compiler");
    static_assert(custub_assert::is_enumeration<custub_T5, int>::value, "kernel 'by_value', parameter 'f': custub read 'lowest_int' as int, and this compiler does not; write it without conditions on the compiler");
    static_assert(custub_assert::is_enumeration<custub_T6, bool>::value, "kernel 'by_value', parameter 'g': custub read 'truth' as bool, and this compiler does not; write it without conditions on the compiler");
    static_assert(custub_assert::is_enumeration<custub_T7, char>::value, "kernel 'by_value', parameter 'h': custub read 'letters' as char, and this compiler does not; write it without conditions on the compiler");
    static_assert(custub_assert::is_enumeration<custub_T8, int>::value, "kernel 'by_value', parameter 'i': custub read 'opaque' as int, and this compiler does not; write it without conditions on the compiler");
    static_assert(custub_assert::is_enumeration<custub_T9, unsigned int>::value, "kernel 'by_value', parameter 'j': custub read 'other::colour' as unsigned int, and this compiler does not; write it without conditions on the compiler");
};
template struct custub_assert_types_0<decltype(custub_assert_0(&::by_value))>;

// void inside(colour_box a, enumerations_of b, int colour)
template <class custub_T0, class custub_T1> custub_assert::types<custub_T0, custub_T1> custub_assert_1(void (*)(custub_T0, custub_T1, int));
custub_assert::other custub_assert_1(...);
static_assert(!custub_assert::same<decltype(custub_assert_1(&::inside)), custub_assert::other>::value, "kernel 'inside': custub read 'void inside(colour_box a, enumerations_of b, int colour)', and this compiler does not; write it without conditions on the compiler");
template <class> struct custub_assert_types_1 {};
template <class custub_T0, class custub_T1>
struct custub_assert_types_1<custub_assert::types<custub_T0, custub_T1>> {
    static_assert(sizeof(custub_T0) == 12 && alignof(custub_T0) == 4, "kernel 'inside', parameter 'a': custub read 'colour_box' as 12 bytes aligned to 4, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, m) == 0 && custub_assert::is_enumeration<decltype(custub_T0::m), int>::value, "kernel 'inside', parameter 'a': custub read 'colour_box::m' as colour_box::mode at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, both) == 4 && sizeof(custub_T0::both) == 2 && custub_assert::is_enumeration<decltype(custub_T0::both), unsigned char>::value, "kernel 'inside', parameter 'a': custub read 'colour_box::both' as mode[2] at byte 4, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, h) == 8 && custub_assert::is_enumeration<decltype(custub_T0::h), unsigned int>::value, "kernel 'inside', parameter 'a': custub read 'colour_box::h' as colour_box::(unnamed at enumerations.cu:20:5) at byte 8, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(sizeof(custub_T1) == 4 && alignof(custub_T1) == 4, "kernel 'inside', parameter 'b': custub read 'enumerations_of' as 4 bytes aligned to 4, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T1, c) == 0 && custub_assert::is_enumeration<decltype(custub_T1::c), unsigned int>::value, "kernel 'inside', parameter 'b': custub read 'enumerations_of::c' as colour at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
};
template struct custub_assert_types_1<decltype(custub_assert_1(&::inside))>;

// void behind(only_element *a, const wide *b, mode *c)
template <class custub_T0, class custub_T1, class custub_T2> custub_assert::types<custub_T0, custub_T1, custub_T2> custub_assert_2(void (*)(custub_T0 *, const custub_T1 *, custub_T2 *));
custub_assert::other custub_assert_2(...);
static_assert(!custub_assert::same<decltype(custub_assert_2(&::behind)), custub_assert::other>::value, "kernel 'behind': custub read 'void behind(only_element *a, const wide *b, mode *c)', and this compiler does not; write it without conditions on the compiler");
template <class> struct custub_assert_types_2 {};
template <class custub_T0, class custub_T1, class custub_T2>
struct custub_assert_types_2<custub_assert::types<custub_T0, custub_T1, custub_T2>> {
    static_assert(custub_assert::is_enumeration<custub_T0, unsigned int>::value, "kernel 'behind', parameter 'a': custub read 'only_element' as unsigned int, and this compiler does not; write it without conditions on the compiler");
    static_assert(custub_assert::is_enumeration<custub_T1, unsigned long long>::value, "kernel 'behind', parameter 'b': custub read 'wide' as unsigned long long, and this compiler does not; write it without conditions on the compiler");
    static_assert(custub_assert::is_enumeration<custub_T2, unsigned char>::value, "kernel 'behind', parameter 'c': custub read 'mode' as unsigned char, and this compiler does not; write it without conditions on the compiler");
};
template struct custub_assert_types_2<decltype(custub_assert_2(&::behind))>;

// void contract(mode m, colour c, colour_box box, float *x)
template <class custub_T0, class custub_T1, class custub_T2> custub_assert::types<custub_T0, custub_T1, custub_T2> custub_assert_3(void (*)(custub_T0, custub_T1, custub_T2, float *));
custub_assert::other custub_assert_3(...);
static_assert(!custub_assert::same<decltype(custub_assert_3(&::contract)), custub_assert::other>::value, "kernel 'contract': custub read 'void contract(mode m, colour c, colour_box box, float *x)', and this compiler does not; write it without conditions on the compiler");
template <class> struct custub_assert_types_3 {};
template <class custub_T0, class custub_T1, class custub_T2>
struct custub_assert_types_3<custub_assert::types<custub_T0, custub_T1, custub_T2>> {
    static_assert(custub_assert::is_enumeration<custub_T0, unsigned char>::value, "kernel 'contract', parameter 'm': custub read 'mode' as unsigned char, and this compiler does not; write it without conditions on the compiler");
    static_assert(custub_assert::is_enumeration<custub_T1, unsigned int>::value, "kernel 'contract', parameter 'c': custub read 'colour' as unsigned int, and this compiler does not; write it without conditions on the compiler");
};
template struct custub_assert_types_3<decltype(custub_assert_3(&::contract))>;
#endif
#pragma nv_diagnostic pop
