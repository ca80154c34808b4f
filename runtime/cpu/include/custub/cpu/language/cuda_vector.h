/* custub/cpu/language/cuda_vector.h: CUDA's vector types with their makers, and dim3, for hosts
 * without the toolkit. Sizes and alignments: CUDA C++ Programming Guide, "Built-in Vector Types".
 * Part of custub/cpu_device.h. */
#ifndef CUSTUB_CPU_CUDA_VECTOR_H
#define CUSTUB_CPU_CUDA_VECTOR_H

#include "qualifier.h"

#if defined(CUSTUB_CPU_TOOLKIT_VECTORS)
#include <vector_functions.h>
#else

#define CUSTUB_CPU_VECTORS(name, element, align2, align4)                                          \
    struct name##1                                                                                 \
    {                                                                                              \
        element x;                                                                                 \
    };                                                                                             \
    struct alignas(align2) name##2                                                                 \
    {                                                                                              \
        element x, y;                                                                              \
    };                                                                                             \
    struct name##3                                                                                 \
    {                                                                                              \
        element x, y, z;                                                                           \
    };                                                                                             \
    struct alignas(align4) name##4                                                                 \
    {                                                                                              \
        element x, y, z, w;                                                                        \
    };                                                                                             \
    inline name##1 make_##name##1(element x)                                                       \
    {                                                                                              \
        return {x};                                                                                \
    }                                                                                              \
    inline name##2 make_##name##2(element x, element y)                                            \
    {                                                                                              \
        return {x, y};                                                                             \
    }                                                                                              \
    inline name##3 make_##name##3(element x, element y, element z)                                 \
    {                                                                                              \
        return {x, y, z};                                                                          \
    }                                                                                              \
    inline name##4 make_##name##4(element x, element y, element z, element w)                      \
    {                                                                                              \
        return {x, y, z, w};                                                                       \
    }

CUSTUB_CPU_VECTORS(char, signed char, 2, 4)
CUSTUB_CPU_VECTORS(uchar, unsigned char, 2, 4)
CUSTUB_CPU_VECTORS(short, short, 4, 8)
CUSTUB_CPU_VECTORS(ushort, unsigned short, 4, 8)
CUSTUB_CPU_VECTORS(int, int, 8, 16)
CUSTUB_CPU_VECTORS(uint, unsigned int, 8, 16)
CUSTUB_CPU_VECTORS(long, long, 16, 16)
CUSTUB_CPU_VECTORS(ulong, unsigned long, 16, 16)
CUSTUB_CPU_VECTORS(longlong, long long, 16, 16)
CUSTUB_CPU_VECTORS(ulonglong, unsigned long long, 16, 16)
CUSTUB_CPU_VECTORS(float, float, 8, 16)
CUSTUB_CPU_VECTORS(double, double, 16, 16)

#undef CUSTUB_CPU_VECTORS

struct dim3 {
    unsigned int x, y, z;

    constexpr dim3(unsigned int vx = 1, unsigned int vy = 1, unsigned int vz = 1)
        : x(vx), y(vy), z(vz)
    {
    }
    constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z)
    {
    }
    constexpr operator uint3() const
    {
        return uint3{x, y, z};
    }
};

#endif
#endif
