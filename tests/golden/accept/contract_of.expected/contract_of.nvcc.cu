/* nvcc compiles this in place of contract_of.cu: the source, and behind it what custub read of it, for nvcc to confirm.
 * Written by custub; edits are lost. */
#include "contract_of.cu"

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
#undef rows
#undef saxpy
#undef unnamed
#undef scale_float
#undef scale_double
#undef alone
#undef declared
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

// void saxpy(size_t n, float a, const float *__restrict x, float *__restrict y)
custub_assert::types<> custub_assert_0(void (*)(unsigned long, float, const float *, float *));
custub_assert::other custub_assert_0(...);
static_assert(!custub_assert::same<decltype(custub_assert_0(&::saxpy)), custub_assert::other>::value, "kernel 'saxpy': custub read 'void saxpy(size_t n, float a, const float *__restrict x, float *__restrict y)', and this compiler does not; write it without conditions on the compiler");

// void unnamed(int width, float *pixels, box image)
template <class custub_T2> custub_assert::types<custub_T2> custub_assert_1(void (*)(int, float *, custub_T2));
custub_assert::other custub_assert_1(...);
static_assert(!custub_assert::same<decltype(custub_assert_1(&::unnamed)), custub_assert::other>::value, "kernel 'unnamed': custub read 'void unnamed(int width, float *pixels, box image)', and this compiler does not; write it without conditions on the compiler");
template <class> struct custub_assert_types_1 {};
template <class custub_T2>
struct custub_assert_types_1<custub_assert::types<custub_T2>> {
    static_assert(sizeof(custub_T2) == 4 && alignof(custub_T2) == 4, "kernel 'unnamed', parameter 'image': custub read 'box' as 4 bytes aligned to 4, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T2, rows) == 0 && custub_assert::is<decltype(custub_T2::rows), int>::value, "kernel 'unnamed', parameter 'image': custub read 'box::rows' as int at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
};
template struct custub_assert_types_1<decltype(custub_assert_1(&::unnamed))>;

// void scale_float(float *values, int n)
custub_assert::types<> custub_assert_2(void (*)(float *, int));
custub_assert::other custub_assert_2(...);
static_assert(!custub_assert::same<decltype(custub_assert_2(&::scale_float)), custub_assert::other>::value, "kernel 'scale_float': custub read 'void scale_float(float *values, int n)', and this compiler does not; write it without conditions on the compiler");

// void scale_double(double *values, int n)
custub_assert::types<> custub_assert_3(void (*)(double *, int));
custub_assert::other custub_assert_3(...);
static_assert(!custub_assert::same<decltype(custub_assert_3(&::scale_double)), custub_assert::other>::value, "kernel 'scale_double': custub read 'void scale_double(double *values, int n)', and this compiler does not; write it without conditions on the compiler");

// void alone(int n)
custub_assert::types<> custub_assert_4(void (*)(int));
custub_assert::other custub_assert_4(...);
static_assert(!custub_assert::same<decltype(custub_assert_4(&::alone)), custub_assert::other>::value, "kernel 'alone': custub read 'void alone(int n)', and this compiler does not; write it without conditions on the compiler");

// void declared(int n, float *x, float *y)
custub_assert::types<> custub_assert_5(void (*)(int, float *, float *));
custub_assert::other custub_assert_5(...);
static_assert(!custub_assert::same<decltype(custub_assert_5(&::declared)), custub_assert::other>::value, "kernel 'declared': custub read 'void declared(int n, float *x, float *y)', and this compiler does not; write it without conditions on the compiler");
#endif

#if defined(__CUDA_ARCH__) && ((__CUDA_ARCH__ == 900))

// void newer(int n, float *x)
custub_assert::types<> custub_assert_6(void (*)(int, float *));
custub_assert::other custub_assert_6(...);
static_assert(!custub_assert::same<decltype(custub_assert_6(&::newer)), custub_assert::other>::value, "kernel 'newer': custub read 'void newer(int n, float *x)', and this compiler does not; write it without conditions on the compiler");
#endif
#pragma nv_diagnostic pop
