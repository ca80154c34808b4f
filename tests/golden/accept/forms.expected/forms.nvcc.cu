/* nvcc compiles this in place of forms.cu: the source, and behind it what custub read of it, for nvcc to confirm.
 * Written by custub; edits are lost. */
#include "forms.cu"

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
#undef from_header
#undef square_float
#undef square_double
#undef in_block
#undef declared_first
#undef bounds
#undef attributes_behind
#undef template_bounds
#undef clustered
#undef template_cluster
#undef varying
#undef limitless
#undef for_nvcc
#undef newer

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

// void from_header(int crlf, float *x)
custub_assert::types<> custub_assert_0(void (*)(int, float *));
custub_assert::other custub_assert_0(...);
static_assert(!custub_assert::same<decltype(custub_assert_0(&::from_header)), custub_assert::other>::value, "kernel 'from_header': custub read 'void from_header(int crlf, float *x)', and this compiler does not; write it without conditions on the compiler");

// void square_float(int n, const float *x, float *y)
custub_assert::types<> custub_assert_1(void (*)(int, const float *, float *));
custub_assert::other custub_assert_1(...);
static_assert(!custub_assert::same<decltype(custub_assert_1(&::square_float)), custub_assert::other>::value, "kernel 'square_float': custub read 'void square_float(int n, const float *x, float *y)', and this compiler does not; write it without conditions on the compiler");

// void square_double(int n, const double *x, double *y)
custub_assert::types<> custub_assert_2(void (*)(int, const double *, double *));
custub_assert::other custub_assert_2(...);
static_assert(!custub_assert::same<decltype(custub_assert_2(&::square_double)), custub_assert::other>::value, "kernel 'square_double': custub read 'void square_double(int n, const double *x, double *y)', and this compiler does not; write it without conditions on the compiler");

// void in_block(int a)
custub_assert::types<> custub_assert_3(void (*)(int));
custub_assert::other custub_assert_3(...);
static_assert(!custub_assert::same<decltype(custub_assert_3(&::in_block)), custub_assert::other>::value, "kernel 'in_block': custub read 'void in_block(int a)', and this compiler does not; write it without conditions on the compiler");

// void declared_first(int other_name, float *b)
custub_assert::types<> custub_assert_4(void (*)(int, float *));
custub_assert::other custub_assert_4(...);
static_assert(!custub_assert::same<decltype(custub_assert_4(&::declared_first)), custub_assert::other>::value, "kernel 'declared_first': custub read 'void declared_first(int other_name, float *b)', and this compiler does not; write it without conditions on the compiler");

// void bounds(int a)
custub_assert::types<> custub_assert_5(void (*)(int));
custub_assert::other custub_assert_5(...);
static_assert(!custub_assert::same<decltype(custub_assert_5(&::bounds)), custub_assert::other>::value, "kernel 'bounds': custub read 'void bounds(int a)', and this compiler does not; write it without conditions on the compiler");

// void attributes_behind(int a)
custub_assert::types<> custub_assert_6(void (*)(int));
custub_assert::other custub_assert_6(...);
static_assert(!custub_assert::same<decltype(custub_assert_6(&::attributes_behind)), custub_assert::other>::value, "kernel 'attributes_behind': custub read 'void attributes_behind(int a)', and this compiler does not; write it without conditions on the compiler");

// void template_bounds(int a)
custub_assert::types<> custub_assert_7(void (*)(int));
custub_assert::other custub_assert_7(...);
static_assert(!custub_assert::same<decltype(custub_assert_7(&::template_bounds)), custub_assert::other>::value, "kernel 'template_bounds': custub read 'void template_bounds(int a)', and this compiler does not; write it without conditions on the compiler");

// void clustered(int a)
custub_assert::types<> custub_assert_8(void (*)(int));
custub_assert::other custub_assert_8(...);
static_assert(!custub_assert::same<decltype(custub_assert_8(&::clustered)), custub_assert::other>::value, "kernel 'clustered': custub read 'void clustered(int a)', and this compiler does not; write it without conditions on the compiler");

// void template_cluster(int a)
custub_assert::types<> custub_assert_9(void (*)(int));
custub_assert::other custub_assert_9(...);
static_assert(!custub_assert::same<decltype(custub_assert_9(&::template_cluster)), custub_assert::other>::value, "kernel 'template_cluster': custub read 'void template_cluster(int a)', and this compiler does not; write it without conditions on the compiler");

// void varying(int a)
custub_assert::types<> custub_assert_10(void (*)(int));
custub_assert::other custub_assert_10(...);
static_assert(!custub_assert::same<decltype(custub_assert_10(&::varying)), custub_assert::other>::value, "kernel 'varying': custub read 'void varying(int a)', and this compiler does not; write it without conditions on the compiler");

// void limitless(int a)
custub_assert::types<> custub_assert_11(void (*)(int));
custub_assert::other custub_assert_11(...);
static_assert(!custub_assert::same<decltype(custub_assert_11(&::limitless)), custub_assert::other>::value, "kernel 'limitless': custub read 'void limitless(int a)', and this compiler does not; write it without conditions on the compiler");

// void for_nvcc(int a)
custub_assert::types<> custub_assert_12(void (*)(int));
custub_assert::other custub_assert_12(...);
static_assert(!custub_assert::same<decltype(custub_assert_12(&::for_nvcc)), custub_assert::other>::value, "kernel 'for_nvcc': custub read 'void for_nvcc(int a)', and this compiler does not; write it without conditions on the compiler");
#endif

#if defined(__CUDA_ARCH__) && ((__CUDA_ARCH__ == 900))

// void newer(int a)
custub_assert::types<> custub_assert_13(void (*)(int));
custub_assert::other custub_assert_13(...);
static_assert(!custub_assert::same<decltype(custub_assert_13(&::newer)), custub_assert::other>::value, "kernel 'newer': custub read 'void newer(int a)', and this compiler does not; write it without conditions on the compiler");
#endif
#pragma nv_diagnostic pop
