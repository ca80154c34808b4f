// x to the power of y, as 2^(y log2 |x|) and the sign that belongs to it. The results for special
// numbers are C's (C17, F.10.4.4).
#ifndef KERNELS_POWER_CUH
#define KERNELS_POWER_CUH

#include "quick.cuh"

namespace kernels
{
// The power of x, from that of |x| and the logarithm of |x|.
__device__ inline float with_sign(float power, float logarithm, float x, float y)
{
    // 0: y is even; 0.5: it is odd; NaN: it is infinite, or NaN.
    const float half = 0.5f * y;
    const float odd = fabsf(half - rintf(half));

    if (!signbit(x))
        return power;
    if (odd == 0.5f)
        return -power;
    return (odd > 0 && fabsf(logarithm) < INFINITY) || isnan(y) ? NAN : power;
}

// The logarithm is a polynomial beside 1, where the GPU's is not exact enough.
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

__device__ inline float c_pow(float x, float y)
{
    return ::powf(x, y);
}
__device__ inline double c_pow(double x, double y)
{
    return ::pow(x, y);
}
} // namespace kernels
#endif
