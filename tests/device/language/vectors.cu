// The vector types of vector_table.h: their sizes, alignments, and the results of make_ functions.
#if defined(__CUDACC__)
#pragma nv_diag_suppress 1444 // double4 and similar types are deprecated
#endif

template <typename T> __device__ int weigh_1(const T &v)
{
    return (int)v.x;
}

template <typename T> __device__ int weigh_2(const T &v)
{
    return (int)v.x + 10 * (int)v.y;
}

template <typename T> __device__ int weigh_3(const T &v)
{
    return (int)v.x + 10 * (int)v.y + 100 * (int)v.z;
}

template <typename T> __device__ int weigh_4(const T &v)
{
    return (int)v.x + 10 * (int)v.y + 100 * (int)v.z + 1000 * (int)v.w;
}

#define NUMBERS_1 n
#define NUMBERS_2 n, n + 1
#define NUMBERS_3 n, n + 1, n + 2
#define NUMBERS_4 n, n + 1, n + 2, n + 3

extern "C" __global__ void vectors(int *out, signed char n)
{
#define VECTOR(type, count, size, alignment)                                                       \
    *out++ = (int)sizeof(type), *out++ = (int)alignof(type);                                       \
    *out++ = weigh_##count(make_##type(NUMBERS_##count));
#include "vector_table.h"
}

extern "C" __global__ void dimensions(int *out)
{
    const dim3 none, one(2), two(2, 3), all(2, 3, 4);
    const uint3 place = all;
    const dim3 back(place);

    *out++ = (int)(none.x + 10 * none.y + 100 * none.z);
    *out++ = (int)(one.x + 10 * one.y + 100 * one.z);
    *out++ = (int)(two.x + 10 * two.y + 100 * two.z);
    *out++ = (int)(back.x + 10 * back.y + 100 * back.z);
}
