/* nvcc compiles this in place of members.cu: the source, and behind it what custub read of it, for nvcc to confirm.
 * Written by custub; edits are lost. */
#include "members.cu"

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
#undef members
#undef space
#undef derived
#undef B
#undef HIDDEN
#undef alias
#undef E
#undef last
#undef O
#undef name
#undef low
#undef top
#undef TOP
#undef base

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

// void members(int n)
custub_assert::types<> custub_assert_0(void (*)(int));
custub_assert::other custub_assert_0(...);
static_assert(!custub_assert::same<decltype(custub_assert_0(&::members)), custub_assert::other>::value, "kernel 'members': custub read 'void members(int n)', and this compiler does not; write it without conditions on the compiler");
static_assert(static_cast<unsigned long long>(::space::derived::B) == 1ULL, "kernel 'members': custub read '::space::derived::B' as 1, and this compiler does not; write it without conditions on the compiler");
static_assert(static_cast<unsigned long long>(::space::derived::HIDDEN) == 5ULL, "kernel 'members': custub read '::space::derived::HIDDEN' as 5, and this compiler does not; write it without conditions on the compiler");
static_assert(static_cast<unsigned long long>(::space::alias::E) == 3ULL, "kernel 'members': custub read '::space::alias::E' as 3, and this compiler does not; write it without conditions on the compiler");
static_assert(static_cast<unsigned long long>(::last::O) == 4ULL, "kernel 'members': custub read '::last::O' as 4, and this compiler does not; write it without conditions on the compiler");
static_assert(static_cast<unsigned long long>(::name::B) == 1ULL, "kernel 'members': custub read '::name::B' as 1, and this compiler does not; write it without conditions on the compiler");
static_assert(static_cast<unsigned long long>(::name::HIDDEN) == 5ULL, "kernel 'members': custub read '::name::HIDDEN' as 5, and this compiler does not; write it without conditions on the compiler");
static_assert(static_cast<long long>(::low) == -5LL - 1, "kernel 'members': custub read '::low' as -6, and this compiler does not; write it without conditions on the compiler");
static_assert(static_cast<unsigned long long>(::top) == 200ULL, "kernel 'members': custub read '::top' as 200, and this compiler does not; write it without conditions on the compiler");
static_assert(static_cast<unsigned long long>(::same::TOP) == 200ULL, "kernel 'members': custub read '::same::TOP' as 200, and this compiler does not; write it without conditions on the compiler");
static_assert(static_cast<unsigned long long>(::base::HIDDEN) == 2ULL, "kernel 'members': custub read '::base::HIDDEN' as 2, and this compiler does not; write it without conditions on the compiler");
static_assert(sizeof(::name) == 1, "kernel 'members': custub read sizeof(::name) as 1, and this compiler does not; write it without conditions on the compiler");
static_assert(sizeof(::space::alias) == 1, "kernel 'members': custub read sizeof(::space::alias) as 1, and this compiler does not; write it without conditions on the compiler");
#endif
#pragma nv_diagnostic pop
