/* nvcc compiles this in place of shadowed.cu: the source, and behind it what custub read of it, for nvcc to confirm.
 * Written by custub; edits are lost. */
#include "shadowed.cu"

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
#undef of_float
#undef of_double
#undef nested
#undef vendor
#undef before
#undef after
#undef defined_again

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

// void of_float(int n, int m, float *x, float *y)
custub_assert::types<> custub_assert_0(void (*)(int, int, float *, float *));
custub_assert::other custub_assert_0(...);
static_assert(!custub_assert::same<decltype(custub_assert_0(&::of_float)), custub_assert::other>::value, "kernel 'of_float': custub read 'void of_float(int n, int m, float *x, float *y)', and this compiler does not; write it without conditions on the compiler");

// void of_double(int n, int m, double *x, double *y)
custub_assert::types<> custub_assert_1(void (*)(int, int, double *, double *));
custub_assert::other custub_assert_1(...);
static_assert(!custub_assert::same<decltype(custub_assert_1(&::of_double)), custub_assert::other>::value, "kernel 'of_double': custub read 'void of_double(int n, int m, double *x, double *y)', and this compiler does not; write it without conditions on the compiler");

// void nested(unsigned int n, int min, float *x, const float *y)
custub_assert::types<> custub_assert_2(void (*)(unsigned int, int, float *, const float *));
custub_assert::other custub_assert_2(...);
static_assert(!custub_assert::same<decltype(custub_assert_2(&::nested)), custub_assert::other>::value, "kernel 'nested': custub read 'void nested(unsigned int n, int min, float *x, const float *y)', and this compiler does not; write it without conditions on the compiler");

// void vendor(int n, float *x)
custub_assert::types<> custub_assert_3(void (*)(int, float *));
custub_assert::other custub_assert_3(...);
static_assert(!custub_assert::same<decltype(custub_assert_3(&::vendor)), custub_assert::other>::value, "kernel 'vendor': custub read 'void vendor(int n, float *x)', and this compiler does not; write it without conditions on the compiler");

// void before(int n, float *x)
custub_assert::types<> custub_assert_4(void (*)(int, float *));
custub_assert::other custub_assert_4(...);
static_assert(!custub_assert::same<decltype(custub_assert_4(&::before)), custub_assert::other>::value, "kernel 'before': custub read 'void before(int n, float *x)', and this compiler does not; write it without conditions on the compiler");

// void after(int n, float *x)
custub_assert::types<> custub_assert_5(void (*)(int, float *));
custub_assert::other custub_assert_5(...);
static_assert(!custub_assert::same<decltype(custub_assert_5(&::after)), custub_assert::other>::value, "kernel 'after': custub read 'void after(int n, float *x)', and this compiler does not; write it without conditions on the compiler");

// void defined_again(int n, float *x)
custub_assert::types<> custub_assert_6(void (*)(int, float *));
custub_assert::other custub_assert_6(...);
static_assert(!custub_assert::same<decltype(custub_assert_6(&::defined_again)), custub_assert::other>::value, "kernel 'defined_again': custub read 'void defined_again(int n, float *x)', and this compiler does not; write it without conditions on the compiler");
#endif
#pragma nv_diagnostic pop
