/* nvcc compiles this in place of indices.cu: the source, and behind it what custub read of it, for nvcc to confirm.
 * Written by custub; edits are lost. */
#include "indices.cu"

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
#undef line_of_blocks
#undef through_a_function
#undef flat_blocks
#undef one_block_of_rows
#undef one_thread
#undef only_sizes
#undef copied
#undef referred_to
#undef pointed_to
#undef passed_on
#undef in_parentheses
#undef hidden_block
#undef hidden_by_a_function
#undef calls_each_other
#undef calls_the_other
#undef tickets
#undef warp_of_a_block
#undef warps_by_rows
#undef warps_in_a_line
#undef told
#undef exact_block
#undef one_block
#undef few_rows
#undef rows_by_blocks
#undef channels_in_a_block

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

// void line_of_blocks(int *x)
custub_assert::types<> custub_assert_0(void (*)(int *));
custub_assert::other custub_assert_0(...);
static_assert(!custub_assert::same<decltype(custub_assert_0(&::line_of_blocks)), custub_assert::other>::value, "kernel 'line_of_blocks': custub read 'void line_of_blocks(int *x)', and this compiler does not; write it without conditions on the compiler");

// void through_a_function(int *x)
custub_assert::types<> custub_assert_1(void (*)(int *));
custub_assert::other custub_assert_1(...);
static_assert(!custub_assert::same<decltype(custub_assert_1(&::through_a_function)), custub_assert::other>::value, "kernel 'through_a_function': custub read 'void through_a_function(int *x)', and this compiler does not; write it without conditions on the compiler");

// void flat_blocks(int *x)
custub_assert::types<> custub_assert_2(void (*)(int *));
custub_assert::other custub_assert_2(...);
static_assert(!custub_assert::same<decltype(custub_assert_2(&::flat_blocks)), custub_assert::other>::value, "kernel 'flat_blocks': custub read 'void flat_blocks(int *x)', and this compiler does not; write it without conditions on the compiler");

// void one_block_of_rows(int *x)
custub_assert::types<> custub_assert_3(void (*)(int *));
custub_assert::other custub_assert_3(...);
static_assert(!custub_assert::same<decltype(custub_assert_3(&::one_block_of_rows)), custub_assert::other>::value, "kernel 'one_block_of_rows': custub read 'void one_block_of_rows(int *x)', and this compiler does not; write it without conditions on the compiler");

// void one_thread(int *x)
custub_assert::types<> custub_assert_4(void (*)(int *));
custub_assert::other custub_assert_4(...);
static_assert(!custub_assert::same<decltype(custub_assert_4(&::one_thread)), custub_assert::other>::value, "kernel 'one_thread': custub read 'void one_thread(int *x)', and this compiler does not; write it without conditions on the compiler");

// void only_sizes(int *x)
custub_assert::types<> custub_assert_5(void (*)(int *));
custub_assert::other custub_assert_5(...);
static_assert(!custub_assert::same<decltype(custub_assert_5(&::only_sizes)), custub_assert::other>::value, "kernel 'only_sizes': custub read 'void only_sizes(int *x)', and this compiler does not; write it without conditions on the compiler");

// void copied(int *x)
custub_assert::types<> custub_assert_6(void (*)(int *));
custub_assert::other custub_assert_6(...);
static_assert(!custub_assert::same<decltype(custub_assert_6(&::copied)), custub_assert::other>::value, "kernel 'copied': custub read 'void copied(int *x)', and this compiler does not; write it without conditions on the compiler");

// void referred_to(int *x)
custub_assert::types<> custub_assert_7(void (*)(int *));
custub_assert::other custub_assert_7(...);
static_assert(!custub_assert::same<decltype(custub_assert_7(&::referred_to)), custub_assert::other>::value, "kernel 'referred_to': custub read 'void referred_to(int *x)', and this compiler does not; write it without conditions on the compiler");

// void pointed_to(int *x)
custub_assert::types<> custub_assert_8(void (*)(int *));
custub_assert::other custub_assert_8(...);
static_assert(!custub_assert::same<decltype(custub_assert_8(&::pointed_to)), custub_assert::other>::value, "kernel 'pointed_to': custub read 'void pointed_to(int *x)', and this compiler does not; write it without conditions on the compiler");

// void passed_on(int *x)
custub_assert::types<> custub_assert_9(void (*)(int *));
custub_assert::other custub_assert_9(...);
static_assert(!custub_assert::same<decltype(custub_assert_9(&::passed_on)), custub_assert::other>::value, "kernel 'passed_on': custub read 'void passed_on(int *x)', and this compiler does not; write it without conditions on the compiler");

// void in_parentheses(int *x)
custub_assert::types<> custub_assert_10(void (*)(int *));
custub_assert::other custub_assert_10(...);
static_assert(!custub_assert::same<decltype(custub_assert_10(&::in_parentheses)), custub_assert::other>::value, "kernel 'in_parentheses': custub read 'void in_parentheses(int *x)', and this compiler does not; write it without conditions on the compiler");

// void hidden_block(int *x)
custub_assert::types<> custub_assert_11(void (*)(int *));
custub_assert::other custub_assert_11(...);
static_assert(!custub_assert::same<decltype(custub_assert_11(&::hidden_block)), custub_assert::other>::value, "kernel 'hidden_block': custub read 'void hidden_block(int *x)', and this compiler does not; write it without conditions on the compiler");

// void hidden_by_a_function(int *x)
custub_assert::types<> custub_assert_12(void (*)(int *));
custub_assert::other custub_assert_12(...);
static_assert(!custub_assert::same<decltype(custub_assert_12(&::hidden_by_a_function)), custub_assert::other>::value, "kernel 'hidden_by_a_function': custub read 'void hidden_by_a_function(int *x)', and this compiler does not; write it without conditions on the compiler");

// void calls_each_other(int *x)
custub_assert::types<> custub_assert_13(void (*)(int *));
custub_assert::other custub_assert_13(...);
static_assert(!custub_assert::same<decltype(custub_assert_13(&::calls_each_other)), custub_assert::other>::value, "kernel 'calls_each_other': custub read 'void calls_each_other(int *x)', and this compiler does not; write it without conditions on the compiler");

// void calls_the_other(int *x)
custub_assert::types<> custub_assert_14(void (*)(int *));
custub_assert::other custub_assert_14(...);
static_assert(!custub_assert::same<decltype(custub_assert_14(&::calls_the_other)), custub_assert::other>::value, "kernel 'calls_the_other': custub read 'void calls_the_other(int *x)', and this compiler does not; write it without conditions on the compiler");

// void tickets(int *x, int *next)
custub_assert::types<> custub_assert_15(void (*)(int *, int *));
custub_assert::other custub_assert_15(...);
static_assert(!custub_assert::same<decltype(custub_assert_15(&::tickets)), custub_assert::other>::value, "kernel 'tickets': custub read 'void tickets(int *x, int *next)', and this compiler does not; write it without conditions on the compiler");

// void warp_of_a_block(int *x)
custub_assert::types<> custub_assert_16(void (*)(int *));
custub_assert::other custub_assert_16(...);
static_assert(!custub_assert::same<decltype(custub_assert_16(&::warp_of_a_block)), custub_assert::other>::value, "kernel 'warp_of_a_block': custub read 'void warp_of_a_block(int *x)', and this compiler does not; write it without conditions on the compiler");

// void warps_by_rows(int *x)
custub_assert::types<> custub_assert_17(void (*)(int *));
custub_assert::other custub_assert_17(...);
static_assert(!custub_assert::same<decltype(custub_assert_17(&::warps_by_rows)), custub_assert::other>::value, "kernel 'warps_by_rows': custub read 'void warps_by_rows(int *x)', and this compiler does not; write it without conditions on the compiler");

// void warps_in_a_line(int *x)
custub_assert::types<> custub_assert_18(void (*)(int *));
custub_assert::other custub_assert_18(...);
static_assert(!custub_assert::same<decltype(custub_assert_18(&::warps_in_a_line)), custub_assert::other>::value, "kernel 'warps_in_a_line': custub read 'void warps_in_a_line(int *x)', and this compiler does not; write it without conditions on the compiler");

// void told(int *x)
custub_assert::types<> custub_assert_19(void (*)(int *));
custub_assert::other custub_assert_19(...);
static_assert(!custub_assert::same<decltype(custub_assert_19(&::told)), custub_assert::other>::value, "kernel 'told': custub read 'void told(int *x)', and this compiler does not; write it without conditions on the compiler");

// void exact_block(int *x)
custub_assert::types<> custub_assert_20(void (*)(int *));
custub_assert::other custub_assert_20(...);
static_assert(!custub_assert::same<decltype(custub_assert_20(&::exact_block)), custub_assert::other>::value, "kernel 'exact_block': custub read 'void exact_block(int *x)', and this compiler does not; write it without conditions on the compiler");

// void one_block(int n, int *x)
custub_assert::types<> custub_assert_21(void (*)(int, int *));
custub_assert::other custub_assert_21(...);
static_assert(!custub_assert::same<decltype(custub_assert_21(&::one_block)), custub_assert::other>::value, "kernel 'one_block': custub read 'void one_block(int n, int *x)', and this compiler does not; write it without conditions on the compiler");

// void few_rows(int n, int *x)
custub_assert::types<> custub_assert_22(void (*)(int, int *));
custub_assert::other custub_assert_22(...);
static_assert(!custub_assert::same<decltype(custub_assert_22(&::few_rows)), custub_assert::other>::value, "kernel 'few_rows': custub read 'void few_rows(int n, int *x)', and this compiler does not; write it without conditions on the compiler");

// void rows_by_blocks(int n, int *x)
custub_assert::types<> custub_assert_23(void (*)(int, int *));
custub_assert::other custub_assert_23(...);
static_assert(!custub_assert::same<decltype(custub_assert_23(&::rows_by_blocks)), custub_assert::other>::value, "kernel 'rows_by_blocks': custub read 'void rows_by_blocks(int n, int *x)', and this compiler does not; write it without conditions on the compiler");

// void channels_in_a_block(int n, int channels, int *x)
custub_assert::types<> custub_assert_24(void (*)(int, int, int *));
custub_assert::other custub_assert_24(...);
static_assert(!custub_assert::same<decltype(custub_assert_24(&::channels_in_a_block)), custub_assert::other>::value, "kernel 'channels_in_a_block': custub read 'void channels_in_a_block(int n, int channels, int *x)', and this compiler does not; write it without conditions on the compiler");
#endif
#pragma nv_diagnostic pop
