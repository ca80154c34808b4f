/* nvcc compiles this in place of annotations.cu: the source, and behind it what custub read of it, for nvcc to confirm.
 * Written by custub; edits are lost. */
#include "annotations.cu"

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
#undef included_first
#undef included_second
#undef declared
#undef swapped
#undef pasted_1_a
#undef pasted_1_b
#undef pasted_2_a
#undef pasted_2_b
#undef places
#undef inner

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

// void included_first(int n, float *x)
custub_assert::types<> custub_assert_0(void (*)(int, float *));
custub_assert::other custub_assert_0(...);
static_assert(!custub_assert::same<decltype(custub_assert_0(&::included_first)), custub_assert::other>::value, "kernel 'included_first': custub read 'void included_first(int n, float *x)', and this compiler does not; write it without conditions on the compiler");

// void included_second(int n, float *x)
custub_assert::types<> custub_assert_1(void (*)(int, float *));
custub_assert::other custub_assert_1(...);
static_assert(!custub_assert::same<decltype(custub_assert_1(&::included_second)), custub_assert::other>::value, "kernel 'included_second': custub read 'void included_second(int n, float *x)', and this compiler does not; write it without conditions on the compiler");

// void declared(int n, float *y)
custub_assert::types<> custub_assert_2(void (*)(int, float *));
custub_assert::other custub_assert_2(...);
static_assert(!custub_assert::same<decltype(custub_assert_2(&::declared)), custub_assert::other>::value, "kernel 'declared': custub read 'void declared(int n, float *y)', and this compiler does not; write it without conditions on the compiler");

// void swapped(int b, int a)
custub_assert::types<> custub_assert_3(void (*)(int, int));
custub_assert::other custub_assert_3(...);
static_assert(!custub_assert::same<decltype(custub_assert_3(&::swapped)), custub_assert::other>::value, "kernel 'swapped': custub read 'void swapped(int b, int a)', and this compiler does not; write it without conditions on the compiler");

// void pasted_1_a(int n, float *x, float *y)
custub_assert::types<> custub_assert_4(void (*)(int, float *, float *));
custub_assert::other custub_assert_4(...);
static_assert(!custub_assert::same<decltype(custub_assert_4(&::pasted_1_a)), custub_assert::other>::value, "kernel 'pasted_1_a': custub read 'void pasted_1_a(int n, float *x, float *y)', and this compiler does not; write it without conditions on the compiler");

// void pasted_1_b(int n, int *x)
custub_assert::types<> custub_assert_5(void (*)(int, int *));
custub_assert::other custub_assert_5(...);
static_assert(!custub_assert::same<decltype(custub_assert_5(&::pasted_1_b)), custub_assert::other>::value, "kernel 'pasted_1_b': custub read 'void pasted_1_b(int n, int *x)', and this compiler does not; write it without conditions on the compiler");

// void pasted_2_a(int n, float *x, float *y)
custub_assert::types<> custub_assert_6(void (*)(int, float *, float *));
custub_assert::other custub_assert_6(...);
static_assert(!custub_assert::same<decltype(custub_assert_6(&::pasted_2_a)), custub_assert::other>::value, "kernel 'pasted_2_a': custub read 'void pasted_2_a(int n, float *x, float *y)', and this compiler does not; write it without conditions on the compiler");

// void pasted_2_b(int n, int *x)
custub_assert::types<> custub_assert_7(void (*)(int, int *));
custub_assert::other custub_assert_7(...);
static_assert(!custub_assert::same<decltype(custub_assert_7(&::pasted_2_b)), custub_assert::other>::value, "kernel 'pasted_2_b': custub read 'void pasted_2_b(int n, int *x)', and this compiler does not; write it without conditions on the compiler");

// void places(int n, float *a, float *b, float *c, float *d)
custub_assert::types<> custub_assert_8(void (*)(int, float *, float *, float *, float *));
custub_assert::other custub_assert_8(...);
static_assert(!custub_assert::same<decltype(custub_assert_8(&::inner::places)), custub_assert::other>::value, "kernel 'places': custub read 'void places(int n, float *a, float *b, float *c, float *d)', and this compiler does not; write it without conditions on the compiler");
#endif
#pragma nv_diagnostic pop
