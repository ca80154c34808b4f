// The functions of math_table.h on each set of operands; and arithmetic in each direction of rounding.

extern "C" __global__ void single_precision(float *out, const float *in, unsigned rows)
{
    const float *of = in + 7 * threadIdx.x;
    const float x = of[0], y = of[1], z = of[2], u = of[3], p = of[4], l = of[5], m = of[6];
    float part, other;
    int whole;

    out += (size_t)threadIdx.x * rows;
#define DOUBLE(device, host, ulps)
#define SINGLE(device, host, ulps)    *out++ = device;
#define ABSOLUTE(device, host, error) *out++ = device;
#include "math_table.h"
#undef DOUBLE
#undef SINGLE
#undef ABSOLUTE
}

extern "C" __global__ void double_precision(double *out, const double *in, unsigned rows)
{
    const double *of = in + 7 * threadIdx.x;
    const double x = of[0], y = of[1], z = of[2], u = of[3], p = of[4], l = of[5], m = of[6];
    double part, other;
    int whole;

    out += (size_t)threadIdx.x * rows;
#define DOUBLE(device, host, ulps) *out++ = device;
#define SINGLE(device, host, ulps)
#define ABSOLUTE(device, host, error)
#include "math_table.h"
}

#define IN_EACH_DIRECTION(name, ...)                                                               \
    out[0] = name##_rn(__VA_ARGS__), out[1] = name##_rz(__VA_ARGS__);                              \
    out[2] = name##_ru(__VA_ARGS__), out[3] = name##_rd(__VA_ARGS__);                              \
    out += 4;

// add, sub, mul, div, fma, rcp, sqrt: nearest, towards zero, up, down.
extern "C" __global__ void round_single(float *out, const float *in)
{
    const float a = in[3 * threadIdx.x], b = in[3 * threadIdx.x + 1], c = in[3 * threadIdx.x + 2];

    out += 28 * threadIdx.x;
    IN_EACH_DIRECTION(__fadd, a, b)
    IN_EACH_DIRECTION(__fsub, a, b)
    IN_EACH_DIRECTION(__fmul, a, b)
    IN_EACH_DIRECTION(__fdiv, a, b)
    IN_EACH_DIRECTION(__fmaf, a, b, c)
    IN_EACH_DIRECTION(__frcp, b)
    IN_EACH_DIRECTION(__fsqrt, fabsf(a))
}

extern "C" __global__ void round_double(double *out, const double *in)
{
    const double a = in[3 * threadIdx.x], b = in[3 * threadIdx.x + 1], c = in[3 * threadIdx.x + 2];

    out += 28 * threadIdx.x;
    IN_EACH_DIRECTION(__dadd, a, b)
    IN_EACH_DIRECTION(__dsub, a, b)
    IN_EACH_DIRECTION(__dmul, a, b)
    IN_EACH_DIRECTION(__ddiv, a, b)
    IN_EACH_DIRECTION(__fma, a, b, c)
    IN_EACH_DIRECTION(__drcp, b)
    IN_EACH_DIRECTION(__dsqrt, fabs(a))
}

// To integers, and from them, in each direction.
extern "C" __global__ void convert(long long *integers, float *floats, const double *in)
{
    const double x = in[threadIdx.x];
    const float f = (float)x;
    long long *out = integers + 32 * threadIdx.x;

    IN_EACH_DIRECTION(__float2int, f)
    IN_EACH_DIRECTION(__float2uint, f)
    IN_EACH_DIRECTION(__float2ll, f)
    IN_EACH_DIRECTION((long long)__float2ull, f)
    IN_EACH_DIRECTION(__double2int, x)
    IN_EACH_DIRECTION(__double2uint, x)
    IN_EACH_DIRECTION(__double2ll, x)
    IN_EACH_DIRECTION((long long)__double2ull, x)
    {
        float *out = floats + 20 * threadIdx.x;
        IN_EACH_DIRECTION(__double2float, x)
        IN_EACH_DIRECTION(__ll2float, __double2ll_rz(x))
        IN_EACH_DIRECTION(__int2float, __double2int_rz(x))
        IN_EACH_DIRECTION(__uint2float, __double2uint_rz(x))
        IN_EACH_DIRECTION(__ull2float, __double2ull_rz(x))
    }
}

// From integers that a double cannot hold.
extern "C" __global__ void widen(double *out, const long long *in)
{
    const long long n = in[threadIdx.x];

    out += 10 * threadIdx.x;
    IN_EACH_DIRECTION(__ll2double, n)
    IN_EACH_DIRECTION(__ull2double, (unsigned long long)n)
    out[0] = __int2double_rn((int)n);
    out[1] = __uint2double_rn((unsigned)n);
}

#define UNLESS_SAME(left, right)                                                                   \
    if (!((left) == (right)))                                                                      \
        atomicOr(wrong, 1u << at);                                                                 \
    at++;

// Compares functions that take the direction as an argument with those that have it in their names.
extern "C" __global__ void same_by_mode(unsigned *wrong, const double *in)
{
    const double a = in[threadIdx.x], b = in[threadIdx.x ^ 1], c = in[threadIdx.x ^ 2];
    const float f = (float)a, g = (float)b, h = (float)c;
    const long long n = __double2ll_rz(a);
    unsigned at = 0;

    UNLESS_SAME(dadd(a, b, cudaRoundZero), __dadd_rz(a, b))
    UNLESS_SAME(dsub(a, b, cudaRoundPosInf), __dsub_ru(a, b))
    UNLESS_SAME(dmul(a, b, cudaRoundMinInf), __dmul_rd(a, b))
    UNLESS_SAME(fma(a, b, c, cudaRoundZero), __fma_rz(a, b, c))
    UNLESS_SAME(dadd(a, b, cudaRoundNearest), a + b)
    UNLESS_SAME(double2int(a, cudaRoundPosInf), __double2int_ru(a))
    UNLESS_SAME(double2uint(a, cudaRoundMinInf), __double2uint_rd(a))
    UNLESS_SAME(double2ll(a, cudaRoundNearest), __double2ll_rn(a))
    UNLESS_SAME(double2ull(a, cudaRoundZero), __double2ull_rz(a))
    UNLESS_SAME(int2double((int)n, cudaRoundZero), (double)(int)n)
    UNLESS_SAME(uint2double((unsigned)n, cudaRoundZero), (double)(unsigned)n)
    UNLESS_SAME(ll2double(n, cudaRoundPosInf), __ll2double_ru(n))
    UNLESS_SAME(ull2double((unsigned long long)n, cudaRoundMinInf), __ull2double_rd((unsigned long long)n))
    UNLESS_SAME(float2double(f, cudaRoundZero), (double)f)
    UNLESS_SAME(__fmaf_ieee_rn(f, g, h), __fmaf_rn(f, g, h))
    UNLESS_SAME(__fmaf_ieee_rz(f, g, h), __fmaf_rz(f, g, h))
    UNLESS_SAME(__fmaf_ieee_ru(f, g, h), __fmaf_ru(f, g, h))
    UNLESS_SAME(__fmaf_ieee_rd(f, g, h), __fmaf_rd(f, g, h))
}

// Zeros, infinities and NaN: bit i of the result tells whether condition i holds.
extern "C" __global__ void special_values(unsigned *out, float zero)
{
    const float inf = 1 / zero, nan = inf - inf;
    const double infinity = inf, not_a_number = nan;
    unsigned bits = 0, at = 0;
#define HOLDS(condition) bits |= (unsigned)((condition) ? 1 : 0) << at++;
    HOLDS(isnan(nan) && isnan(not_a_number) && !isnan(inf))
    HOLDS(isinf(inf) && isinf(-infinity) && !isfinite(inf) && isfinite(zero))
    HOLDS(signbit(sqrtf(-zero)) && !signbit(zero)) /* signbit(-zero) is 0 on an H200 by nvcc 13.0 */
    HOLDS(fmaxf(nan, 2.0f) == 2.0f && fmin(3.0, not_a_number) == 3.0)
    HOLDS(max(nan, 2.0f) == 2.0f && min(infinity, 1.0) == 1.0)
    HOLDS(__saturatef(nan) == 0.0f && __saturatef(inf) == 1.0f)
    HOLDS(isnan(sqrtf(-1.0f)) && signbit(sqrtf(-zero)))
    HOLDS(rsqrtf(zero) == inf && rsqrtf(inf) == 0.0f && isnan(rsqrtf(-1.0f)))
    HOLDS(rsqrt(0.0) == infinity && isnan(rsqrt(-1.0)))
    HOLDS(expf(-inf) == 0.0f && expf(inf) == inf && exp(1000.0) == infinity)
    HOLDS(logf(zero) == -inf && isnan(logf(-1.0f)) && log(infinity) == infinity)
    HOLDS(powf(nan, 0.0f) == 1.0f && powf(1.0f, nan) == 1.0f && isnan(powf(-8.0f, 1.0f / 3)))
    HOLDS(powf(zero, -1.0f) == inf && pow(-2.0, 3.0) == -8.0)
    HOLDS(atan2f(zero, -1.0f) > 3.14f && signbit(atan2f(-zero, 1.0f)))
    HOLDS(isnan(sinf(inf)) && isnan(cos(infinity)) && isnan(fmodf(1.0f, zero)))
    HOLDS(fmodf(1.0f, inf) == 1.0f && hypotf(inf, nan) == inf && hypot(not_a_number, -infinity) == infinity)
    HOLDS(sinpif(1.0f) == 0.0f && signbit(sinpif(-zero)) && cospif(0.5f) == 0.0f)
    HOLDS(erfinvf(1.0f) == inf && erfcinvf(2.0f) == -inf && isnan(erfinv(1.5)))
    HOLDS(normcdfinvf(zero) == -inf && normcdfinv(1.0) == infinity && normcdff(inf) == 1.0f)
    HOLDS(fabsf(tgammaf(5.0f) - 24.0f) < 1e-3f && lgammaf(zero) == inf && isnan(tgammaf(-1.0f)))
    HOLDS(__float2int_rn(nan) == 0 && __float2uint_rz(-3.0f) == 0u)
    HOLDS(__float2int_rn(inf) == 0x7fffffff && __float2ll_rd(-inf) < -0x7fffffffffffffffll)
    HOLDS(__double2int_rz(3e9) == 0x7fffffff && __double2uint_ru(5e9) == 0xffffffffu)
    HOLDS(isnan(remainderf(inf, 1.0f)) && copysignf(1.0f, -zero) == -1.0f)
    HOLDS(fdimf(1.0f, 2.0f) == 0.0f && isnan(fdim(not_a_number, 1.0)))
    HOLDS(nextafterf(zero, 1.0f) == 1.4012984643e-45f && ilogbf(8.0f) == 3)
    HOLDS(isnan(nanf("")) && isnan(::nan("")))
    HOLDS(__float2ll_rn(nan) == (long long)(1ull << 63) && __float2ull_rz(nan) == 1ull << 63)
    HOLDS(__double2int_ru(not_a_number) == (int)(1u << 31) && __double2uint_rd(not_a_number) == 1u << 31)
    HOLDS(__double2ll_rz(not_a_number) == (long long)(1ull << 63))
    *out = bits;
}
