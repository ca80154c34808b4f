/* custub/cpu/arithmetic/cuda_math.h: CUDA's math functions that <math.h> does not have (CUDA Math
 * API). The fast intrinsics are as exact here as the plain functions. Part of custub/cpu_device.h.
 *
 * Everything is noexcept: a C library may declare the same name, now or in a later version.
 */
#ifndef CUSTUB_CPU_CUDA_MATH_H
#define CUSTUB_CPU_CUDA_MATH_H

#include "../language/qualifier.h"

#include <cmath>
#include <type_traits>

/* A file may define such functions itself for host compilers (`#ifndef __CUDACC__`, as
 * helper_math.h of CUDA's samples does: min, max, rsqrtf). Those here are templates, so the file's
 * are preferred. */

/* --- min and max, with the overloads that CUDA has ------------------------------------------ */

#define CUSTUB_CPU_MIN_MAX(left, right, result)                                                    \
    template <int = 0> inline result min(left a, right b)                                          \
    {                                                                                              \
        return static_cast<result>(a) < static_cast<result>(b) ? static_cast<result>(a)            \
                                                               : static_cast<result>(b);           \
    }                                                                                              \
    template <int = 0> inline result max(left a, right b)                                          \
    {                                                                                              \
        return static_cast<result>(a) > static_cast<result>(b) ? static_cast<result>(a)            \
                                                               : static_cast<result>(b);           \
    }
#define CUSTUB_CPU_MIN_MAX_MIXED(type)                                                             \
    CUSTUB_CPU_MIN_MAX(type, type, type)                                                           \
    CUSTUB_CPU_MIN_MAX(unsigned type, unsigned type, unsigned type)                                \
    CUSTUB_CPU_MIN_MAX(type, unsigned type, unsigned type)                                         \
    CUSTUB_CPU_MIN_MAX(unsigned type, type, unsigned type)

CUSTUB_CPU_MIN_MAX_MIXED(int)
CUSTUB_CPU_MIN_MAX_MIXED(long)
CUSTUB_CPU_MIN_MAX_MIXED(long long)

#undef CUSTUB_CPU_MIN_MAX
#undef CUSTUB_CPU_MIN_MAX_MIXED

inline float min(float a, float b)
{
    return fminf(a, b);
}
inline float max(float a, float b)
{
    return fmaxf(a, b);
}
inline double min(double a, double b)
{
    return std::fmin(a, b);
}
inline double max(double a, double b)
{
    return std::fmax(a, b);
}
inline double min(float a, double b)
{
    return std::fmin(static_cast<double>(a), b);
}
inline double max(float a, double b)
{
    return std::fmax(static_cast<double>(a), b);
}
inline double min(double a, float b)
{
    return std::fmin(a, static_cast<double>(b));
}
inline double max(double a, float b)
{
    return std::fmax(a, static_cast<double>(b));
}
inline unsigned int umin(unsigned int a, unsigned int b)
{
    return min(a, b);
}
inline unsigned int umax(unsigned int a, unsigned int b)
{
    return max(a, b);
}
inline long long llmin(long long a, long long b)
{
    return min(a, b);
}
inline long long llmax(long long a, long long b)
{
    return max(a, b);
}
inline unsigned long long ullmin(unsigned long long a, unsigned long long b)
{
    return min(a, b);
}
inline unsigned long long ullmax(unsigned long long a, unsigned long long b)
{
    return max(a, b);
}

/* --- Functions of float and double ---------------------------------------------------------- */

namespace custub_cpu
{

constexpr double pi = 3.141592653589793238462643383279502884;

/* sin(pi x) and cos(pi x), exact where the result can be. */
template <typename Real> Real sin_pi(Real x)
{
    const Real r = std::remainder(x, Real(2)); /* in [-1, 1] */
    if (std::fabs(r) == Real(1))
        return std::copysign(Real(0), x);
    if (r > Real(0.5))
        return static_cast<Real>(std::sin(pi * (1 - static_cast<double>(r))));
    if (r < Real(-0.5))
        return static_cast<Real>(-std::sin(pi * (1 + static_cast<double>(r))));
    return r == 0 ? std::copysign(Real(0), x)
                  : static_cast<Real>(std::sin(pi * static_cast<double>(r)));
}

template <typename Real> Real cos_pi(Real x)
{
    const double r = std::fabs(static_cast<double>(std::remainder(x, Real(2)))); /* in [0, 1] */
    return static_cast<Real>(std::sin(pi * (0.5 - r)));
}

/* The quantile of the normal distribution: Acklam's rational approximation, then Halley's steps on
 * erfc, which keeps its relative precision in the tail. */
inline double normal_quantile(double p)
{
    static const double a[] = {-3.969683028665376e+01, 2.209460984245205e+02,
                               -2.759285104469687e+02, 1.383577518672690e+02,
                               -3.066479806614716e+01, 2.506628277459239e+00};
    static const double b[] = {-5.447609879822406e+01, 1.615858368580409e+02,
                               -1.556989798598866e+02, 6.680131188771972e+01,
                               -1.328068155288572e+01};
    static const double c[] = {-7.784894002430293e-03, -3.223964580411365e-01,
                               -2.400758277161838e+00, -2.549732539343734e+00,
                               4.374664141464968e+00,  2.938163982698783e+00};
    static const double d[] = {7.784695709041462e-03, 3.224671290700398e-01, 2.445134137142996e+00,
                               3.754408661907416e+00};
    double x;

    if (!(p >= 0 && p <= 1))
        return NAN;
    if (p == 0 || p == 1)
        return p == 0 ? -HUGE_VAL : HUGE_VAL;
    if (p > 0.5)
        return -normal_quantile(1 - p); /* 1 - p is exact: p is at least a half */
    if (p < 0.02425) {
        const double q = std::sqrt(-2 * std::log(p));
        x = (((((c[0] * q + c[1]) * q + c[2]) * q + c[3]) * q + c[4]) * q + c[5]) /
            ((((d[0] * q + d[1]) * q + d[2]) * q + d[3]) * q + 1);
    } else {
        const double q = p - 0.5;
        const double r = q * q;
        x = (((((a[0] * r + a[1]) * r + a[2]) * r + a[3]) * r + a[4]) * r + a[5]) * q /
            (((((b[0] * r + b[1]) * r + b[2]) * r + b[3]) * r + b[4]) * r + 1);
    }
    for (int step = 0; step < 2; step++) {
        /* (F(x) - p) / F'(x), with both divided by the density early enough not to underflow. */
        const double error = 0.5 * std::erfc(-x * M_SQRT1_2) - p;
        const double u = error * std::sqrt(2 * pi) * std::exp(x * x / 2);
        if (!std::isfinite(u))
            break;
        x -= u / (1 + x * u / 2);
    }
    return x;
}

/* Where x is far below 0, erfc is steep, and the rounding error of its argument counts. */
inline double normal_distribution(double x)
{
    const double root = 0.70710678118654752440;       /* sqrt(0.5), */
    const double root_rest = -4.8336466567264567e-17; /* and its rounding error */
    const double t = -x * root;
    const double rest = -std::fma(x, root, t) - x * root_rest;
    const double result = 0.5 * std::erfc(t);
    if (!(x < -1) || !std::isfinite(t))
        return result;
    return result - rest * std::exp(-t * t) / std::sqrt(pi);
}

inline double erf_inverse(double y)
{
    const double size = std::fabs(y);
    double x;
    if (!(size <= 1))
        return NAN;
    if (size == 1)
        return std::copysign(HUGE_VAL, y);
    if (size > 0.5)
        return std::copysign(-normal_quantile((1 - size) / 2) * M_SQRT1_2, y);
    x = size * (std::sqrt(pi) / 2);
    /* Newton's steps. Here erf is nearly straight and keeps its relative precision. */
    for (int step = 0; step < 6; step++)
        x -= (std::erf(x) - size) * (std::sqrt(pi) / 2) * std::exp(x * x);
    return std::copysign(x, y);
}

/* Near p = 0.5 the quantile is near 0, and 2 p - 1 is exact. */
inline double normal_distribution_inverse(double p)
{
    return p > 0.25 && p < 0.75 ? erf_inverse(2 * p - 1) * M_SQRT2 : normal_quantile(p);
}

inline double erfc_inverse(double y)
{
    if (y >= 0.5 && y <= 1.5)
        return erf_inverse(1 - y);
    return -normal_quantile(y / 2) * M_SQRT1_2;
}

} // namespace custub_cpu

#define CUSTUB_CPU_UNARY(name, expression)                                                         \
    inline double name(double x) noexcept                                                          \
    {                                                                                              \
        return expression;                                                                         \
    }                                                                                              \
    template <int = 0> inline float name##f(float x) noexcept                                      \
    {                                                                                              \
        return static_cast<float>(name(static_cast<double>(x)));                                   \
    }                                                                                              \
    inline float name(float x) noexcept                                                            \
    {                                                                                              \
        return name##f(x);                                                                         \
    }

CUSTUB_CPU_UNARY(rsqrt, 1 / std::sqrt(x))
/* Uses the host's longest type, because two roundings to double would be too coarse. */
CUSTUB_CPU_UNARY(rcbrt, static_cast<double>(1 / std::cbrt(static_cast<long double>(x))))
CUSTUB_CPU_UNARY(normcdf, ::custub_cpu::normal_distribution(x))
CUSTUB_CPU_UNARY(normcdfinv, ::custub_cpu::normal_distribution_inverse(x))
CUSTUB_CPU_UNARY(erfinv, ::custub_cpu::erf_inverse(x))
CUSTUB_CPU_UNARY(erfcinv, ::custub_cpu::erfc_inverse(x))

#undef CUSTUB_CPU_UNARY

inline double sinpi(double x) noexcept
{
    return ::custub_cpu::sin_pi(x);
}
inline float sinpif(float x) noexcept
{
    return ::custub_cpu::sin_pi(x);
}
inline double cospi(double x) noexcept
{
    return ::custub_cpu::cos_pi(x);
}
inline float cospif(float x) noexcept
{
    return ::custub_cpu::cos_pi(x);
}
inline void sincospi(double x, double *sine, double *cosine) noexcept
{
    *sine = sinpi(x);
    *cosine = cospi(x);
}
inline void sincospif(float x, float *sine, float *cosine) noexcept
{
    *sine = sinpif(x);
    *cosine = cospif(x);
}
inline double fdivide(double x, double y) noexcept
{
    return x / y;
}
inline float fdividef(float x, float y) noexcept
{
    return x / y;
}

/* exp(x*x) * erfc(x). Where erfc would be too small, uses its continued fraction (Lentz). */
inline double erfcx(double x) noexcept
{
    if (x < 10)
        return std::exp(x * x) * std::erfc(x);
    double fraction = x;
    for (int k = 40; k > 0; k--)
        fraction = x + k / 2.0 / fraction;
    return 1 / (fraction * 1.7724538509055160273);
}
inline float erfcxf(float x) noexcept
{
    return static_cast<float>(erfcx(static_cast<double>(x)));
}

/* --- Intrinsics ----------------------------------------------------------------------------- */

#define CUSTUB_CPU_FAST(name, function)                                                            \
    inline float name(float x) noexcept                                                            \
    {                                                                                              \
        return function(x);                                                                        \
    }

CUSTUB_CPU_FAST(__expf, expf)
CUSTUB_CPU_FAST(__logf, logf)
CUSTUB_CPU_FAST(__log2f, log2f)
CUSTUB_CPU_FAST(__log10f, log10f)
CUSTUB_CPU_FAST(__sinf, sinf)
CUSTUB_CPU_FAST(__cosf, cosf)
CUSTUB_CPU_FAST(__tanf, tanf)
CUSTUB_CPU_FAST(__tanhf, tanhf)

#undef CUSTUB_CPU_FAST

inline float __exp10f(float x) noexcept
{
    return powf(10.0f, x);
}
inline float __powf(float x, float y) noexcept
{
    return powf(x, y);
}
inline void __sincosf(float x, float *sine, float *cosine) noexcept
{
    *sine = sinf(x);
    *cosine = cosf(x);
}
inline float __fdividef(float x, float y) noexcept
{
    return x / y;
}
inline float __saturatef(float x) noexcept
{
    return x > 0.0f ? (x < 1.0f ? x : 1.0f) : 0.0f; /* NaN becomes 0 */
}

inline float __frsqrt_rn(float x) noexcept
{
    return rsqrtf(x);
}

#endif
