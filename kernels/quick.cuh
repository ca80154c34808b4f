// A float that is rounded to 16 bits in the end, for functions whose exact form would take longer
// than the memory. They use the GPU's approximations (PTX ISA, "Floating Point Instructions") and
// polynomials of the least largest error. tests/kernels derives how far each is off.
#ifndef KERNELS_QUICK_CUH
#define KERNELS_QUICK_CUH

#include "element.cuh"

namespace kernels
{
// What only a GPU has. Numbers below 2^-126, and results below it, count as zero.
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

// sin(x - k pi) with the sign of (-1)^k, for a k that `turns` is near.
__device__ inline float sin_of(float x, float turns, float offset)
{
    const float large = 12582912; // 1.5 * 2^23: the sum has no digits below 1, the lowest is k's
    const float sum = turns + large;
    const float k = sum - large - offset;
    const float r = fmaf(k, 8.74227766e-8f, fmaf(k, -3.14159274f, x)); // pi in two parts
    const float s = r * r;
    const float y = fmaf(((-0.000185396329f * s + 0.00831419746f) * s - 0.166658482f) * s, r, r);
    return __uint_as_float(__float_as_uint(y) ^ __float_as_uint(sum) << 31);
}
__device__ inline quick c_sin(quick x)
{
    if (!(fabsf(x.value) <= 65536))
        return quick(::sinf(x.value));
    return quick(sin_of(x.value, x.value * 0.318309886f, 0));
}
__device__ inline quick c_cos(quick x)
{
    if (!(fabsf(x.value) <= 65536))
        return quick(::cosf(x.value));
    return quick(sin_of(x.value, x.value * 0.318309886f + 0.5f, 0.5f));
}

__device__ inline quick c_tanh(quick x)
{
    const float a = fabsf(x.value);
    const float e = power_of_two(a * -2.88539008f); // exp(-2 a)
    const float y = a < 0.0625f ? a - a * a * a * 0.333333333f : (1 - e) * reciprocal(1 + e);
    return quick(copysignf(y, x.value));
}

// x of the positive numbers, less |x| times the normal distribution's tail beyond |x|. The tail is
// exp(-z^2 / 2) times a polynomial in 1 / (1 + 0.31 z). Beyond z = 20 it is 0 in any case. The
// power is a square so that it loses its digits below 2^-126 one by one.
__device__ inline quick c_gelu(quick x)
{
    const float z = fminf(fabsf(x.value), 20);
    const float t = reciprocal(1 + 0.31f * z);
    const float root = power_of_two(z * z * -0.360673760f);
    float p = -0.0739290939f * t + 0.180450212f;
    p = p * t + 0.0157448531f;
    p = p * t + 0.133429716f;
    p = p * t + 0.120441291f;
    p = p * t + 0.123860701f;
    return quick(0.5f * x.value + 0.5f * fabsf(x.value) - root * (p * t) * (root * z));
}

// 2^(y log2 |x|) with C's results for all special numbers (C17, F.10.4.4).
__device__ inline quick c_pow(quick x, quick y)
{
    const float a = fabsf(x.value);
    const float f = a - 1;
    float p = 0.227331723f * f - 0.261521056f;
    p = p * f + 0.287707767f;
    p = p * f - 0.360000822f;
    p = p * f + 0.480908516f;
    p = p * f - 0.721352835f;
    p = p * f + 1.44269502f;
    const float logarithm = fabsf(f) < 0.25f ? f * p : __log2f(a);
    const float power = ::exp2f(logarithm == 0 || y.value == 0 ? 0 : logarithm * y.value);
    // 0: y is even; 0.5: it is odd; NaN: it is infinite, or NaN.
    const float half = 0.5f * y.value;
    const float odd = fabsf(half - rintf(half));
    if (!signbit(x.value))
        return quick(power);
    if (odd == 0.5f)
        return quick(-power);
    const bool has_none = odd > 0 && fabsf(logarithm) < INFINITY;
    return quick(has_none || isnan(y.value) ? NAN : power);
}

__device__ inline float plain(quick x)
{
    return x.value;
}
template <class W> __device__ inline W plain(W x)
{
    return x;
}

// The type that such a function is computed in.
template <class T> struct brief_type {
    using type = std::conditional_t<sizeof(T) == 2, quick, wide<T>>;
};
} // namespace kernels
#endif
