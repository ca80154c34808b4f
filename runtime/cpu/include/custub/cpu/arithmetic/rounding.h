/* custub/cpu/arithmetic/rounding.h: arithmetic and conversions with a direction of rounding: _rn,
 * to the nearest, _rz, towards zero, _ru, up, _rd, down (CUDA Math API, "Single Precision
 * Intrinsics", "Type Casting Intrinsics"). Part of custub/cpu_device.h.
 *
 * _rn is the host's default, and is never fused with another operation: the image is compiled
 * without contraction. The others change the processor's rounding mode around the operation, which
 * is slow.
 */
#ifndef CUSTUB_CPU_ROUNDING_H
#define CUSTUB_CPU_ROUNDING_H

#include "intrinsic.h"
#include "../language/qualifier.h"
#include "../language/runtime_types.h"

#include <cfenv>
#include <cmath>

namespace custub_cpu
{

/* Hides the value from the compiler, so that it cannot reuse a result from another rounding mode.
 * Only a volatile object does this; a reference to volatile does not. */
template <typename Type> inline Type unknown(Type value)
{
    volatile Type copy = value;
    return copy;
}

/* Volatile variables keep the operation between the two changes of the mode. */
template <int Mode, typename Result, typename Operation, typename... Operands>
inline Result rounded(Operation operation, Operands... operands)
{
    const int mode = std::fegetround();
    std::fesetround(Mode);
    volatile Result result = operation(unknown(operands)...);
    std::fesetround(mode);
    return result;
}

template <typename Real> inline Real fused(Real a, Real b, Real c)
{
    return std::fma(a, b, c);
}

} // namespace custub_cpu

#define CUSTUB_CPU_DIRECTED(nearest, name, mode, result, parameters, arguments)                    \
    inline result name parameters noexcept                                                         \
    {                                                                                              \
        return ::custub_cpu::rounded<mode, result>(                                                \
            [](auto... operands) { return nearest(operands...); }, CUSTUB_CPU_UNPACK arguments);   \
    }
#define CUSTUB_CPU_UNPACK(...) __VA_ARGS__

#define CUSTUB_CPU_EACH_MODE(name, result, parameters, arguments, expression)                      \
    inline result name##_rn parameters noexcept                                                    \
    {                                                                                              \
        return expression;                                                                         \
    }                                                                                              \
    CUSTUB_CPU_DIRECTED(name##_rn, name##_rz, FE_TOWARDZERO, result, parameters, arguments)        \
    CUSTUB_CPU_DIRECTED(name##_rn, name##_ru, FE_UPWARD, result, parameters, arguments)            \
    CUSTUB_CPU_DIRECTED(name##_rn, name##_rd, FE_DOWNWARD, result, parameters, arguments)

#define CUSTUB_CPU_ARITHMETIC(prefix, fma_name, real)                                              \
    CUSTUB_CPU_EACH_MODE(__##prefix##add, real, (real x, real y), (x, y), x + y)                   \
    CUSTUB_CPU_EACH_MODE(__##prefix##sub, real, (real x, real y), (x, y), x - y)                   \
    CUSTUB_CPU_EACH_MODE(__##prefix##mul, real, (real x, real y), (x, y), x *y)                    \
    CUSTUB_CPU_EACH_MODE(__##prefix##div, real, (real x, real y), (x, y), x / y)                   \
    CUSTUB_CPU_EACH_MODE(__##prefix##rcp, real, (real x), (x), real(1) / x)                        \
    CUSTUB_CPU_EACH_MODE(__##prefix##sqrt, real, (real x), (x), std::sqrt(x))                      \
    CUSTUB_CPU_EACH_MODE(fma_name, real, (real x, real y, real z), (x, y, z),                      \
                         ::custub_cpu::fused(x, y, z))

CUSTUB_CPU_ARITHMETIC(f, __fmaf, float)
CUSTUB_CPU_ARITHMETIC(d, __fma, double)
/* Subnormal numbers are never replaced by 0 here. */
CUSTUB_CPU_EACH_MODE(__fmaf_ieee, float, (float x, float y, float z), (x, y, z),
                     ::custub_cpu::fused(x, y, z))

#define CUSTUB_CPU_CONVERSION(name, from, to)                                                      \
    CUSTUB_CPU_EACH_MODE(name, to, (from x), (x), static_cast<to>(x))

CUSTUB_CPU_CONVERSION(__double2float, double, float)
CUSTUB_CPU_CONVERSION(__int2float, int, float)
CUSTUB_CPU_CONVERSION(__uint2float, unsigned int, float)
CUSTUB_CPU_CONVERSION(__ll2float, long long, float)
CUSTUB_CPU_CONVERSION(__ull2float, unsigned long long, float)
CUSTUB_CPU_CONVERSION(__ll2double, long long, double)
CUSTUB_CPU_CONVERSION(__ull2double, unsigned long long, double)

inline double __int2double_rn(int x) noexcept
{
    return x;
}
inline double __uint2double_rn(unsigned int x) noexcept
{
    return x;
}

/* The forms that take the direction as an argument. */
#define CUSTUB_CPU_BY_MODE(name, result, parameters, function, arguments)                          \
    inline result name(CUSTUB_CPU_UNPACK parameters, enum cudaRoundMode mode) noexcept             \
    {                                                                                              \
        return mode == cudaRoundNearest  ? function##_rn arguments                                 \
               : mode == cudaRoundPosInf ? function##_ru arguments                                 \
               : mode == cudaRoundMinInf ? function##_rd arguments                                 \
                                         : function##_rz arguments;                                \
    }

CUSTUB_CPU_BY_MODE(dadd, double, (double x, double y), __dadd, (x, y))
CUSTUB_CPU_BY_MODE(dsub, double, (double x, double y), __dsub, (x, y))
CUSTUB_CPU_BY_MODE(dmul, double, (double x, double y), __dmul, (x, y))
CUSTUB_CPU_BY_MODE(fma, double, (double x, double y, double z), __fma, (x, y, z))
CUSTUB_CPU_BY_MODE(double2int, int, (double x), __double2int, (x))
CUSTUB_CPU_BY_MODE(double2uint, unsigned int, (double x), __double2uint, (x))
CUSTUB_CPU_BY_MODE(double2ll, long long, (double x), __double2ll, (x))
CUSTUB_CPU_BY_MODE(double2ull, unsigned long long, (double x), __double2ull, (x))
CUSTUB_CPU_BY_MODE(ll2double, double, (long long x), __ll2double, (x))
CUSTUB_CPU_BY_MODE(ull2double, double, (unsigned long long x), __ull2double, (x))

#undef CUSTUB_CPU_BY_MODE

inline double int2double(int x, enum cudaRoundMode) noexcept
{
    return x;
}
inline double uint2double(unsigned int x, enum cudaRoundMode) noexcept
{
    return x;
}
inline double float2double(float x, enum cudaRoundMode) noexcept
{
    return static_cast<double>(x);
}

#undef CUSTUB_CPU_DIRECTED
#undef CUSTUB_CPU_UNPACK
#undef CUSTUB_CPU_EACH_MODE
#undef CUSTUB_CPU_ARITHMETIC
#undef CUSTUB_CPU_CONVERSION

#endif
