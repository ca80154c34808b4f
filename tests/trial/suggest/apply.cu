// Kernels of a program that does not know custub. apply.sh adds their contracts.
#define INDEX (int)(blockIdx.x * blockDim.x + threadIdx.x)
#define KERNEL __global__
#define INPUT(type, name) const type *__restrict__ name

#include <stddef.h>

extern "C" __global__ void add(int n,
                               const float *__restrict__ x, // {
                               float *__restrict__ y /* ; */)
{
    if (INDEX < n)
        y[INDEX] += x[INDEX];
}

// __global__ is not of this declaration; the parameter is an array.
extern "C"
__global__ void negate(int n, float x[])
{
    if (INDEX < n)
        x[INDEX] = -x[INDEX];
}

// Cannot be edited: parentheses leave no place, or macros make the qualifier, the parameter, or all.
extern "C" __global__ void enclosed(int n, float (*__restrict__ x))
{
    if (INDEX < n)
        x[INDEX] += 1;
}

extern "C" KERNEL void marked(int n, float *x)
{
    if (INDEX < n)
        x[INDEX] += 1;
}

extern "C" __global__ void copied(int n, INPUT(float, x), float *y)
{
    if (INDEX < n)
        y[INDEX] = x[INDEX];
}

#define MAKE(name)                                                                                 \
    extern "C" __global__ void name(int n, float *x)                                               \
    {                                                                                              \
        if (INDEX < n)                                                                             \
            x[INDEX] *= 2;                                                                         \
    }
MAKE(made)

extern "C" __global__ void last(int n, int heads, float *x)
{
    if (INDEX < n)
        x[INDEX] += n / heads;
}
