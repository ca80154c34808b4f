// A float that is rounded to 16 bits in the end, for functions whose exact form would take longer
// than the memory accesses. They use minimax polynomials and the GPU's approximations (PTX ISA,
// "Floating Point Instructions"). tests/unary.c derives their errors.
#ifndef KERNELS_ELEMENTS_QUICK_CUH
#define KERNELS_ELEMENTS_QUICK_CUH

#include "element.cuh"

namespace kernels
{
// Approximations that only a GPU has. Numbers and results below 2^-126 count as zero.
#if KERNELS_PTX
__device__ inline float power_of_two(float x)
{
    float y;
    asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
    return y;
}
__device__ inline float reciprocal(float x)
{
    float y;
    asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
    return y;
}
#else
__device__ inline float power_of_two(float x)
{
    return ::exp2f(x);
}
__device__ inline float reciprocal(float x)
{
    return 1 / x;
}
#endif

struct quick {
    float value;
    explicit __device__ inline quick(float x) : value(x) {}
};
__device__ inline quick operator+(quick x, quick y)
{
    return quick(x.value + y.value);
}
__device__ inline quick operator-(quick x)
{
    return quick(-x.value);
}
__device__ inline quick operator-(quick x, quick y)
{
    return quick(x.value - y.value);
}
__device__ inline quick operator*(quick x, quick y)
{
    return quick(x.value * y.value);
}
__device__ inline quick operator/(quick x, quick y)
{
    return quick(x.value * reciprocal(y.value));
}

__device__ inline quick c_exp(quick x)
{
    return quick(power_of_two(x.value * 1.44269504f));
}

// The GPU's logarithm is off by 2^-21.4 between 1/2 and 2, which is too much where the result is
// small.
__device__ inline quick c_log(quick x)
{
    const float f = x.value - 1;
    const float near =
        f * (((-0.25078363f * f + 0.334116621f) * f - 0.499999298f) * f + 0.999999617f);
    return quick(fabsf(f) < 0.0625f ? near : __logf(x.value));
}

__device__ inline quick c_tanh(quick x)
{
    const float a = fabsf(x.value);
    const float e = power_of_two(a * -2.88539008f); // exp(-2 a)
    const float y = a < 0.0625f ? a - a * a * a * 0.333333333f : (1 - e) * reciprocal(1 + e);
    return quick(copysignf(y, x.value));
}

__device__ inline float plain(quick x)
{
    return x.value;
}
template <class W> __device__ inline W plain(W x)
{
    return x;
}

// The type in which a function of T with a quick form is computed.
template <class T> using quick_or_wide = std::conditional_t<sizeof(T) == 2, quick, wide<T>>;
} // namespace kernels
#endif
