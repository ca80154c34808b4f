/* nvcc compiles this in place of scalars.cu: the source, and behind it what custub read of it, for nvcc to confirm.
 * Written by custub; edits are lost. */
#include "scalars.cu"

#pragma nv_diagnostic push
#pragma nv_diag_suppress 1427
#include <custub/assertion.h>
#undef integers
#undef named
#undef floats
#undef nothing

#if defined(__CUDA_ARCH__) && ((__CUDA_ARCH__ == 800))

// void integers(bool b, char c, signed char sc, unsigned char uc, short s, unsigned short us, int i, unsigned int ui, long l, unsigned long ul, long long ll, unsigned long long ull)
custub_assert::types<> custub_assert_0(void (*)(bool, char, signed char, unsigned char, short, unsigned short, int, unsigned int, long, unsigned long, long long, unsigned long long));
custub_assert::other custub_assert_0(...);
static_assert(!custub_assert::same<decltype(custub_assert_0(&::integers)), custub_assert::other>::value, "kernel 'integers': custub read 'void integers(bool b, char c, signed char sc, unsigned char uc, short s, unsigned short us, int i, unsigned int ui, long l, unsigned long ul, long long ll, unsigned long long ull)', and this compiler does not; write it without conditions on the compiler");

// void named(size_t n, ptrdiff_t d, int8_t i8, uint16_t u16, int32_t i32, uint64_t u64, index_type index, wchar_t w, char16_t c16, char32_t c32)
custub_assert::types<> custub_assert_1(void (*)(unsigned long, long, signed char, unsigned short, int, unsigned long, unsigned int, wchar_t, char16_t, char32_t));
custub_assert::other custub_assert_1(...);
static_assert(!custub_assert::same<decltype(custub_assert_1(&::named)), custub_assert::other>::value, "kernel 'named': custub read 'void named(size_t n, ptrdiff_t d, int8_t i8, uint16_t u16, int32_t i32, uint64_t u64, index_type index, wchar_t w, char16_t c16, char32_t c32)', and this compiler does not; write it without conditions on the compiler");

// void floats(float f, const double d, colour c, small s)
template <class custub_T2, class custub_T3> custub_assert::types<custub_T2, custub_T3> custub_assert_2(void (*)(float, double, custub_T2, custub_T3));
custub_assert::other custub_assert_2(...);
static_assert(!custub_assert::same<decltype(custub_assert_2(&::floats)), custub_assert::other>::value, "kernel 'floats': custub read 'void floats(float f, const double d, colour c, small s)', and this compiler does not; write it without conditions on the compiler");
template <class> struct custub_assert_types_2 {};
template <class custub_T2, class custub_T3>
struct custub_assert_types_2<custub_assert::types<custub_T2, custub_T3>> {
    static_assert(custub_assert::is_enumeration<custub_T2, unsigned int>::value, "kernel 'floats', parameter 'c': custub read 'colour' as unsigned int, and this compiler does not; write it without conditions on the compiler");
    static_assert(custub_assert::is_enumeration<custub_T3, unsigned char>::value, "kernel 'floats', parameter 's': custub read 'small' as unsigned char, and this compiler does not; write it without conditions on the compiler");
};
template struct custub_assert_types_2<decltype(custub_assert_2(&::floats))>;

// void nothing()
custub_assert::types<> custub_assert_3(void (*)());
custub_assert::other custub_assert_3(...);
static_assert(!custub_assert::same<decltype(custub_assert_3(&::nothing)), custub_assert::other>::value, "kernel 'nothing': custub read 'void nothing()', and this compiler does not; write it without conditions on the compiler");
#endif
#pragma nv_diagnostic pop
