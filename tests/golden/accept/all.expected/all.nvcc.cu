/* nvcc compiles this in place of all.cu: the source, and behind it what custub read of it, for nvcc to confirm.
 * Written by custub; edits are lost. */
#include "all.cu"

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
#undef plain
#undef static_cast
#undef math
#undef detail
#undef any
#undef chosen
#undef global
#undef v1
#undef scale
#undef newest

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

#if defined(__CUDA_ARCH__) && ((__CUDA_ARCH__ == 800) || (__CUDA_ARCH__ == 900))

// void plain(int n)
custub_assert::types<> custub_assert_0(void (*)(int));
custub_assert::other custub_assert_0(...);
static_assert(!custub_assert::same<decltype(custub_assert_0(&::plain)), custub_assert::other>::value, "kernel 'plain': custub read 'void plain(int n)', and this compiler does not; write it without conditions on the compiler");

// void any_f64(int n, const double *y)
custub_assert::types<> custub_assert_1(void (*)(int, const double *));
custub_assert::other custub_assert_1(...);
#line 49 "all.cu"
static_assert(!custub_assert::same<decltype(custub_assert_1((static_cast<void (*)(int, const double *)>(math::detail::any)))), custub_assert::other>::value, "kernel 'any_f64': custub read 'void any_f64(int n, const double *y)', and this compiler does not; write it without conditions on the compiler");
#line 92 "all.nvcc.cu"

// void by_all(int n)
custub_assert::types<> custub_assert_2(void (*)(int));
custub_assert::other custub_assert_2(...);
#line 50 "all.cu"
static_assert(!custub_assert::same<decltype(custub_assert_2((math::other::chosen))), custub_assert::other>::value, "kernel 'by_all': custub read 'void by_all(int n)', and this compiler does not; write it without conditions on the compiler");
#line 99 "all.nvcc.cu"

// void global(float *y)
custub_assert::types<> custub_assert_3(void (*)(float *));
custub_assert::other custub_assert_3(...);
static_assert(!custub_assert::same<decltype(custub_assert_3((::global))), custub_assert::other>::value, "kernel 'global': custub read 'void global(float *y)', and this compiler does not; write it without conditions on the compiler");

// void math_v1_scale(int n, float *y)
custub_assert::types<> custub_assert_4(void (*)(int, float *));
custub_assert::other custub_assert_4(...);
static_assert(!custub_assert::same<decltype(custub_assert_4((::math::v1::scale))), custub_assert::other>::value, "kernel 'math_v1_scale': custub read 'void math_v1_scale(int n, float *y)', and this compiler does not; write it without conditions on the compiler");

// void math_detail_any(int n, float *y)
custub_assert::types<> custub_assert_5(void (*)(int, float *));
custub_assert::other custub_assert_5(...);
static_assert(!custub_assert::same<decltype(custub_assert_5((static_cast<void (*)(int, float *)>(::math::detail::any)))), custub_assert::other>::value, "kernel 'math_detail_any': custub read 'void math_detail_any(int n, float *y)', and this compiler does not; write it without conditions on the compiler");
#endif

#if defined(__CUDA_ARCH__) && ((__CUDA_ARCH__ == 900))

// void newest(int n)
custub_assert::types<> custub_assert_6(void (*)(int));
custub_assert::other custub_assert_6(...);
static_assert(!custub_assert::same<decltype(custub_assert_6((::newest))), custub_assert::other>::value, "kernel 'newest': custub read 'void newest(int n)', and this compiler does not; write it without conditions on the compiler");
#endif
#pragma nv_diagnostic pop
static const auto custub_kept_1 __attribute__((unused)) = (static_cast<void (*)(int, const double *)>(math::detail::any));
static const auto custub_kept_2 __attribute__((unused)) = (math::other::chosen);
static const auto custub_kept_3 __attribute__((unused)) = (::global);
static const auto custub_kept_4 __attribute__((unused)) = (::math::v1::scale);
static const auto custub_kept_5 __attribute__((unused)) = (static_cast<void (*)(int, float *)>(::math::detail::any));

#if defined(__CUDA_ARCH__) && ((__CUDA_ARCH__ == 900))
static const auto custub_kept_6 __attribute__((unused)) = (::newest);
#endif
