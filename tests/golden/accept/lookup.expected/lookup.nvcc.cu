/* nvcc compiles this in place of lookup.cu: the source, and behind it what custub read of it, for nvcc to confirm.
 * Written by custub; edits are lost. */
#include "lookup.cu"

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
#undef within
#undef outer
#undef inner
#undef N
#undef M
#undef v1
#undef I
#undef O
#undef SECOND
#undef FIRST
#undef level
#undef LOW
#undef alias
#undef limits
#undef TOP
#undef BOTTOM
#undef item
#undef kind
#undef shadowing
#undef elsewhere
#undef outside
#undef early
#undef first
#undef LATE
#undef late
#undef UNSEEN

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

// void within(int n)
custub_assert::types<> custub_assert_0(void (*)(int));
custub_assert::other custub_assert_0(...);
static_assert(!custub_assert::same<decltype(custub_assert_0(&::outer::inner::within)), custub_assert::other>::value, "kernel 'within': custub read 'void within(int n)', and this compiler does not; write it without conditions on the compiler");
static_assert(static_cast<unsigned long long>(::outer::N) == 11ULL, "kernel 'within': custub read '::outer::N' as 11, and this compiler does not; write it without conditions on the compiler");
static_assert(static_cast<unsigned long long>(::N) == 1ULL, "kernel 'within': custub read '::N' as 1, and this compiler does not; write it without conditions on the compiler");
static_assert(static_cast<unsigned long long>(::outer::inner::M) == 15ULL, "kernel 'within': custub read '::outer::inner::M' as 15, and this compiler does not; write it without conditions on the compiler");
static_assert(static_cast<unsigned long long>(::outer::v1::I) == 13ULL, "kernel 'within': custub read '::outer::v1::I' as 13, and this compiler does not; write it without conditions on the compiler");
static_assert(static_cast<unsigned long long>(::outer::U) == 14ULL, "kernel 'within': custub read '::outer::U' as 14, and this compiler does not; write it without conditions on the compiler");
static_assert(static_cast<unsigned long long>(::other::O) == 3ULL, "kernel 'within': custub read '::other::O' as 3, and this compiler does not; write it without conditions on the compiler");
static_assert(static_cast<unsigned long long>(::other::SECOND) == 5ULL, "kernel 'within': custub read '::other::SECOND' as 5, and this compiler does not; write it without conditions on the compiler");
static_assert(static_cast<unsigned long long>(::other::FIRST) == 4ULL, "kernel 'within': custub read '::other::FIRST' as 4, and this compiler does not; write it without conditions on the compiler");
static_assert(static_cast<unsigned long long>(::other::level::LOW) == 6ULL, "kernel 'within': custub read '::other::level::LOW' as 6, and this compiler does not; write it without conditions on the compiler");
static_assert(static_cast<unsigned long long>(::alias::limits::TOP) == 7ULL, "kernel 'within': custub read '::alias::limits::TOP' as 7, and this compiler does not; write it without conditions on the compiler");
static_assert(static_cast<unsigned long long>(::other::limits::BOTTOM) == 8ULL, "kernel 'within': custub read '::other::limits::BOTTOM' as 8, and this compiler does not; write it without conditions on the compiler");
static_assert(static_cast<unsigned long long>(::outer::I) == 13ULL, "kernel 'within': custub read '::outer::I' as 13, and this compiler does not; write it without conditions on the compiler");
static_assert(sizeof(::outer::item) == 12, "kernel 'within': custub read sizeof(::outer::item) as 12, and this compiler does not; write it without conditions on the compiler");
static_assert(sizeof(::item) == 1, "kernel 'within': custub read sizeof(::item) as 1, and this compiler does not; write it without conditions on the compiler");
static_assert(static_cast<unsigned long long>(::other::kind::FIRST) == 4ULL, "kernel 'within': custub read '::other::kind::FIRST' as 4, and this compiler does not; write it without conditions on the compiler");

// void shadowing(int M)
custub_assert::types<> custub_assert_1(void (*)(int));
custub_assert::other custub_assert_1(...);
static_assert(!custub_assert::same<decltype(custub_assert_1(&::outer::inner::shadowing)), custub_assert::other>::value, "kernel 'shadowing': custub read 'void shadowing(int M)', and this compiler does not; write it without conditions on the compiler");

// void elsewhere(int n)
custub_assert::types<> custub_assert_2(void (*)(int));
custub_assert::other custub_assert_2(...);
static_assert(!custub_assert::same<decltype(custub_assert_2(&::outer::inner::elsewhere)), custub_assert::other>::value, "kernel 'elsewhere': custub read 'void elsewhere(int n)', and this compiler does not; write it without conditions on the compiler");
static_assert(static_cast<unsigned long long>(::N) == 1ULL, "kernel 'elsewhere': custub read '::N' as 1, and this compiler does not; write it without conditions on the compiler");

// void outside(int n)
custub_assert::types<> custub_assert_3(void (*)(int));
custub_assert::other custub_assert_3(...);
static_assert(!custub_assert::same<decltype(custub_assert_3(&::outside)), custub_assert::other>::value, "kernel 'outside': custub read 'void outside(int n)', and this compiler does not; write it without conditions on the compiler");
static_assert(static_cast<unsigned long long>(::N) == 1ULL, "kernel 'outside': custub read '::N' as 1, and this compiler does not; write it without conditions on the compiler");
static_assert(static_cast<unsigned long long>(::outer::O) == 3ULL, "kernel 'outside': custub read '::outer::O' as 3, and this compiler does not; write it without conditions on the compiler");
static_assert(static_cast<unsigned long long>(::other::FIRST) == 4ULL, "kernel 'outside': custub read '::other::FIRST' as 4, and this compiler does not; write it without conditions on the compiler");

// void early(int n)
custub_assert::types<> custub_assert_4(void (*)(int));
custub_assert::other custub_assert_4(...);
static_assert(!custub_assert::same<decltype(custub_assert_4(&::first::early)), custub_assert::other>::value, "kernel 'early': custub read 'void early(int n)', and this compiler does not; write it without conditions on the compiler");
static_assert(static_cast<unsigned long long>(::LATE) == 21ULL, "kernel 'early': custub read '::LATE' as 21, and this compiler does not; write it without conditions on the compiler");
static_assert(static_cast<unsigned long long>(::first::N) == 22ULL, "kernel 'early': custub read '::first::N' as 22, and this compiler does not; write it without conditions on the compiler");

// void late(int n)
custub_assert::types<> custub_assert_5(void (*)(int));
custub_assert::other custub_assert_5(...);
static_assert(!custub_assert::same<decltype(custub_assert_5(&::first::late)), custub_assert::other>::value, "kernel 'late': custub read 'void late(int n)', and this compiler does not; write it without conditions on the compiler");
static_assert(static_cast<unsigned long long>(::first::LATE) == 23ULL, "kernel 'late': custub read '::first::LATE' as 23, and this compiler does not; write it without conditions on the compiler");
static_assert(static_cast<unsigned long long>(::first::UNSEEN) == 24ULL, "kernel 'late': custub read '::first::UNSEEN' as 24, and this compiler does not; write it without conditions on the compiler");
#endif
#pragma nv_diagnostic pop
