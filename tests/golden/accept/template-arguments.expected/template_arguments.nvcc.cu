/* nvcc compiles this in place of template-arguments.cu: the source, and behind it what custub read of it, for nvcc to confirm.
 * Written by custub; edits are lost. */
#include "template-arguments.cu"

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
#undef bytes
#undef math
#undef tiled
#undef static_cast
#undef values
#undef mode
#undef wide
#undef plain
#undef a
#undef vector
#undef word
#undef rows
#undef sizes
#undef box
#undef TILE
#undef block
#undef computed

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

// void tiled_f32(int n, const float *x)
custub_assert::types<> custub_assert_0(void (*)(int, const float *));
custub_assert::other custub_assert_0(...);
#line 39 "template-arguments.cu"
static_assert(!custub_assert::same<decltype(custub_assert_0((math::tiled<float, 4>))), custub_assert::other>::value, "kernel 'tiled_f32': custub read 'void tiled_f32(int n, const float *x)', and this compiler does not; write it without conditions on the compiler");
#line 94 "template_arguments.nvcc.cu"

// void tiled_i16(int n, const short *x)
custub_assert::types<> custub_assert_1(void (*)(int, const short *));
custub_assert::other custub_assert_1(...);
#line 40 "template-arguments.cu"
static_assert(!custub_assert::same<decltype(custub_assert_1((static_cast<void (*)(int, const short *)>(math::tiled<short, 8, void *>)))), custub_assert::other>::value, "kernel 'tiled_i16': custub read 'void tiled_i16(int n, const short *x)', and this compiler does not; write it without conditions on the compiler");
#line 101 "template_arguments.nvcc.cu"

// void values(long long n)
custub_assert::types<> custub_assert_2(void (*)(long long));
custub_assert::other custub_assert_2(...);
#line 41 "template-arguments.cu"
static_assert(!custub_assert::same<decltype(custub_assert_2((math::values<true, 18446744073709551615ull, math::mode::wide, -1, 5u>))), custub_assert::other>::value, "kernel 'values': custub read 'void values(long long n)', and this compiler does not; write it without conditions on the compiler");
#line 108 "template_arguments.nvcc.cu"

// void values_least(long long n)
custub_assert::types<> custub_assert_3(void (*)(long long));
custub_assert::other custub_assert_3(...);
#line 42 "template-arguments.cu"
static_assert(!custub_assert::same<decltype(custub_assert_3((math::values<false, 0, math::mode::plain, -9223372036854775807ll - 1, 'a'>))), custub_assert::other>::value, "kernel 'values_least': custub read 'void values_least(long long n)', and this compiler does not; write it without conditions on the compiler");
#line 115 "template_arguments.nvcc.cu"

// void types(int n, vector *x)
template <class custub_T1> custub_assert::types<custub_T1> custub_assert_4(void (*)(int, custub_T1 *));
custub_assert::other custub_assert_4(...);
#line 43 "template-arguments.cu"
static_assert(!custub_assert::same<decltype(custub_assert_4((math::types<vector>))), custub_assert::other>::value, "kernel 'types': custub read 'void types(int n, vector *x)', and this compiler does not; write it without conditions on the compiler");
#line 122 "template_arguments.nvcc.cu"
template <class> struct custub_assert_types_4 {};
template <class custub_T1>
struct custub_assert_types_4<custub_assert::types<custub_T1>> {
    static_assert(sizeof(custub_T1) == 4 && alignof(custub_T1) == 4, "kernel 'types', parameter 'x': custub read 'vector' as 4 bytes aligned to 4, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T1, value) == 0 && custub_assert::is<decltype(custub_T1::value), int>::value, "kernel 'types', parameter 'x': custub read 'vector::value' as int at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
};
template struct custub_assert_types_4<decltype(custub_assert_4((math::types<vector>)))>;
static_assert(sizeof(typename ::vector::word) == 2, "kernel 'types': custub read sizeof(typename ::vector::word) as 2, and this compiler does not; write it without conditions on the compiler");
static_assert(sizeof(const ::vector *) == 8, "kernel 'types': custub read sizeof(const ::vector *) as 8, and this compiler does not; write it without conditions on the compiler");
static_assert(sizeof(::vector) == 4, "kernel 'types': custub read sizeof(::vector) as 4, and this compiler does not; write it without conditions on the compiler");
static_assert(static_cast<unsigned long long>(::vector::rows) == 7ULL, "kernel 'types': custub read '::vector::rows' as 7, and this compiler does not; write it without conditions on the compiler");

// void size_of_vector(math::vector *x)
template <class custub_T0> custub_assert::types<custub_T0> custub_assert_5(void (*)(custub_T0 *));
custub_assert::other custub_assert_5(...);
#line 44 "template-arguments.cu"
static_assert(!custub_assert::same<decltype(custub_assert_5((math::sizes<math::vector>))), custub_assert::other>::value, "kernel 'size_of_vector': custub read 'void size_of_vector(math::vector *x)', and this compiler does not; write it without conditions on the compiler");
#line 140 "template_arguments.nvcc.cu"
template <class> struct custub_assert_types_5 {};
template <class custub_T0>
struct custub_assert_types_5<custub_assert::types<custub_T0>> {
    static_assert(sizeof(custub_T0) == 3 && alignof(custub_T0) == 1, "kernel 'size_of_vector', parameter 'x': custub read 'math::vector' as 3 bytes aligned to 1, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, bytes) == 0 && sizeof(custub_T0::bytes) == 3 && custub_assert::is<decltype(custub_T0::bytes), char>::value, "kernel 'size_of_vector', parameter 'x': custub read 'math::vector::bytes' as char[3] at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
};
template struct custub_assert_types_5<decltype(custub_assert_5((math::sizes<math::vector>)))>;
static_assert(sizeof(::math::vector) == 3, "kernel 'size_of_vector': custub read sizeof(::math::vector) as 3, and this compiler does not; write it without conditions on the compiler");

// void size_of_box(math::box<double> *x)
template <class custub_T0> custub_assert::types<custub_T0> custub_assert_6(void (*)(custub_T0 *));
custub_assert::other custub_assert_6(...);
#line 45 "template-arguments.cu"
static_assert(!custub_assert::same<decltype(custub_assert_6((math::sizes<math::box<double>>))), custub_assert::other>::value, "kernel 'size_of_box': custub read 'void size_of_box(math::box<double> *x)', and this compiler does not; write it without conditions on the compiler");
#line 155 "template_arguments.nvcc.cu"
template <class> struct custub_assert_types_6 {};
template <class custub_T0>
struct custub_assert_types_6<custub_assert::types<custub_T0>> {
    static_assert(sizeof(custub_T0) == 8 && alignof(custub_T0) == 8, "kernel 'size_of_box', parameter 'x': custub read 'math::box<double>' as 8 bytes aligned to 8, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, value) == 0 && custub_assert::is<decltype(custub_T0::value), double>::value, "kernel 'size_of_box', parameter 'x': custub read 'math::box<double>::value' as double at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
};
template struct custub_assert_types_6<decltype(custub_assert_6((math::sizes<math::box<double>>)))>;
static_assert(sizeof(::math::box<double>) == 8, "kernel 'size_of_box': custub read sizeof(::math::box<double>) as 8, and this compiler does not; write it without conditions on the compiler");

// void size_of_pointer(const char **x)
custub_assert::types<> custub_assert_7(void (*)(const char * *));
custub_assert::other custub_assert_7(...);
#line 46 "template-arguments.cu"
static_assert(!custub_assert::same<decltype(custub_assert_7((math::sizes<const char *>))), custub_assert::other>::value, "kernel 'size_of_pointer': custub read 'void size_of_pointer(const char **x)', and this compiler does not; write it without conditions on the compiler");
#line 170 "template_arguments.nvcc.cu"

// void size_of_char(char *x)
custub_assert::types<> custub_assert_8(void (*)(char *));
custub_assert::other custub_assert_8(...);
#line 47 "template-arguments.cu"
static_assert(!custub_assert::same<decltype(custub_assert_8((math::sizes<char>))), custub_assert::other>::value, "kernel 'size_of_char': custub read 'void size_of_char(char *x)', and this compiler does not; write it without conditions on the compiler");
#line 177 "template_arguments.nvcc.cu"
static_assert(static_cast<unsigned long long>(::TILE) == 99ULL, "kernel 'size_of_char': custub read '::TILE' as 99, and this compiler does not; write it without conditions on the compiler");

// void block_8_2(int *x)
custub_assert::types<> custub_assert_9(void (*)(int *));
custub_assert::other custub_assert_9(...);
#line 48 "template-arguments.cu"
static_assert(!custub_assert::same<decltype(custub_assert_9((math::block<8, 2>))), custub_assert::other>::value, "kernel 'block_8_2': custub read 'void block_8_2(int *x)', and this compiler does not; write it without conditions on the compiler");
#line 185 "template_arguments.nvcc.cu"

// void block_16_1(int *x)
custub_assert::types<> custub_assert_10(void (*)(int *));
custub_assert::other custub_assert_10(...);
#line 49 "template-arguments.cu"
static_assert(!custub_assert::same<decltype(custub_assert_10((math::block<16, 1>))), custub_assert::other>::value, "kernel 'block_16_1': custub read 'void block_16_1(int *x)', and this compiler does not; write it without conditions on the compiler");
#line 192 "template_arguments.nvcc.cu"

// void computed_6(int *x)
custub_assert::types<> custub_assert_11(void (*)(int *));
custub_assert::other custub_assert_11(...);
#line 51 "template-arguments.cu"
static_assert(!custub_assert::same<decltype(custub_assert_11((math::computed<6>))), custub_assert::other>::value, "kernel 'computed_6': custub read 'void computed_6(int *x)', and this compiler does not; write it without conditions on the compiler");
#line 199 "template_arguments.nvcc.cu"

// void computed_60(int *x)
custub_assert::types<> custub_assert_12(void (*)(int *));
custub_assert::other custub_assert_12(...);
#line 51 "template-arguments.cu"
static_assert(!custub_assert::same<decltype(custub_assert_12((math::computed<60>))), custub_assert::other>::value, "kernel 'computed_60': custub read 'void computed_60(int *x)', and this compiler does not; write it without conditions on the compiler");
#line 206 "template_arguments.nvcc.cu"

// void computed_8(int *x)
custub_assert::types<> custub_assert_13(void (*)(int *));
custub_assert::other custub_assert_13(...);
#line 52 "template-arguments.cu"
static_assert(!custub_assert::same<decltype(custub_assert_13((math::computed<8>))), custub_assert::other>::value, "kernel 'computed_8': custub read 'void computed_8(int *x)', and this compiler does not; write it without conditions on the compiler");
#line 213 "template_arguments.nvcc.cu"

// void computed_80(int *x)
custub_assert::types<> custub_assert_14(void (*)(int *));
custub_assert::other custub_assert_14(...);
#line 52 "template-arguments.cu"
static_assert(!custub_assert::same<decltype(custub_assert_14((math::computed<80>))), custub_assert::other>::value, "kernel 'computed_80': custub read 'void computed_80(int *x)', and this compiler does not; write it without conditions on the compiler");
#line 220 "template_arguments.nvcc.cu"

// void computed_9(int *x)
custub_assert::types<> custub_assert_15(void (*)(int *));
custub_assert::other custub_assert_15(...);
#line 54 "template-arguments.cu"
static_assert(!custub_assert::same<decltype(custub_assert_15((math::computed<9>))), custub_assert::other>::value, "kernel 'computed_9': custub read 'void computed_9(int *x)', and this compiler does not; write it without conditions on the compiler");
#line 227 "template_arguments.nvcc.cu"
#endif
#pragma nv_diagnostic pop
static const auto custub_kept_0 __attribute__((unused)) = (math::tiled<float, 4>);
static const auto custub_kept_1 __attribute__((unused)) = (static_cast<void (*)(int, const short *)>(math::tiled<short, 8, void *>));
static const auto custub_kept_2 __attribute__((unused)) = (math::values<true, 18446744073709551615ull, math::mode::wide, -1, 5u>);
static const auto custub_kept_3 __attribute__((unused)) = (math::values<false, 0, math::mode::plain, -9223372036854775807ll - 1, 'a'>);
static const auto custub_kept_4 __attribute__((unused)) = (math::types<vector>);
static const auto custub_kept_5 __attribute__((unused)) = (math::sizes<math::vector>);
static const auto custub_kept_6 __attribute__((unused)) = (math::sizes<math::box<double>>);
static const auto custub_kept_7 __attribute__((unused)) = (math::sizes<const char *>);
static const auto custub_kept_8 __attribute__((unused)) = (math::sizes<char>);
static const auto custub_kept_9 __attribute__((unused)) = (math::block<8, 2>);
static const auto custub_kept_10 __attribute__((unused)) = (math::block<16, 1>);
static const auto custub_kept_11 __attribute__((unused)) = (math::computed<6>);
static const auto custub_kept_12 __attribute__((unused)) = (math::computed<60>);
static const auto custub_kept_13 __attribute__((unused)) = (math::computed<8>);
static const auto custub_kept_14 __attribute__((unused)) = (math::computed<80>);
static const auto custub_kept_15 __attribute__((unused)) = (math::computed<9>);
