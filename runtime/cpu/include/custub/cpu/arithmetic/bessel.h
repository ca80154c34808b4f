/* custub/cpu/arithmetic/bessel.h: Bessel functions that <math.h> does not have, or has with other
 * results for special values (CUDA Math API). Part of custub/cpu_device.h. */
#ifndef CUSTUB_CPU_BESSEL_H
#define CUSTUB_CPU_BESSEL_H

#include "../language/qualifier.h"

#include <cmath>

namespace custub_cpu
{

/* The power series of the modified Bessel function I, whose terms all have the same sign. */
inline double bessel_i_near(int order, double size)
{
    double term = order ? size / 2 : 1;
    double sum = term;
    for (int k = 1; k < 200 && term > sum * 1e-18; k++) {
        term *= size * size / 4 / (static_cast<double>(k) * (k + order));
        sum += term;
    }
    return sum;
}

/* The asymptotic series. exp(size) may overflow where the result does not. */
inline double bessel_i_far(int order, double size)
{
    double term = 1;
    double sum = term;
    for (int k = 1; k < 30; k++) {
        const double odd = 2 * k - 1;
        term *= -(4.0 * order * order - odd * odd) / (k * 8 * size);
        sum += term;
    }
    return sum * (std::exp(size / 2) / std::sqrt(2 * M_PI * size)) * std::exp(size / 2);
}

inline double bessel_i(int order, double x)
{
    const double size = std::fabs(x);
    const double result = size > 1000 ? HUGE_VAL
                          : size < 30 ? bessel_i_near(order, size)
                                      : bessel_i_far(order, size);
    return order ? std::copysign(result, x) : result;
}

} // namespace custub_cpu

inline double cyl_bessel_i0(double x) noexcept
{
    return ::custub_cpu::bessel_i(0, x);
}
inline float cyl_bessel_i0f(float x) noexcept
{
    return static_cast<float>(cyl_bessel_i0(static_cast<double>(x)));
}
inline double cyl_bessel_i1(double x) noexcept
{
    return ::custub_cpu::bessel_i(1, x);
}
inline float cyl_bessel_i1f(float x) noexcept
{
    return static_cast<float>(cyl_bessel_i1(static_cast<double>(x)));
}

/* --- Bessel functions of order n ------------------------------------------------------------- */

/* CUDA returns NaN for negative orders, and for functions of the second kind at negative numbers.
 * The C library returns the result for the positive order, with a sign. */
inline double custub_cpu_jn(int order, double x) noexcept
{
    return order < 0 ? NAN : ::jn(order, x);
}
inline double custub_cpu_yn(int order, double x) noexcept
{
    return order < 0 || x < 0 ? NAN : x == 0 ? -HUGE_VAL : ::yn(order, x);
}
inline float custub_cpu_jnf(int order, float x) noexcept
{
    return static_cast<float>(custub_cpu_jn(order, static_cast<double>(x)));
}
inline float custub_cpu_ynf(int order, float x) noexcept
{
    return static_cast<float>(custub_cpu_yn(order, static_cast<double>(x)));
}

/* Macros, because <math.h> has functions of these names and parameters. They have no parameters, so
 * that they also rename everything else with these names in a program. */
#define jn  custub_cpu_jn
#define yn  custub_cpu_yn
#define jnf custub_cpu_jnf
#define ynf custub_cpu_ynf

#endif
