/* custub/cpu/arithmetic/norm.h: CUDA's Euclidean norms of 2, 3, 4 and any number of values, and
 * their reciprocals (CUDA Math API). An infinite value makes a norm infinite, even if another one
 * is NaN. Part of custub/cpu_device.h. */
#ifndef CUSTUB_CPU_NORM_H
#define CUSTUB_CPU_NORM_H

#include "../language/qualifier.h"

#include <cmath>

namespace custub_cpu
{

/* In the host's longest type, whose rounding errors disappear when the result is rounded. */
inline long double norm_of(int count, const double *values)
{
    long double result = 0;
    for (int i = 0; i < count; i++)
        result = std::hypot(result, static_cast<long double>(values[i]));
    return result;
}

/* No square of a float overflows or underflows in a double. */
inline double norm_of(int count, const float *values)
{
    double sum = 0;
    bool is_infinite = false;
    for (int i = 0; i < count; i++) {
        sum += static_cast<double>(values[i]) * static_cast<double>(values[i]);
        is_infinite = is_infinite || std::isinf(values[i]);
    }
    return is_infinite ? HUGE_VAL : std::sqrt(sum);
}

} // namespace custub_cpu

#define CUSTUB_CPU_NORMS(type, suffix)                                                             \
    inline type norm##suffix(int count, const type *values) noexcept                               \
    {                                                                                              \
        return static_cast<type>(::custub_cpu::norm_of(count, values));                            \
    }                                                                                              \
    inline type rnorm##suffix(int count, const type *values) noexcept                              \
    {                                                                                              \
        return static_cast<type>(1 / ::custub_cpu::norm_of(count, values));                        \
    }                                                                                              \
    inline type rhypot##suffix(type x, type y) noexcept                                            \
    {                                                                                              \
        const type values[] = {x, y};                                                              \
        return rnorm##suffix(2, values);                                                           \
    }                                                                                              \
    inline type norm3d##suffix(type x, type y, type z) noexcept                                    \
    {                                                                                              \
        const type values[] = {x, y, z};                                                           \
        return norm##suffix(3, values);                                                            \
    }                                                                                              \
    inline type rnorm3d##suffix(type x, type y, type z) noexcept                                   \
    {                                                                                              \
        const type values[] = {x, y, z};                                                           \
        return rnorm##suffix(3, values);                                                           \
    }                                                                                              \
    inline type norm4d##suffix(type x, type y, type z, type w) noexcept                            \
    {                                                                                              \
        const type values[] = {x, y, z, w};                                                        \
        return norm##suffix(4, values);                                                            \
    }                                                                                              \
    inline type rnorm4d##suffix(type x, type y, type z, type w) noexcept                           \
    {                                                                                              \
        const type values[] = {x, y, z, w};                                                        \
        return rnorm##suffix(4, values);                                                           \
    }

CUSTUB_CPU_NORMS(double, )
CUSTUB_CPU_NORMS(float, f)

#undef CUSTUB_CPU_NORMS

#endif
