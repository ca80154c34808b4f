/* nvcc compiles this in place of template_values.cu: the source, and behind it what custub read of it, for nvcc to confirm.
 * Written by custub; edits are lost. */
#include "template_values.cu"

#pragma nv_diagnostic push
#pragma nv_diag_suppress 1427
#undef namespace
#undef custub_assert
#undef template
#undef class
#undef T
#undef struct
#undef types
#undef other
#undef U
#undef same
#undef static
#undef const
#undef bool
#undef value
#undef false
#undef true
#undef bare
#undef typedef
#undef type
#undef volatile
#undef decltype
#undef sizeof
#undef n
#undef named
#undef is
#undef typename
#undef is_enumeration
#undef __underlying_type
#undef static_assert
#undef alignof
#undef void
#undef char
#undef short
#undef int
#undef long
#undef float
#undef double
#undef signed
#undef unsigned
#undef p
#undef letter
#undef a
#undef xff
#undef null
#undef nullptr
#undef nulls
#undef pointer

namespace custub_assert
{
template <class... T> struct types {};
struct other {};
template <class T, class U> struct same { static const bool value = false; };
template <class T> struct same<T, T> { static const bool value = true; };
template <class T> struct bare { typedef T type; };
template <class T> struct bare<const T> : bare<T> {};
template <class T> struct bare<volatile T> : bare<T> {};
template <class T> struct bare<const volatile T> : bare<T> {};
template <class T, decltype(sizeof(0)) n> struct bare<T[n]> : bare<T> {};
template <class T, decltype(sizeof(0)) n> struct bare<const T[n]> : bare<T> {};
template <class T, decltype(sizeof(0)) n> struct bare<volatile T[n]> : bare<T> {};
template <class T, decltype(sizeof(0)) n> struct bare<const volatile T[n]> : bare<T> {};
template <class T> struct named;
template <class T> struct named<T &> { typedef T type; };
template <class T, class U> struct is : same<typename bare<T>::type, U> {};
template <class T, class U> struct is_enumeration
    : same<__underlying_type(typename bare<T>::type), U> {};
} // namespace custub_assert

#if defined(__CUDA_ARCH__) && ((__CUDA_ARCH__ == 800))

// void letter_a(int *x)
custub_assert::types<> custub_assert_0(void (*)(int *));
custub_assert::other custub_assert_0(...);
#line 5 "template_values.cu"
static_assert(!custub_assert::same<decltype(custub_assert_0((letter<'a'>))), custub_assert::other>::value, "kernel 'letter_a': custub read 'void letter_a(int *x)', and this compiler does not; write it without conditions on the compiler");
#line 84 "template_values.nvcc.cu"

// void letter_high(int *x)
custub_assert::types<> custub_assert_1(void (*)(int *));
custub_assert::other custub_assert_1(...);
#line 6 "template_values.cu"
static_assert(!custub_assert::same<decltype(custub_assert_1((letter<'\xff'>))), custub_assert::other>::value, "kernel 'letter_high': custub read 'void letter_high(int *x)', and this compiler does not; write it without conditions on the compiler");
#line 91 "template_values.nvcc.cu"

// void letter_unsigned(int *x)
custub_assert::types<> custub_assert_2(void (*)(int *));
custub_assert::other custub_assert_2(...);
#line 7 "template_values.cu"
static_assert(!custub_assert::same<decltype(custub_assert_2((letter<(unsigned char)200>))), custub_assert::other>::value, "kernel 'letter_unsigned': custub read 'void letter_unsigned(int *x)', and this compiler does not; write it without conditions on the compiler");
#line 98 "template_values.nvcc.cu"

// void letter_negative(int *x)
custub_assert::types<> custub_assert_3(void (*)(int *));
custub_assert::other custub_assert_3(...);
#line 8 "template_values.cu"
static_assert(!custub_assert::same<decltype(custub_assert_3((letter<(signed char)-3>))), custub_assert::other>::value, "kernel 'letter_negative': custub read 'void letter_negative(int *x)', and this compiler does not; write it without conditions on the compiler");
#line 105 "template_values.nvcc.cu"

// void letter_true(int *x)
custub_assert::types<> custub_assert_4(void (*)(int *));
custub_assert::other custub_assert_4(...);
#line 9 "template_values.cu"
static_assert(!custub_assert::same<decltype(custub_assert_4((letter<true>))), custub_assert::other>::value, "kernel 'letter_true': custub read 'void letter_true(int *x)', and this compiler does not; write it without conditions on the compiler");
#line 112 "template_values.nvcc.cu"

// void letter_largest(int *x)
custub_assert::types<> custub_assert_5(void (*)(int *));
custub_assert::other custub_assert_5(...);
#line 10 "template_values.cu"
static_assert(!custub_assert::same<decltype(custub_assert_5((letter<4294967295u>))), custub_assert::other>::value, "kernel 'letter_largest': custub read 'void letter_largest(int *x)', and this compiler does not; write it without conditions on the compiler");
#line 119 "template_values.nvcc.cu"

// void null_null(int *x)
custub_assert::types<> custub_assert_6(void (*)(int *));
custub_assert::other custub_assert_6(...);
#line 15 "template_values.cu"
static_assert(!custub_assert::same<decltype(custub_assert_6((null<nullptr>))), custub_assert::other>::value, "kernel 'null_null': custub read 'void null_null(int *x)', and this compiler does not; write it without conditions on the compiler");
#line 126 "template_values.nvcc.cu"

// void nulls_null(int *x)
custub_assert::types<> custub_assert_7(void (*)(int *));
custub_assert::other custub_assert_7(...);
#line 16 "template_values.cu"
static_assert(!custub_assert::same<decltype(custub_assert_7((nulls<nullptr, nullptr>))), custub_assert::other>::value, "kernel 'nulls_null': custub read 'void nulls_null(int *x)', and this compiler does not; write it without conditions on the compiler");
#line 133 "template_values.nvcc.cu"

// void pointer_null(float *x)
custub_assert::types<> custub_assert_8(void (*)(float *));
custub_assert::other custub_assert_8(...);
#line 17 "template_values.cu"
static_assert(!custub_assert::same<decltype(custub_assert_8((pointer<float, nullptr>))), custub_assert::other>::value, "kernel 'pointer_null': custub read 'void pointer_null(float *x)', and this compiler does not; write it without conditions on the compiler");
#line 140 "template_values.nvcc.cu"
#endif
#pragma nv_diagnostic pop
static const auto custub_kept_0 __attribute__((unused)) = (letter<'a'>);
static const auto custub_kept_1 __attribute__((unused)) = (letter<'\xff'>);
static const auto custub_kept_2 __attribute__((unused)) = (letter<(unsigned char)200>);
static const auto custub_kept_3 __attribute__((unused)) = (letter<(signed char)-3>);
static const auto custub_kept_4 __attribute__((unused)) = (letter<true>);
static const auto custub_kept_5 __attribute__((unused)) = (letter<4294967295u>);
static const auto custub_kept_6 __attribute__((unused)) = (null<nullptr>);
static const auto custub_kept_7 __attribute__((unused)) = (nulls<nullptr, nullptr>);
static const auto custub_kept_8 __attribute__((unused)) = (pointer<float, nullptr>);
