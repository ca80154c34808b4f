/* nvcc compiles this in place of never_launches.cu: the source, and behind it what custub read of it, for nvcc to confirm.
 * Written by custub; edits are lost. */
#include "never_launches.cu"

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
#undef wide
#undef many
#undef deep
#undef bounded
#undef fixed
#undef empty
#undef may_be
#undef narrow
#undef always
#undef below

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

// void wide()
custub_assert::types<> custub_assert_0(void (*)());
custub_assert::other custub_assert_0(...);
static_assert(!custub_assert::same<decltype(custub_assert_0(&::wide)), custub_assert::other>::value, "kernel 'wide': custub read 'void wide()', and this compiler does not; write it without conditions on the compiler");

// void many()
custub_assert::types<> custub_assert_1(void (*)());
custub_assert::other custub_assert_1(...);
static_assert(!custub_assert::same<decltype(custub_assert_1(&::many)), custub_assert::other>::value, "kernel 'many': custub read 'void many()', and this compiler does not; write it without conditions on the compiler");

// void deep()
custub_assert::types<> custub_assert_2(void (*)());
custub_assert::other custub_assert_2(...);
static_assert(!custub_assert::same<decltype(custub_assert_2(&::deep)), custub_assert::other>::value, "kernel 'deep': custub read 'void deep()', and this compiler does not; write it without conditions on the compiler");

// void bounded()
custub_assert::types<> custub_assert_3(void (*)());
custub_assert::other custub_assert_3(...);
static_assert(!custub_assert::same<decltype(custub_assert_3(&::bounded)), custub_assert::other>::value, "kernel 'bounded': custub read 'void bounded()', and this compiler does not; write it without conditions on the compiler");

// void fixed()
custub_assert::types<> custub_assert_4(void (*)());
custub_assert::other custub_assert_4(...);
static_assert(!custub_assert::same<decltype(custub_assert_4(&::fixed)), custub_assert::other>::value, "kernel 'fixed': custub read 'void fixed()', and this compiler does not; write it without conditions on the compiler");

// void empty(int n)
custub_assert::types<> custub_assert_5(void (*)(int));
custub_assert::other custub_assert_5(...);
static_assert(!custub_assert::same<decltype(custub_assert_5(&::empty)), custub_assert::other>::value, "kernel 'empty': custub read 'void empty(int n)', and this compiler does not; write it without conditions on the compiler");

// void may_be(int n)
custub_assert::types<> custub_assert_6(void (*)(int));
custub_assert::other custub_assert_6(...);
static_assert(!custub_assert::same<decltype(custub_assert_6(&::may_be)), custub_assert::other>::value, "kernel 'may_be': custub read 'void may_be(int n)', and this compiler does not; write it without conditions on the compiler");

// void narrow()
custub_assert::types<> custub_assert_7(void (*)());
custub_assert::other custub_assert_7(...);
static_assert(!custub_assert::same<decltype(custub_assert_7(&::narrow)), custub_assert::other>::value, "kernel 'narrow': custub read 'void narrow()', and this compiler does not; write it without conditions on the compiler");

// void always(int n)
custub_assert::types<> custub_assert_8(void (*)(int));
custub_assert::other custub_assert_8(...);
static_assert(!custub_assert::same<decltype(custub_assert_8(&::always)), custub_assert::other>::value, "kernel 'always': custub read 'void always(int n)', and this compiler does not; write it without conditions on the compiler");

// void below(float *x, float *y)
custub_assert::types<> custub_assert_9(void (*)(float *, float *));
custub_assert::other custub_assert_9(...);
static_assert(!custub_assert::same<decltype(custub_assert_9(&::below)), custub_assert::other>::value, "kernel 'below': custub read 'void below(float *x, float *y)', and this compiler does not; write it without conditions on the compiler");
#endif
#pragma nv_diagnostic pop
