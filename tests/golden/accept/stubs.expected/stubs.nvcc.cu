/* nvcc compiles this in place of stubs.cu: the source, and behind it what custub read of it, for nvcc to confirm.
 * Written by custub; edits are lost. */
#include "stubs.cu"

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
#undef a
#undef b
#undef math
#undef scale
#undef WIDE
#undef bounded
#undef static_cast
#undef any
#undef inner
#undef axpy
#undef fill
#undef records
#undef pair

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

// void scale(int n, float by, float *y)
custub_assert::types<> custub_assert_0(void (*)(int, float, float *));
custub_assert::other custub_assert_0(...);
#line 45 "stubs.cu"
static_assert(!custub_assert::same<decltype(custub_assert_0((math::scale))), custub_assert::other>::value, "kernel 'scale': custub read 'void scale(int n, float by, float *y)', and this compiler does not; write it without conditions on the compiler");
#line 90 "stubs.nvcc.cu"
static_assert(static_cast<unsigned long long>(::math::WIDE) == 4ULL, "kernel 'scale': custub read '::math::WIDE' as 4, and this compiler does not; write it without conditions on the compiler");

// void bounded_64(float *x)
custub_assert::types<> custub_assert_1(void (*)(float *));
custub_assert::other custub_assert_1(...);
#line 46 "stubs.cu"
static_assert(!custub_assert::same<decltype(custub_assert_1((bounded<64>))), custub_assert::other>::value, "kernel 'bounded_64': custub read 'void bounded_64(float *x)', and this compiler does not; write it without conditions on the compiler");
#line 98 "stubs.nvcc.cu"

// void bounded_128(float *x)
custub_assert::types<> custub_assert_2(void (*)(float *));
custub_assert::other custub_assert_2(...);
#line 47 "stubs.cu"
static_assert(!custub_assert::same<decltype(custub_assert_2((bounded<128>))), custub_assert::other>::value, "kernel 'bounded_128': custub read 'void bounded_128(float *x)', and this compiler does not; write it without conditions on the compiler");
#line 105 "stubs.nvcc.cu"

// void any_f64(int n, double *y)
custub_assert::types<> custub_assert_3(void (*)(int, double *));
custub_assert::other custub_assert_3(...);
#line 48 "stubs.cu"
static_assert(!custub_assert::same<decltype(custub_assert_3((static_cast<void (*)(int, double *)>(any)))), custub_assert::other>::value, "kernel 'any_f64': custub read 'void any_f64(int n, double *y)', and this compiler does not; write it without conditions on the compiler");
#line 112 "stubs.nvcc.cu"

// void any_i32(int n, int *y)
custub_assert::types<> custub_assert_4(void (*)(int, int *));
custub_assert::other custub_assert_4(...);
#line 49 "stubs.cu"
static_assert(!custub_assert::same<decltype(custub_assert_4((&math::inner::any<int>))), custub_assert::other>::value, "kernel 'any_i32': custub read 'void any_i32(int n, int *y)', and this compiler does not; write it without conditions on the compiler");
#line 119 "stubs.nvcc.cu"

// void axpy_float(int n, float a, const float *__restrict x, float *__restrict y)
custub_assert::types<> custub_assert_5(void (*)(int, float, const float *, float *));
custub_assert::other custub_assert_5(...);
#line 50 "stubs.cu"
static_assert(!custub_assert::same<decltype(custub_assert_5((math::axpy<float, 4>))), custub_assert::other>::value, "kernel 'axpy_float': custub read 'void axpy_float(int n, float a, const float *__restrict x, float *__restrict y)', and this compiler does not; write it without conditions on the compiler");
#line 126 "stubs.nvcc.cu"

// void axpy_double(int n, double a, const double *__restrict x, double *__restrict y)
custub_assert::types<> custub_assert_6(void (*)(int, double, const double *, double *));
custub_assert::other custub_assert_6(...);
#line 51 "stubs.cu"
static_assert(!custub_assert::same<decltype(custub_assert_6((math::axpy<double, 4>))), custub_assert::other>::value, "kernel 'axpy_double': custub read 'void axpy_double(int n, double a, const double *__restrict x, double *__restrict y)', and this compiler does not; write it without conditions on the compiler");
#line 133 "stubs.nvcc.cu"

// void fill_f32(float *ones)
custub_assert::types<> custub_assert_7(void (*)(float *));
custub_assert::other custub_assert_7(...);
#line 52 "stubs.cu"
static_assert(!custub_assert::same<decltype(custub_assert_7((math::fill<float>))), custub_assert::other>::value, "kernel 'fill_f32': custub read 'void fill_f32(float *ones)', and this compiler does not; write it without conditions on the compiler");
#line 140 "stubs.nvcc.cu"

// void fill_i8(signed char *y)
custub_assert::types<> custub_assert_8(void (*)(signed char *));
custub_assert::other custub_assert_8(...);
#line 53 "stubs.cu"
static_assert(!custub_assert::same<decltype(custub_assert_8((math::fill<signed char>))), custub_assert::other>::value, "kernel 'fill_i8': custub read 'void fill_i8(signed char *y)', and this compiler does not; write it without conditions on the compiler");
#line 147 "stubs.nvcc.cu"

// void records(const pair *x, pair value, pair **many)
template <class custub_T0, class custub_T1, class custub_T2> custub_assert::types<custub_T0, custub_T1, custub_T2> custub_assert_9(void (*)(const custub_T0 *, custub_T1, custub_T2 * *));
custub_assert::other custub_assert_9(...);
#line 54 "stubs.cu"
static_assert(!custub_assert::same<decltype(custub_assert_9((records<pair>))), custub_assert::other>::value, "kernel 'records': custub read 'void records(const pair *x, pair value, pair **many)', and this compiler does not; write it without conditions on the compiler");
#line 154 "stubs.nvcc.cu"
template <class> struct custub_assert_types_9 {};
template <class custub_T0, class custub_T1, class custub_T2>
struct custub_assert_types_9<custub_assert::types<custub_T0, custub_T1, custub_T2>> {
    static_assert(sizeof(custub_T0) == 8 && alignof(custub_T0) == 4, "kernel 'records', parameter 'x': custub read 'pair' as 8 bytes aligned to 4, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, a) == 0 && custub_assert::is<decltype(custub_T0::a), int>::value, "kernel 'records', parameter 'x': custub read 'pair::a' as int at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, b) == 4 && custub_assert::is<decltype(custub_T0::b), short>::value, "kernel 'records', parameter 'x': custub read 'pair::b' as short at byte 4, and this compiler does not; lay it out without packing and without conditions on the compiler");
};
template struct custub_assert_types_9<decltype(custub_assert_9((records<pair>)))>;

// void character(char *y)
custub_assert::types<> custub_assert_10(void (*)(char *));
custub_assert::other custub_assert_10(...);
#line 56 "stubs.cu"
static_assert(!custub_assert::same<decltype(custub_assert_10((math::fill<decltype('"')>))), custub_assert::other>::value, "kernel 'character': custub read 'void character(char *y)', and this compiler does not; write it without conditions on the compiler");
#line 169 "stubs.nvcc.cu"
#endif

#if defined(__CUDA_ARCH__) && ((__CUDA_ARCH__ == 900))

// void fill_of_90(long *y)
custub_assert::types<> custub_assert_11(void (*)(long *));
custub_assert::other custub_assert_11(...);
#line 59 "stubs.cu"
static_assert(!custub_assert::same<decltype(custub_assert_11((math::fill<long>))), custub_assert::other>::value, "kernel 'fill_of_90': custub read 'void fill_of_90(long *y)', and this compiler does not; write it without conditions on the compiler");
#line 179 "stubs.nvcc.cu"
#endif
#pragma nv_diagnostic pop
static const auto custub_kept_0 __attribute__((unused)) = (math::scale);
static const auto custub_kept_1 __attribute__((unused)) = (bounded<64>);
static const auto custub_kept_2 __attribute__((unused)) = (bounded<128>);
static const auto custub_kept_3 __attribute__((unused)) = (static_cast<void (*)(int, double *)>(any));
static const auto custub_kept_4 __attribute__((unused)) = (&math::inner::any<int>);
static const auto custub_kept_5 __attribute__((unused)) = (math::axpy<float, 4>);
static const auto custub_kept_6 __attribute__((unused)) = (math::axpy<double, 4>);
static const auto custub_kept_7 __attribute__((unused)) = (math::fill<float>);
static const auto custub_kept_8 __attribute__((unused)) = (math::fill<signed char>);
static const auto custub_kept_9 __attribute__((unused)) = (records<pair>);
static const auto custub_kept_10 __attribute__((unused)) = (math::fill<decltype('"')>);

#if defined(__CUDA_ARCH__) && ((__CUDA_ARCH__ == 900))
static const auto custub_kept_11 __attribute__((unused)) = (math::fill<long>);
#endif
