/* nvcc compiles this in place of contract-of-cpp.cu: the source, and behind it what custub read of it, for nvcc to confirm.
 * Written by custub; edits are lost. */
#include "contract-of-cpp.cu"

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
#undef math
#undef axpy
#undef static_cast
#undef scale
#undef hidden

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

// void axpy_f32(int n, float a, const float *x, float *more)
custub_assert::types<> custub_assert_0(void (*)(int, float, const float *, float *));
custub_assert::other custub_assert_0(...);
#line 39 "contract-of-cpp.cu"
static_assert(!custub_assert::same<decltype(custub_assert_0((math::axpy<float, 4, 1>))), custub_assert::other>::value, "kernel 'axpy_f32': custub read 'void axpy_f32(int n, float a, const float *x, float *more)', and this compiler does not; write it without conditions on the compiler");
#line 82 "contract_of_cpp.nvcc.cu"

// void axpy_f64(int n, double a, const double *x, double *more)
custub_assert::types<> custub_assert_1(void (*)(int, double, const double *, double *));
custub_assert::other custub_assert_1(...);
#line 40 "contract-of-cpp.cu"
static_assert(!custub_assert::same<decltype(custub_assert_1((math::axpy<double, 8, 2>))), custub_assert::other>::value, "kernel 'axpy_f64': custub read 'void axpy_f64(int n, double a, const double *x, double *more)', and this compiler does not; write it without conditions on the compiler");
#line 89 "contract_of_cpp.nvcc.cu"

// void axpy_char(int n, char a, const char *x, char *more)
custub_assert::types<> custub_assert_2(void (*)(int, char, const char *, char *));
custub_assert::other custub_assert_2(...);
#line 41 "contract-of-cpp.cu"
static_assert(!custub_assert::same<decltype(custub_assert_2((math::axpy<char, 4, 0>))), custub_assert::other>::value, "kernel 'axpy_char': custub read 'void axpy_char(int n, char a, const char *x, char *more)', and this compiler does not; write it without conditions on the compiler");
#line 96 "contract_of_cpp.nvcc.cu"

// void scale_f32(int n, float *y)
custub_assert::types<> custub_assert_3(void (*)(int, float *));
custub_assert::other custub_assert_3(...);
#line 42 "contract-of-cpp.cu"
static_assert(!custub_assert::same<decltype(custub_assert_3((static_cast<void (*)(int, float *)>(math::scale)))), custub_assert::other>::value, "kernel 'scale_f32': custub read 'void scale_f32(int n, float *y)', and this compiler does not; write it without conditions on the compiler");
#line 103 "contract_of_cpp.nvcc.cu"

// void scale_f64(int n, double *y)
custub_assert::types<> custub_assert_4(void (*)(int, double *));
custub_assert::other custub_assert_4(...);
#line 43 "contract-of-cpp.cu"
static_assert(!custub_assert::same<decltype(custub_assert_4((static_cast<void (*)(int, double *)>(math::scale)))), custub_assert::other>::value, "kernel 'scale_f64': custub read 'void scale_f64(int n, double *y)', and this compiler does not; write it without conditions on the compiler");
#line 110 "contract_of_cpp.nvcc.cu"

// void scale_i16(int n, short *y)
custub_assert::types<> custub_assert_5(void (*)(int, short *));
custub_assert::other custub_assert_5(...);
#line 44 "contract-of-cpp.cu"
static_assert(!custub_assert::same<decltype(custub_assert_5((math::scale<short>))), custub_assert::other>::value, "kernel 'scale_i16': custub read 'void scale_i16(int n, short *y)', and this compiler does not; write it without conditions on the compiler");
#line 117 "contract_of_cpp.nvcc.cu"

// void scale_5(int n, float *y)
custub_assert::types<> custub_assert_6(void (*)(int, float *));
custub_assert::other custub_assert_6(...);
#line 45 "contract-of-cpp.cu"
static_assert(!custub_assert::same<decltype(custub_assert_6((math::scale<5>))), custub_assert::other>::value, "kernel 'scale_5': custub read 'void scale_5(int n, float *y)', and this compiler does not; write it without conditions on the compiler");
#line 124 "contract_of_cpp.nvcc.cu"

// void hidden(int n)
custub_assert::types<> custub_assert_7(void (*)(int));
custub_assert::other custub_assert_7(...);
#line 46 "contract-of-cpp.cu"
static_assert(!custub_assert::same<decltype(custub_assert_7((math::hidden))), custub_assert::other>::value, "kernel 'hidden': custub read 'void hidden(int n)', and this compiler does not; write it without conditions on the compiler");
#line 131 "contract_of_cpp.nvcc.cu"
#endif
#pragma nv_diagnostic pop
static const auto custub_kept_0 __attribute__((unused)) = (math::axpy<float, 4, 1>);
static const auto custub_kept_1 __attribute__((unused)) = (math::axpy<double, 8, 2>);
static const auto custub_kept_2 __attribute__((unused)) = (math::axpy<char, 4, 0>);
static const auto custub_kept_3 __attribute__((unused)) = (static_cast<void (*)(int, float *)>(math::scale));
static const auto custub_kept_4 __attribute__((unused)) = (static_cast<void (*)(int, double *)>(math::scale));
static const auto custub_kept_5 __attribute__((unused)) = (math::scale<short>);
static const auto custub_kept_6 __attribute__((unused)) = (math::scale<5>);
static const auto custub_kept_7 __attribute__((unused)) = (math::hidden);
