// x to the power of y, as 2^(y log2 |x|) with its sign. The results for special numbers are those
// of C (C17, F.10.4.4).
#ifndef KERNELS_POWER_CUH
#define KERNELS_POWER_CUH

#include "quick.cuh"

namespace kernels
{
// The power of x, from that of |x| and the logarithm of |x|.
__device__ inline float with_sign(float power, float logarithm, float x, float y)
{
    // 0: y is even; 1: it is odd; NaN: it is infinite, or NaN.
    const float rest = fabsf(y - 2 * rintf(0.5f * y));

    if (!signbit(x))
        return power;
    if (rest == 1)
        return -power;
    return (rest > 0 && fabsf(logarithm) < INFINITY) || isnan(y) ? NAN : power;
}

// Near 1, where the GPU's logarithm is not exact enough, it is a polynomial.
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
    const float exponent = logarithm == 0 || y.value == 0 ? 0 : logarithm * y.value;
    return quick(with_sign(::exp2f(exponent), logarithm, x.value, y.value));
}

#if KERNELS_PTX
// CUDA's powf() takes longer than the memory accesses. Here the logarithm is a sum of two floats:
// that of the power of two in |x|, and 2 artanh(f / (2 + f)) = h + h^3 / 12 + h^5 / 80 + ... of the
// rest, 1 + f, which is from sqrt(1/2) to sqrt(2). `low` is the second float. __fmul_rn() prevents
// a fused multiply-add.
__device__ inline float c_pow(float x, float y)
{
    const float a = fabsf(x);
    const bool is_tiny = a < 1.17549435e-38f;
    const int bits = __float_as_int(is_tiny ? a * 16777216 : a);
    const int scale = (bits - 0x3f3504f3) & 0xff800000;
    const float whole = fmaf((float)scale, 1.1920929e-7f, is_tiny ? -24 : 0);
    const float f = __int_as_float(bits - scale) - 1;
    const float r = reciprocal(f + 2);
    const float h = __fmul_rn(2 * f, r), v = h * h;
    float p = fmaf(v, 0.000449576369f, 0.00223203918f);
    p = fmaf(p, v, 0.0124999227f);
    p = fmaf(p, v, 0.0833333358f);
    const float lost = r * fmaf(h, -f, 2 * (f - h)); // by the rounding of h
    const float rest = fmaf(h * v, p, fmaf(lost * 0.25f, v, lost));
    const float part = __fmul_rn(h, 1.44269502f); // of log2
    const float part_low =
        fmaf(rest, 1.44269502f, fmaf(h, 1.92596303e-8f, fmaf(h, 1.44269502f, -part)));
    const float sum = whole + part;
    const bool is_special = !(a > 0 && a < INFINITY);
    const float logarithm = is_special ? __log2f(a) : sum;
    const float low = is_special ? 0 : part - (sum - whole) + part_low;

    // Their product with y, again in two floats.
    const float product = __fmul_rn(logarithm, y);
    const float product_low = fmaf(logarithm, y, -product) + low * y;
    const bool is_plain = fabsf(product) < 512;
    const float exponent = is_plain ? product + product_low : product;
    const float exponent_low = is_plain ? product_low - (exponent - product) : 0;
    float power = ::exp2f(exponent);
    if (power < INFINITY)
        power = fmaf(power, exponent_low * 0.693147182f, power);
    return with_sign(a == 1 || y == 0 ? 1 : power, logarithm, x, y);
}
#else
__device__ inline float c_pow(float x, float y)
{
    return ::powf(x, y);
}
#endif
__device__ inline double c_pow(double x, double y)
{
    return ::pow(x, y);
}
} // namespace kernels
#endif
