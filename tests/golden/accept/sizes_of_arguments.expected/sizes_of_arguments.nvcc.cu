/* nvcc compiles this in place of sizes_of_arguments.cu: the source, and behind it what custub read of it, for nvcc to confirm.
 * Written by custub; edits are lost. */
#include "sizes_of_arguments.cu"

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
#undef sized
#undef __int128
#undef vector
#undef std2

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

// void s_array(char *x, int n)
custub_assert::types<> custub_assert_0(void (*)(char *, int));
custub_assert::other custub_assert_0(...);
#line 7 "sizes_of_arguments.cu"
static_assert(!custub_assert::same<decltype(custub_assert_0((sized<float[4]>))), custub_assert::other>::value, "kernel 's_array': custub read 'void s_array(char *x, int n)', and this compiler does not; write it without conditions on the compiler");
#line 81 "sizes_of_arguments.nvcc.cu"
static_assert(sizeof(float[4]) == 16, "kernel 's_array': custub read sizeof(float[4]) as 16, and this compiler does not; write it without conditions on the compiler");

// void s_ref(char *x, int n)
custub_assert::types<> custub_assert_1(void (*)(char *, int));
custub_assert::other custub_assert_1(...);
#line 8 "sizes_of_arguments.cu"
static_assert(!custub_assert::same<decltype(custub_assert_1((sized<double &>))), custub_assert::other>::value, "kernel 's_ref': custub read 'void s_ref(char *x, int n)', and this compiler does not; write it without conditions on the compiler");
#line 89 "sizes_of_arguments.nvcc.cu"
static_assert(sizeof(double &) == 8, "kernel 's_ref': custub read sizeof(double &) as 8, and this compiler does not; write it without conditions on the compiler");

// void s_parr(char *x, int n)
custub_assert::types<> custub_assert_2(void (*)(char *, int));
custub_assert::other custub_assert_2(...);
#line 9 "sizes_of_arguments.cu"
static_assert(!custub_assert::same<decltype(custub_assert_2((sized<int (*)[4]>))), custub_assert::other>::value, "kernel 's_parr': custub read 'void s_parr(char *x, int n)', and this compiler does not; write it without conditions on the compiler");
#line 97 "sizes_of_arguments.nvcc.cu"
static_assert(sizeof(int (*)[4]) == 8, "kernel 's_parr': custub read sizeof(int (*)[4]) as 8, and this compiler does not; write it without conditions on the compiler");

// void s_i128(char *x, int n)
custub_assert::types<> custub_assert_3(void (*)(char *, int));
custub_assert::other custub_assert_3(...);
#line 10 "sizes_of_arguments.cu"
static_assert(!custub_assert::same<decltype(custub_assert_3((sized<__int128>))), custub_assert::other>::value, "kernel 's_i128': custub read 'void s_i128(char *x, int n)', and this compiler does not; write it without conditions on the compiler");
#line 105 "sizes_of_arguments.nvcc.cu"
static_assert(sizeof(__int128) == 16, "kernel 's_i128': custub read sizeof(__int128) as 16, and this compiler does not; write it without conditions on the compiler");

// void s_u128(char *x, int n)
custub_assert::types<> custub_assert_4(void (*)(char *, int));
custub_assert::other custub_assert_4(...);
#line 11 "sizes_of_arguments.cu"
static_assert(!custub_assert::same<decltype(custub_assert_4((sized<unsigned __int128>))), custub_assert::other>::value, "kernel 's_u128': custub read 'void s_u128(char *x, int n)', and this compiler does not; write it without conditions on the compiler");
#line 113 "sizes_of_arguments.nvcc.cu"
static_assert(sizeof(unsigned __int128) == 16, "kernel 's_u128': custub read sizeof(unsigned __int128) as 16, and this compiler does not; write it without conditions on the compiler");

// void s_fn(char *x, int n)
custub_assert::types<> custub_assert_5(void (*)(char *, int));
custub_assert::other custub_assert_5(...);
#line 12 "sizes_of_arguments.cu"
static_assert(!custub_assert::same<decltype(custub_assert_5((sized<int (*)(float)>))), custub_assert::other>::value, "kernel 's_fn': custub read 'void s_fn(char *x, int n)', and this compiler does not; write it without conditions on the compiler");
#line 121 "sizes_of_arguments.nvcc.cu"
static_assert(sizeof(int (*)(float)) == 8, "kernel 's_fn': custub read sizeof(int (*)(float)) as 8, and this compiler does not; write it without conditions on the compiler");

// void s_vec(char *x, int n)
custub_assert::types<> custub_assert_6(void (*)(char *, int));
custub_assert::other custub_assert_6(...);
#line 13 "sizes_of_arguments.cu"
static_assert(!custub_assert::same<decltype(custub_assert_6((sized<vector>))), custub_assert::other>::value, "kernel 's_vec': custub read 'void s_vec(char *x, int n)', and this compiler does not; write it without conditions on the compiler");
#line 129 "sizes_of_arguments.nvcc.cu"
static_assert(sizeof(::std2::vector) == 12, "kernel 's_vec': custub read sizeof(::std2::vector) as 12, and this compiler does not; write it without conditions on the compiler");

// void s_vecarr(char *x, int n)
custub_assert::types<> custub_assert_7(void (*)(char *, int));
custub_assert::other custub_assert_7(...);
#line 14 "sizes_of_arguments.cu"
static_assert(!custub_assert::same<decltype(custub_assert_7((sized<vector[2][3]>))), custub_assert::other>::value, "kernel 's_vecarr': custub read 'void s_vecarr(char *x, int n)', and this compiler does not; write it without conditions on the compiler");
#line 137 "sizes_of_arguments.nvcc.cu"
static_assert(sizeof(::std2::vector[2][3]) == 72, "kernel 's_vecarr': custub read sizeof(::std2::vector[2][3]) as 72, and this compiler does not; write it without conditions on the compiler");

// void s_cref(char *x, int n)
custub_assert::types<> custub_assert_8(void (*)(char *, int));
custub_assert::other custub_assert_8(...);
#line 15 "sizes_of_arguments.cu"
static_assert(!custub_assert::same<decltype(custub_assert_8((sized<const vector &>))), custub_assert::other>::value, "kernel 's_cref': custub read 'void s_cref(char *x, int n)', and this compiler does not; write it without conditions on the compiler");
#line 145 "sizes_of_arguments.nvcc.cu"
static_assert(sizeof(const ::std2::vector &) == 12, "kernel 's_cref': custub read sizeof(const ::std2::vector &) as 12, and this compiler does not; write it without conditions on the compiler");

// void s_mem(char *x, int n)
custub_assert::types<> custub_assert_9(void (*)(char *, int));
custub_assert::other custub_assert_9(...);
#line 16 "sizes_of_arguments.cu"
static_assert(!custub_assert::same<decltype(custub_assert_9((sized<int vector::*>))), custub_assert::other>::value, "kernel 's_mem': custub read 'void s_mem(char *x, int n)', and this compiler does not; write it without conditions on the compiler");
#line 153 "sizes_of_arguments.nvcc.cu"
static_assert(sizeof(int ::std2::vector::*) == 8, "kernel 's_mem': custub read sizeof(int ::std2::vector::*) as 8, and this compiler does not; write it without conditions on the compiler");
#endif
#pragma nv_diagnostic pop
static const auto custub_kept_0 __attribute__((unused)) = (sized<float[4]>);
static const auto custub_kept_1 __attribute__((unused)) = (sized<double &>);
static const auto custub_kept_2 __attribute__((unused)) = (sized<int (*)[4]>);
static const auto custub_kept_3 __attribute__((unused)) = (sized<__int128>);
static const auto custub_kept_4 __attribute__((unused)) = (sized<unsigned __int128>);
static const auto custub_kept_5 __attribute__((unused)) = (sized<int (*)(float)>);
static const auto custub_kept_6 __attribute__((unused)) = (sized<vector>);
static const auto custub_kept_7 __attribute__((unused)) = (sized<vector[2][3]>);
static const auto custub_kept_8 __attribute__((unused)) = (sized<const vector &>);
static const auto custub_kept_9 __attribute__((unused)) = (sized<int vector::*>);
