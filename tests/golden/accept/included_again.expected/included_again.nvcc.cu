/* nvcc compiles this in place of included_again.cu: the source, and behind it what custub read of it, for nvcc to confirm.
 * Written by custub; edits are lost. */
#include "included_again.cu"

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
#undef x
#undef a
#undef scale
#undef WIDTH
#undef b

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

// void scale_a(a::row r, float *y, int n)
template <class custub_T0> custub_assert::types<custub_T0> custub_assert_0(void (*)(custub_T0, float *, int));
custub_assert::other custub_assert_0(...);
#line 10 "included_again.cu"
static_assert(!custub_assert::same<decltype(custub_assert_0((a::scale))), custub_assert::other>::value, "kernel 'scale_a': custub read 'void scale_a(a::row r, float *y, int n)', and this compiler does not; write it without conditions on the compiler");
#line 82 "included_again.nvcc.cu"
template <class> struct custub_assert_types_0 {};
template <class custub_T0>
struct custub_assert_types_0<custub_assert::types<custub_T0>> {
    static_assert(sizeof(custub_T0) == 16 && alignof(custub_T0) == 8, "kernel 'scale_a', parameter 'r': custub read 'a::row' as 16 bytes aligned to 8, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, x) == 0 && sizeof(*typename custub_assert::bare<decltype(custub_T0::x)>::type()) == 4, "kernel 'scale_a', parameter 'r': custub read 'a::row::x' as float * at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, n) == 8 && custub_assert::is<decltype(custub_T0::n), int>::value, "kernel 'scale_a', parameter 'r': custub read 'a::row::n' as int at byte 8, and this compiler does not; lay it out without packing and without conditions on the compiler");
};
template struct custub_assert_types_0<decltype(custub_assert_0((a::scale)))>;
static_assert(static_cast<unsigned long long>(::a::WIDTH) == 4ULL, "kernel 'scale_a': custub read '::a::WIDTH' as 4, and this compiler does not; write it without conditions on the compiler");

// void scale_b(b::row r, float *y, int n)
template <class custub_T0> custub_assert::types<custub_T0> custub_assert_1(void (*)(custub_T0, float *, int));
custub_assert::other custub_assert_1(...);
#line 11 "included_again.cu"
static_assert(!custub_assert::same<decltype(custub_assert_1((b::scale))), custub_assert::other>::value, "kernel 'scale_b': custub read 'void scale_b(b::row r, float *y, int n)', and this compiler does not; write it without conditions on the compiler");
#line 98 "included_again.nvcc.cu"
template <class> struct custub_assert_types_1 {};
template <class custub_T0>
struct custub_assert_types_1<custub_assert::types<custub_T0>> {
    static_assert(sizeof(custub_T0) == 16 && alignof(custub_T0) == 8, "kernel 'scale_b', parameter 'r': custub read 'b::row' as 16 bytes aligned to 8, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, x) == 0 && sizeof(*typename custub_assert::bare<decltype(custub_T0::x)>::type()) == 4, "kernel 'scale_b', parameter 'r': custub read 'b::row::x' as float * at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, n) == 8 && custub_assert::is<decltype(custub_T0::n), int>::value, "kernel 'scale_b', parameter 'r': custub read 'b::row::n' as int at byte 8, and this compiler does not; lay it out without packing and without conditions on the compiler");
};
template struct custub_assert_types_1<decltype(custub_assert_1((b::scale)))>;
static_assert(static_cast<unsigned long long>(::b::WIDTH) == 5ULL, "kernel 'scale_b': custub read '::b::WIDTH' as 5, and this compiler does not; write it without conditions on the compiler");
#endif
#pragma nv_diagnostic pop
static const auto custub_kept_0 __attribute__((unused)) = (a::scale);
static const auto custub_kept_1 __attribute__((unused)) = (b::scale);
