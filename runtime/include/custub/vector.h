/* custub/vector.h: CUDA's vector types, with views and buffers of them.
 *
 * CUDA's float4 is a custub_float4 in every generated header. Each type has CUDA's size, alignment
 * and fields x, y, z, w ("CUDA C++ Programming Guide", Built-in Vector Types), and for float4
 *     custub_float4 custub_float4_of(float x, float y, float z, float w)
 *     custub_float4_view      as custub_f32_view in view.h: custub_float4_view_of(),
 *                             custub_float4_slice() and the like
 *     custub_float4_buffer    as custub_f32_buffer in buffer.h: custub_float4_buffer_create(),
 *                             custub_float4_upload() and the like
 * custub_view(ptr, count) of view.h takes a custub_float4 * too; in C++ also CUDA's float4 *, if
 * <cuda_runtime.h> is included before, but not the types that CUDA 13 deprecates, such as double4.
 * CUDA's dim3 is a custub_uint3 where a kernel takes one.
 */
#ifndef CUSTUB_VECTOR_H
#define CUSTUB_VECTOR_H

#include "buffer.h"

#ifndef __cplusplus
#include <stdalign.h>
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* X(name, element, components, alignment in bytes): CUDA's `name` is custub_<name>. */
#define CUSTUB_VECTORS(X)                                                                          \
    CUSTUB_VECTORS_OF(X, char, signed char, 1, 2, 1, 4)                                            \
    CUSTUB_VECTORS_OF(X, uchar, unsigned char, 1, 2, 1, 4)                                         \
    CUSTUB_VECTORS_OF(X, short, short, 2, 4, 2, 8)                                                 \
    CUSTUB_VECTORS_OF(X, ushort, unsigned short, 2, 4, 2, 8)                                       \
    CUSTUB_VECTORS_OF(X, int, int, 4, 8, 4, 16)                                                    \
    CUSTUB_VECTORS_OF(X, uint, unsigned int, 4, 8, 4, 16)                                          \
    CUSTUB_VECTORS_OF(X, long, long, 8, 16, 8, 16)                                                 \
    CUSTUB_VECTORS_OF(X, ulong, unsigned long, 8, 16, 8, 16)                                       \
    CUSTUB_VECTORS_OF(X, longlong, long long, 8, 16, 8, 16)                                        \
    CUSTUB_VECTORS_OF(X, ulonglong, unsigned long long, 8, 16, 8, 16)                              \
    CUSTUB_VECTORS_OF(X, float, float, 4, 8, 4, 16)                                                \
    CUSTUB_VECTORS_OF(X, double, double, 8, 16, 8, 16)                                             \
    X(long4_16a, long, 4, 16)                                                                      \
    X(long4_32a, long, 4, 32)                                                                      \
    X(ulong4_16a, unsigned long, 4, 16)                                                            \
    X(ulong4_32a, unsigned long, 4, 32)                                                            \
    X(longlong4_16a, long long, 4, 16)                                                             \
    X(longlong4_32a, long long, 4, 32)                                                             \
    X(ulonglong4_16a, unsigned long long, 4, 16)                                                   \
    X(ulonglong4_32a, unsigned long long, 4, 32)                                                   \
    X(double4_16a, double, 4, 16)                                                                  \
    X(double4_32a, double, 4, 32)
#define CUSTUB_VECTORS_OF(X, name, element, align1, align2, align3, align4)                        \
    X(name##1, element, 1, align1)                                                                 \
    X(name##2, element, 2, align2)                                                                 \
    X(name##3, element, 3, align3)                                                                 \
    X(name##4, element, 4, align4)

#define CUSTUB_DEFINE_VECTOR_1(name, element, alignment)                                           \
    typedef struct name {                                                                          \
        alignas(alignment) element x;                                                              \
    } name;                                                                                        \
    static inline name name##_of(element x)                                                        \
    {                                                                                              \
        name vector;                                                                               \
        vector.x = x;                                                                              \
        return vector;                                                                             \
    }
#define CUSTUB_DEFINE_VECTOR_2(name, element, alignment)                                           \
    typedef struct name {                                                                          \
        alignas(alignment) element x;                                                              \
        element y;                                                                                 \
    } name;                                                                                        \
    static inline name name##_of(element x, element y)                                             \
    {                                                                                              \
        name vector;                                                                               \
        vector.x = x;                                                                              \
        vector.y = y;                                                                              \
        return vector;                                                                             \
    }
#define CUSTUB_DEFINE_VECTOR_3(name, element, alignment)                                           \
    typedef struct name {                                                                          \
        alignas(alignment) element x;                                                              \
        element y;                                                                                 \
        element z;                                                                                 \
    } name;                                                                                        \
    static inline name name##_of(element x, element y, element z)                                  \
    {                                                                                              \
        name vector;                                                                               \
        vector.x = x;                                                                              \
        vector.y = y;                                                                              \
        vector.z = z;                                                                              \
        return vector;                                                                             \
    }
#define CUSTUB_DEFINE_VECTOR_4(name, element, alignment)                                           \
    typedef struct name {                                                                          \
        alignas(alignment) element x;                                                              \
        element y;                                                                                 \
        element z;                                                                                 \
        element w;                                                                                 \
    } name;                                                                                        \
    static inline name name##_of(element x, element y, element z, element w)                       \
    {                                                                                              \
        name vector;                                                                               \
        vector.x = x;                                                                              \
        vector.y = y;                                                                              \
        vector.z = z;                                                                              \
        vector.w = w;                                                                              \
        return vector;                                                                             \
    }

#define CUSTUB_DEFINE_VECTOR(name, element, components, alignment)                                 \
    CUSTUB_DEFINE_VECTOR_##components(custub_##name, element, alignment) static_assert(            \
        sizeof(custub_##name) == (components) * sizeof(element), #name ": size");                  \
    static_assert(alignof(custub_##name) == (alignment), #name ": alignment");                     \
    CUSTUB_DEFINE_VIEW(custub_##name, custub_##name, custub_##name, sizeof(custub_##name))         \
    CUSTUB_DEFINE_BUFFER(custub_##name, custub_##name, custub_##name, sizeof(custub_##name))

CUSTUB_VECTORS(CUSTUB_DEFINE_VECTOR)
#undef CUSTUB_DEFINE_VECTOR
#undef CUSTUB_DEFINE_VECTOR_1
#undef CUSTUB_DEFINE_VECTOR_2
#undef CUSTUB_DEFINE_VECTOR_3
#undef CUSTUB_DEFINE_VECTOR_4

#ifdef __cplusplus
}
#endif

/* --- custub_view() of pointers to them (view.h) ---------------------------------------------- */

#ifdef __cplusplus
extern "C++" {
#define CUSTUB_VIEW_OVERLOAD_OF_VECTOR(name, element, components, alignment)                       \
    CUSTUB_VIEW_OVERLOAD(custub_##name, custub_##name)
CUSTUB_VECTORS(CUSTUB_VIEW_OVERLOAD_OF_VECTOR)
#undef CUSTUB_VIEW_OVERLOAD_OF_VECTOR
#ifdef __VECTOR_TYPES_H__ /* CUDA's <vector_types.h> is included */
#define CUSTUB_VIEW_OVERLOAD_OF_CUDA(name) CUSTUB_VIEW_OVERLOAD(::name, custub_##name)
#define CUSTUB_VIEW_OVERLOADS_OF_CUDA(name)                                                        \
    CUSTUB_VIEW_OVERLOAD_OF_CUDA(name##1)                                                          \
    CUSTUB_VIEW_OVERLOAD_OF_CUDA(name##2)                                                          \
    CUSTUB_VIEW_OVERLOAD_OF_CUDA(name##3)
CUSTUB_VIEW_OVERLOADS_OF_CUDA(char)
CUSTUB_VIEW_OVERLOADS_OF_CUDA(uchar)
CUSTUB_VIEW_OVERLOADS_OF_CUDA(short)
CUSTUB_VIEW_OVERLOADS_OF_CUDA(ushort)
CUSTUB_VIEW_OVERLOADS_OF_CUDA(int)
CUSTUB_VIEW_OVERLOADS_OF_CUDA(uint)
CUSTUB_VIEW_OVERLOADS_OF_CUDA(long)
CUSTUB_VIEW_OVERLOADS_OF_CUDA(ulong)
CUSTUB_VIEW_OVERLOADS_OF_CUDA(longlong)
CUSTUB_VIEW_OVERLOADS_OF_CUDA(ulonglong)
CUSTUB_VIEW_OVERLOADS_OF_CUDA(float)
CUSTUB_VIEW_OVERLOADS_OF_CUDA(double)
CUSTUB_VIEW_OVERLOAD_OF_CUDA(char4)
CUSTUB_VIEW_OVERLOAD_OF_CUDA(uchar4)
CUSTUB_VIEW_OVERLOAD_OF_CUDA(short4)
CUSTUB_VIEW_OVERLOAD_OF_CUDA(ushort4)
CUSTUB_VIEW_OVERLOAD_OF_CUDA(int4)
CUSTUB_VIEW_OVERLOAD_OF_CUDA(uint4)
CUSTUB_VIEW_OVERLOAD_OF_CUDA(float4)
#undef CUSTUB_VIEW_OVERLOADS_OF_CUDA
#undef CUSTUB_VIEW_OVERLOAD_OF_CUDA
#endif
}
#else
#define CUSTUB_VIEW_CHOICE_OF_VECTOR_(name, element, components, alignment)                        \
    CUSTUB_VIEW_CHOICE_(custub_##name, custub_##name)
#undef CUSTUB_VIEW_OF_VECTORS_
#define CUSTUB_VIEW_OF_VECTORS_ CUSTUB_VECTORS(CUSTUB_VIEW_CHOICE_OF_VECTOR_)
#endif
#endif
