/* custub/assertion.h: what generated code asserts with, at the end of <stem>.nvcc.cu, of the CPU
 * image and of the program for NVRTC. C++11. Not for use by hand: it undefines macros.
 *
 * The source before it may define macros of any name. Each inclusion undefines the names that this
 * file uses, and those that the assertions of all sources use. An #undef of a word that is not a
 * macro, even of a keyword, has no effect. */
#undef alignof
#undef asm
#undef __attribute__
#undef auto
#undef bare
#undef bool
#undef char
#undef class
#undef closed
#undef const
#undef custub_assert
#undef decltype
#undef double
#undef extern
#undef false
#undef float
#undef holds
#undef if
#undef int
#undef is
#undef is_enumeration
#undef long
#undef n
#undef named
#undef namespace
#undef other
#undef p
#undef same
#undef short
#undef signed
#undef sizeof
#undef static
#undef static_assert
#undef static_cast
#undef struct
#undef T
#undef template
#undef true
#undef type
#undef typedef
#undef typename
#undef types
#undef U
#undef underlies
#undef __underlying_type
#undef unsigned
#undef unused
#undef used
#undef value
#undef visibility
#undef void
#undef volatile

#ifndef CUSTUB_ASSERTION_H
#define CUSTUB_ASSERTION_H

namespace custub_assert
{
template <class... T> struct types {
};
struct other {
};
template <class T, class U> struct same {
    static const bool value = false;
};
template <class T> struct same<T, T> {
    static const bool value = true;
};
template <class T> struct bare {
    typedef T type;
};
template <class T> struct bare<const T> : bare<T> {
};
template <class T> struct bare<volatile T> : bare<T> {
};
template <class T> struct bare<const volatile T> : bare<T> {
};
template <class T, decltype(sizeof(0)) n> struct bare<T[n]> : bare<T> {
};
template <class T, decltype(sizeof(0)) n> struct bare<const T[n]> : bare<T> {
};
template <class T, decltype(sizeof(0)) n> struct bare<volatile T[n]> : bare<T> {
};
template <class T, decltype(sizeof(0)) n> struct bare<const volatile T[n]> : bare<T> {
};
template <class T> struct named;
template <class T> struct named<T &> {
    typedef T type;
};
template <class T, class U> struct is : same<typename bare<T>::type, U> {
};
template <class T, class U> struct underlies : same<__underlying_type(typename bare<T>::type), U> {
};
template <class T, class U> struct is_enumeration : underlies<T, U> {
};

/* An explicit instantiation may name what is private. */
template <unsigned, bool holds> struct closed {
    static_assert(holds, "custub read another value of this private name of a contract than this "
                         "compiler; write it without conditions on the compiler");
};

/* NVRTC has no __builtin_offsetof. An enumeration without a type of its own and without negative
 * enumerators is signed there, and unsigned to nvcc; the values have the same bytes. */
#ifdef __CUDACC_RTC__
#define __builtin_offsetof(type, field) __INTADDR__(__builtin_addressof(((type *)0)->field))
template <class T> struct is_enumeration<T, unsigned int> {
    static const bool value = underlies<T, int>::value || underlies<T, unsigned int>::value;
};
template <class T> struct is_enumeration<T, unsigned long> {
    static const bool value = underlies<T, long>::value || underlies<T, unsigned long>::value;
};
#endif
} // namespace custub_assert
#endif
