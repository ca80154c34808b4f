/* nvcc compiles this in place of narrow_constants.cu: the source, and behind it what custub read of it, for nvcc to confirm.
 * Written by custub; edits are lost. */
#include "narrow_constants.cu"

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
#undef gain
#undef narrow
#undef MAX_TAPS
#undef taps
#undef TOP
#undef word
#undef last
#undef on
#undef below
#undef far
#undef farther
#undef lowest
#undef highest
#undef limit
#undef yes
#undef low
#undef top
#undef unit
#undef arguments

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

// void narrow(long long n)
custub_assert::types<> custub_assert_0(void (*)(long long));
custub_assert::other custub_assert_0(...);
static_assert(!custub_assert::same<decltype(custub_assert_0(&::narrow)), custub_assert::other>::value, "kernel 'narrow': custub read 'void narrow(long long n)', and this compiler does not; write it without conditions on the compiler");
static_assert(static_cast<unsigned long long>(::MAX_TAPS) == 200ULL, "kernel 'narrow': custub read '::MAX_TAPS' as 200, and this compiler does not; write it without conditions on the compiler");
static_assert(static_cast<unsigned long long>(::taps::MAX_TAPS) == 200ULL, "kernel 'narrow': custub read '::taps::MAX_TAPS' as 200, and this compiler does not; write it without conditions on the compiler");
static_assert(static_cast<unsigned long long>(::TOP) == 2147483648ULL, "kernel 'narrow': custub read '::TOP' as 2147483648, and this compiler does not; write it without conditions on the compiler");
static_assert(static_cast<unsigned long long>(::word::last) == 65535ULL, "kernel 'narrow': custub read '::word::last' as 65535, and this compiler does not; write it without conditions on the compiler");
static_assert(static_cast<unsigned long long>(::on) == 1ULL, "kernel 'narrow': custub read '::on' as 1, and this compiler does not; write it without conditions on the compiler");
static_assert(static_cast<long long>(::below) == -55LL - 1, "kernel 'narrow': custub read '::below' as -56, and this compiler does not; write it without conditions on the compiler");
static_assert(static_cast<unsigned long long>(::far) == 65534ULL, "kernel 'narrow': custub read '::far' as 65534, and this compiler does not; write it without conditions on the compiler");
static_assert(static_cast<unsigned long long>(::farther) == 4294967294ULL, "kernel 'narrow': custub read '::farther' as 4294967294, and this compiler does not; write it without conditions on the compiler");
static_assert(static_cast<long long>(::lowest) == -9223372036854775807LL - 1, "kernel 'narrow': custub read '::lowest' as -9223372036854775808, and this compiler does not; write it without conditions on the compiler");
static_assert(static_cast<unsigned long long>(::highest) == 18446744073709551615ULL, "kernel 'narrow': custub read '::highest' as 18446744073709551615, and this compiler does not; write it without conditions on the compiler");
static_assert(static_cast<unsigned long long>(::limit) == 250ULL, "kernel 'narrow': custub read '::limit' as 250, and this compiler does not; write it without conditions on the compiler");
static_assert(static_cast<unsigned long long>(::yes) == 1ULL, "kernel 'narrow': custub read '::yes' as 1, and this compiler does not; write it without conditions on the compiler");
static_assert(static_cast<long long>(::low) == -2LL - 1, "kernel 'narrow': custub read '::low' as -3, and this compiler does not; write it without conditions on the compiler");
static_assert(static_cast<unsigned long long>(::top) == 2147483648ULL, "kernel 'narrow': custub read '::top' as 2147483648, and this compiler does not; write it without conditions on the compiler");
static_assert(static_cast<unsigned long long>(::unit) == 65535ULL, "kernel 'narrow': custub read '::unit' as 65535, and this compiler does not; write it without conditions on the compiler");

// void arguments(filter<MAX_TAPS> f, filter<199> g, shift<word::last> s, shift<65534> t)
template <class custub_T0, class custub_T1, class custub_T2, class custub_T3> custub_assert::types<custub_T0, custub_T1, custub_T2, custub_T3> custub_assert_1(void (*)(custub_T0, custub_T1, custub_T2, custub_T3));
custub_assert::other custub_assert_1(...);
static_assert(!custub_assert::same<decltype(custub_assert_1(&::arguments)), custub_assert::other>::value, "kernel 'arguments': custub read 'void arguments(filter<MAX_TAPS> f, filter<199> g, shift<word::last> s, shift<65534> t)', and this compiler does not; write it without conditions on the compiler");
template <class> struct custub_assert_types_1 {};
template <class custub_T0, class custub_T1, class custub_T2, class custub_T3>
struct custub_assert_types_1<custub_assert::types<custub_T0, custub_T1, custub_T2, custub_T3>> {
    static_assert(sizeof(custub_T0) == 12 && alignof(custub_T0) == 4, "kernel 'arguments', parameter 'f': custub read 'filter<MAX_TAPS>' as 12 bytes aligned to 4, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, gain) == 0 && sizeof(custub_T0::gain) == 8 && custub_assert::is<decltype(custub_T0::gain), float>::value, "kernel 'arguments', parameter 'f': custub read 'filter<MAX_TAPS>::gain' as float[2] at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, n) == 8 && custub_assert::is<decltype(custub_T0::n), int>::value, "kernel 'arguments', parameter 'f': custub read 'filter<MAX_TAPS>::n' as int at byte 8, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(sizeof(custub_T1) == 12 && alignof(custub_T1) == 4, "kernel 'arguments', parameter 'g': custub read 'filter<199>' as 12 bytes aligned to 4, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T1, gain) == 0 && sizeof(custub_T1::gain) == 8 && custub_assert::is<decltype(custub_T1::gain), float>::value, "kernel 'arguments', parameter 'g': custub read 'filter<199>::gain' as float[2] at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T1, n) == 8 && custub_assert::is<decltype(custub_T1::n), int>::value, "kernel 'arguments', parameter 'g': custub read 'filter<199>::n' as int at byte 8, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(sizeof(custub_T2) == 4 && alignof(custub_T2) == 4, "kernel 'arguments', parameter 's': custub read 'shift<word::last>' as 4 bytes aligned to 4, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T2, n) == 0 && custub_assert::is<decltype(custub_T2::n), int>::value, "kernel 'arguments', parameter 's': custub read 'shift<word::last>::n' as int at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(sizeof(custub_T3) == 4 && alignof(custub_T3) == 4, "kernel 'arguments', parameter 't': custub read 'shift<65534>' as 4 bytes aligned to 4, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T3, n) == 0 && custub_assert::is<decltype(custub_T3::n), int>::value, "kernel 'arguments', parameter 't': custub read 'shift<65534>::n' as int at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
};
template struct custub_assert_types_1<decltype(custub_assert_1(&::arguments))>;
#endif
#pragma nv_diagnostic pop
