/* custub/user_type.h: what a generated header asserts about the structs of a header of the
 * program's own, which `custub gen --include` names. Only generated code uses it.
 *
 * A field fits if it has the bytes and the meaning of the kernel's field: the size, integer,
 * floating-point or pointer, the sign of an integer. Not its exact type: an enumeration is an
 * integer of any sign, `char` has any sign, an integer of 64 bits may hold an address. In C an
 * enumeration cannot be told from an unsigned int, nor a struct from a pointer to one.
 */
#ifndef CUSTUB_USER_TYPE_H
#define CUSTUB_USER_TYPE_H

#include "vector.h"

/* What a field is: one bit of a set. A pointer to one of the first eight is the bit eight places
 * higher; in C an array of arrays is one, too. */
#define CUSTUB_KIND_STRUCT      0 /* only in C++ */
#define CUSTUB_KIND_BOOL        1
#define CUSTUB_KIND_CHAR        2
#define CUSTUB_KIND_SIGNED      3
#define CUSTUB_KIND_UNSIGNED    4
#define CUSTUB_KIND_F32         5
#define CUSTUB_KIND_F64         6
#define CUSTUB_KIND_LONG_DOUBLE 7
#define CUSTUB_KIND_POINTER     8  /* to something else; only in C++ */
#define CUSTUB_KIND_OTHER       16 /* only in C: a struct, or a pointer to something else */
#define CUSTUB_KIND_ENUMERATION 17 /* only in C++ */

#define CUSTUB_SET_(kind) (1ul << CUSTUB_KIND_##kind)
#define CUSTUB_SET_OF_POINTERS                                                                     \
    (CUSTUB_SET_(POINTER) | CUSTUB_SET_(BOOL) << 8 | CUSTUB_SET_(CHAR) << 8 |                      \
     CUSTUB_SET_(SIGNED) << 8 | CUSTUB_SET_(UNSIGNED) << 8 | CUSTUB_SET_(F32) << 8 |               \
     CUSTUB_SET_(F64) << 8 | CUSTUB_SET_(LONG_DOUBLE) << 8 | CUSTUB_SET_(OTHER))
#define CUSTUB_SET_OF_STRUCTS (CUSTUB_SET_(STRUCT) | CUSTUB_SET_(OTHER))
#define CUSTUB_SET_OF_INTEGERS                                                                     \
    (CUSTUB_SET_(SIGNED) | CUSTUB_SET_(UNSIGNED) | CUSTUB_SET_(ENUMERATION))
#define CUSTUB_SET_OF_BYTES (CUSTUB_SET_(BOOL) | CUSTUB_SET_(CHAR) | CUSTUB_SET_(ENUMERATION))
#ifdef __cplusplus
#define CUSTUB_SET_OF_C_ENUMERATIONS 0ul
#else
#define CUSTUB_SET_OF_C_ENUMERATIONS CUSTUB_SET_(UNSIGNED)
#endif

/* The sets that fit the kernel's types. BYTE: char, bool, and enumerations of one byte. */
#define CUSTUB_FITS_BOOL           CUSTUB_FITS_BYTE
#define CUSTUB_FITS_BYTE           (CUSTUB_SET_OF_BYTES | CUSTUB_SET_OF_INTEGERS)
#define CUSTUB_FITS_ENUMERATION    CUSTUB_SET_OF_INTEGERS
#define CUSTUB_FITS_I8             (CUSTUB_SET_OF_BYTES | CUSTUB_SET_(SIGNED))
#define CUSTUB_FITS_U8             (CUSTUB_SET_OF_BYTES | CUSTUB_SET_(UNSIGNED))
#define CUSTUB_FITS_I16            (CUSTUB_SET_(SIGNED) | CUSTUB_SET_(ENUMERATION))
#define CUSTUB_FITS_U16            (CUSTUB_SET_(UNSIGNED) | CUSTUB_SET_(ENUMERATION))
#define CUSTUB_FITS_I32            (CUSTUB_FITS_I16 | CUSTUB_SET_OF_C_ENUMERATIONS)
#define CUSTUB_FITS_U32            CUSTUB_FITS_U16
#define CUSTUB_FITS_I64            (CUSTUB_FITS_I16 | CUSTUB_SET_OF_POINTERS)
#define CUSTUB_FITS_U64            (CUSTUB_FITS_U16 | CUSTUB_SET_OF_POINTERS)
#define CUSTUB_FITS_HANDLE         (CUSTUB_FITS_U64 | CUSTUB_SET_OF_STRUCTS)
#define CUSTUB_FITS_F32            CUSTUB_SET_(F32)
#define CUSTUB_FITS_F64            CUSTUB_SET_(F64)
#define CUSTUB_FITS_POINTER        (CUSTUB_SET_OF_POINTERS | CUSTUB_SET_OF_INTEGERS)
#define CUSTUB_FITS_POINTER_TO_F32 (CUSTUB_FITS_POINTER & ~(CUSTUB_SET_(F64) << 8))
#define CUSTUB_FITS_POINTER_TO_F64 (CUSTUB_FITS_POINTER & ~(CUSTUB_SET_(F32) << 8))
/* A vector may be a struct of any names, or an array. */
#define CUSTUB_FITS_VECTOR_(kinds)     (CUSTUB_SET_OF_STRUCTS | (kinds) | (kinds) << 8)
#define CUSTUB_FITS_VECTOR_OF_SIGNED   CUSTUB_FITS_VECTOR_(CUSTUB_SET_(SIGNED) | CUSTUB_SET_(CHAR))
#define CUSTUB_FITS_VECTOR_OF_UNSIGNED CUSTUB_FITS_VECTOR_(CUSTUB_FITS_U8)
#define CUSTUB_FITS_VECTOR_OF_F32      CUSTUB_FITS_VECTOR_(CUSTUB_SET_(F32))
#define CUSTUB_FITS_VECTOR_OF_F64      CUSTUB_FITS_VECTOR_(CUSTUB_SET_(F64))

#ifdef __cplusplus
#include <type_traits>

extern "C++" {
namespace custub_user_type
{
/* A field without its arrays and qualifiers. */
template <class T>
struct bare : std::remove_cv<
                  typename std::remove_all_extents<typename std::remove_reference<T>::type>::type> {
};

template <class T> struct kind_of_value {
    static const int value = std::is_same<T, bool>::value       ? CUSTUB_KIND_BOOL
                             : std::is_same<T, char>::value     ? CUSTUB_KIND_CHAR
                             : std::is_enum<T>::value           ? CUSTUB_KIND_ENUMERATION
                             : !std::is_arithmetic<T>::value    ? CUSTUB_KIND_STRUCT
                             : std::is_same<T, float>::value    ? CUSTUB_KIND_F32
                             : std::is_same<T, double>::value   ? CUSTUB_KIND_F64
                             : std::is_floating_point<T>::value ? CUSTUB_KIND_LONG_DOUBLE
                             : std::is_signed<T>::value         ? CUSTUB_KIND_SIGNED
                                                                : CUSTUB_KIND_UNSIGNED;
};

template <class T, bool = std::is_pointer<T>::value> struct kind : kind_of_value<T> {
};

template <class T> struct kind<T, true> {
    typedef typename std::remove_cv<typename std::remove_pointer<T>::type>::type target;
    static const int value = CUSTUB_KIND_POINTER +
                             (std::is_arithmetic<target>::value ? kind_of_value<target>::value : 0);
};

template <class T> struct always {
    typedef void type;
};

/* The kind of a vector is that of its components, if they are called as CUDA calls them. */
template <class T, class = void> struct vector_kind : kind<T> {
};

template <class T>
struct vector_kind<T, typename always<decltype(T::x)>::type>
    : kind<typename bare<decltype(T::x)>::type> {
};
} // namespace custub_user_type
}

#define CUSTUB_FIELD_(record, path)      decltype(static_cast<record *>(nullptr)->path)
#define CUSTUB_BARE_(record, path)       custub_user_type::bare<CUSTUB_FIELD_(record, path)>::type
#define CUSTUB_FIELD_BYTES(record, path) sizeof(CUSTUB_FIELD_(record, path))
#define CUSTUB_IS_IN_(kind, record, path, set)                                                     \
    ((1ul << custub_user_type::kind<CUSTUB_BARE_(record, path)>::value & (set)) != 0)
#define CUSTUB_FIELD_FITS(expected, bytes, record, path)                                           \
    (sizeof(CUSTUB_BARE_(record, path)) == (bytes) &&                                              \
     CUSTUB_IS_IN_(kind, record, path, CUSTUB_FITS_##expected))
#define CUSTUB_ARRAY_FITS(expected, bytes, record, path)                                           \
    (sizeof(CUSTUB_BARE_(record, path)) == (bytes) &&                                              \
     CUSTUB_IS_IN_(kind, record, path, CUSTUB_FITS_##expected))
#define CUSTUB_VECTOR_FITS(expected, bytes, record, path)                                          \
    CUSTUB_IS_IN_(vector_kind, record, path, CUSTUB_FITS_##expected)
#else
#define CUSTUB_FIELD_(record, path)      (((record *)0)->path)
#define CUSTUB_FIELD_BYTES(record, path) sizeof(CUSTUB_FIELD_(record, path))

#define CUSTUB_KINDS_(X)                                                                           \
    X(_Bool, BOOL)                                                                                 \
    X(char, CHAR)                                                                                  \
    X(signed char, SIGNED)                                                                         \
    X(short, SIGNED)                                                                               \
    X(int, SIGNED)                                                                                 \
    X(long, SIGNED)                                                                                \
    X(long long, SIGNED)                                                                           \
    X(unsigned char, UNSIGNED)                                                                     \
    X(unsigned short, UNSIGNED)                                                                    \
    X(unsigned, UNSIGNED)                                                                          \
    X(unsigned long, UNSIGNED)                                                                     \
    X(unsigned long long, UNSIGNED)                                                                \
    X(float, F32)                                                                                  \
    X(double, F64)                                                                                 \
    X(long double, LONG_DOUBLE)
/* clang-format off */
#define CUSTUB_VALUE_(type, kind) type : CUSTUB_KIND_##kind,
#define CUSTUB_POINTER_(type, kind)                                                                \
    type * : CUSTUB_KIND_##kind + 8,                                                               \
    const type * : CUSTUB_KIND_##kind + 8,                                                         \
    volatile type * : CUSTUB_KIND_##kind + 8,                                                      \
    const volatile type * : CUSTUB_KIND_##kind + 8,
#define CUSTUB_KIND_OF_(x)                                                                         \
    _Generic((x),                                                                                  \
             CUSTUB_KINDS_(CUSTUB_VALUE_)                                                          \
             CUSTUB_KINDS_(CUSTUB_POINTER_)                                                        \
             default : CUSTUB_KIND_OTHER)

/* The vector types that C knows by these names. */
#define CUSTUB_VECTOR_KINDS_(X, name, kind)                                                        \
    X(name##1, kind) X(name##2, kind) X(name##3, kind) X(name##4, kind)
#define CUSTUB_VECTOR_(name, kind) custub_##name : kind,
#define CUSTUB_VECTORS_(X)                                                                         \
    CUSTUB_VECTOR_KINDS_(X, char, CUSTUB_KIND_SIGNED)                                              \
    CUSTUB_VECTOR_KINDS_(X, uchar, CUSTUB_KIND_UNSIGNED)                                           \
    CUSTUB_VECTOR_KINDS_(X, short, CUSTUB_KIND_SIGNED)                                             \
    CUSTUB_VECTOR_KINDS_(X, ushort, CUSTUB_KIND_UNSIGNED)                                          \
    CUSTUB_VECTOR_KINDS_(X, int, CUSTUB_KIND_SIGNED)                                               \
    CUSTUB_VECTOR_KINDS_(X, uint, CUSTUB_KIND_UNSIGNED)                                            \
    CUSTUB_VECTOR_KINDS_(X, float, CUSTUB_KIND_F32)                                                \
    CUSTUB_VECTOR_KINDS_(X, longlong, CUSTUB_KIND_SIGNED)                                          \
    CUSTUB_VECTOR_KINDS_(X, ulonglong, CUSTUB_KIND_UNSIGNED)                                       \
    CUSTUB_VECTOR_KINDS_(X, double, CUSTUB_KIND_F64)
#ifdef __VECTOR_TYPES_H__ /* CUDA's header; later versions deprecate the largest of its types */
#define CUSTUB_CUDA_VECTOR_(name, kind) name : kind,
#define CUSTUB_CUDA_VECTORS_                                                                       \
    CUSTUB_VECTOR_KINDS_(CUSTUB_CUDA_VECTOR_, char, CUSTUB_KIND_SIGNED)                            \
    CUSTUB_VECTOR_KINDS_(CUSTUB_CUDA_VECTOR_, uchar, CUSTUB_KIND_UNSIGNED)                         \
    CUSTUB_VECTOR_KINDS_(CUSTUB_CUDA_VECTOR_, short, CUSTUB_KIND_SIGNED)                           \
    CUSTUB_VECTOR_KINDS_(CUSTUB_CUDA_VECTOR_, ushort, CUSTUB_KIND_UNSIGNED)                        \
    CUSTUB_VECTOR_KINDS_(CUSTUB_CUDA_VECTOR_, int, CUSTUB_KIND_SIGNED)                             \
    CUSTUB_VECTOR_KINDS_(CUSTUB_CUDA_VECTOR_, uint, CUSTUB_KIND_UNSIGNED)                          \
    CUSTUB_VECTOR_KINDS_(CUSTUB_CUDA_VECTOR_, float, CUSTUB_KIND_F32)                              \
    longlong2 : CUSTUB_KIND_SIGNED,                                                                \
    ulonglong2 : CUSTUB_KIND_UNSIGNED,                                                             \
    double2 : CUSTUB_KIND_F64,
#else
#define CUSTUB_CUDA_VECTORS_
#endif
#define CUSTUB_VECTOR_KIND_OF_(x)                                                                  \
    _Generic((x),                                                                                  \
             CUSTUB_VECTORS_(CUSTUB_VECTOR_)                                                       \
             CUSTUB_CUDA_VECTORS_                                                                  \
             default : CUSTUB_KIND_OF_(x))
/* clang-format on */

#define CUSTUB_IS_IN_(kind, set) ((1ul << (kind) & (set)) != 0)
#define CUSTUB_FIELD_FITS(expected, bytes, record, path)                                           \
    (sizeof(CUSTUB_FIELD_(record, path)) == (bytes) &&                                             \
     CUSTUB_IS_IN_(CUSTUB_KIND_OF_(CUSTUB_FIELD_(record, path)), CUSTUB_FITS_##expected))
/* The elements of the user's array may be arrays. */
#define CUSTUB_ARRAY_FITS(expected, bytes, record, path)                                           \
    CUSTUB_IS_IN_(CUSTUB_KIND_OF_(CUSTUB_FIELD_(record, path[0])),                                 \
                  sizeof(CUSTUB_FIELD_(record, path[0])) == (bytes) ? CUSTUB_FITS_##expected       \
                  : sizeof(CUSTUB_FIELD_(record, path[0])) > (bytes)                               \
                      ? CUSTUB_FITS_##expected << 8 | CUSTUB_SET_(OTHER)                           \
                      : 0ul)
#define CUSTUB_VECTOR_FITS(expected, bytes, record, path)                                          \
    CUSTUB_IS_IN_(CUSTUB_VECTOR_KIND_OF_(CUSTUB_FIELD_(record, path)), CUSTUB_FITS_##expected)
#endif
#endif
