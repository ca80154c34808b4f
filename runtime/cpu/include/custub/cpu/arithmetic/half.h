/* custub/cpu/arithmetic/half.h: __half and __nv_bfloat16 for files that include the toolkit's
 * headers of them (CUSTUB_CPU_WITH_HALF): those headers as host code, and the functions that they
 * have only for devices (CUDA Math API, "Half Precision", "Bfloat16 Precision"). Part of
 * custub/cpu_device.h.
 *
 * The toolkit's headers are included before __CUDA_ARCH__ is defined, because with it they would
 * use the instructions of a device.
 */
#ifndef CUSTUB_CPU_HALF_H
#define CUSTUB_CPU_HALF_H

#include "../threads/atomic.h"
#include "cuda_math.h"
#include "intrinsic.h"
#include "../threads/warp.h"

#if defined(CUSTUB_CPU_WITH_HALF) && __has_include(<cuda_fp16.h>) && \
    __has_include(<cuda_bf16.h>)
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#if __has_include(<cuda_fp8.h>)
#include <cuda_fp8.h>
#endif

#include <cmath>

namespace custub_cpu
{

inline float to_float(__half x)
{
    return __half2float(x);
}
inline float to_float(__nv_bfloat16 x)
{
    return __bfloat162float(x);
}
inline void from_float(__half &to, float x)
{
    to = __float2half_rn(x);
}
inline void from_float(__nv_bfloat16 &to, float x)
{
    to = __float2bfloat16_rn(x);
}
inline void from_double(__half &to, double x)
{
    to = __double2half(x);
}
inline void from_double(__nv_bfloat16 &to, double x)
{
    to = __double2bfloat16(x);
}

template <typename Half> inline Half half_of(float x)
{
    Half half;
    from_float(half, x);
    return half;
}

template <typename Pair, typename Half> inline Pair pair_of(Half x, Half y)
{
    Pair pair;
    pair.x = x;
    pair.y = y;
    return pair;
}

/* The product is exact in double. An inexact sum is rounded to an odd number, so that the second
 * rounding is right (Boldo, Melquiond: "Emulation of FMA and correctly rounded sums"): c may be far
 * smaller than the half of the last place that decides. */
template <typename Half> inline Half fused_half(Half a, Half b, Half c)
{
    Half result;
    const double product = static_cast<double>(to_float(a)) * static_cast<double>(to_float(b));
    const double addend = static_cast<double>(to_float(c));
    double sum = product + addend;
    const double back = sum - product;
    const double rest = (product - (sum - back)) + (addend - back);
    if (rest != 0 && std::isfinite(rest) && bits_as<unsigned long long>(sum) % 2 == 0)
        sum = std::nextafter(sum, std::copysign(HUGE_VAL, rest));
    from_double(result, sum);
    return result;
}

/* NaN becomes 0, as in __saturatef(). rectified() keeps NaN. */
template <typename Half> inline Half saturated_half(Half x)
{
    return half_of<Half>(__saturatef(to_float(x)));
}

template <typename Half> inline Half rectified(Half x)
{
    return to_float(x) <= 0.0f ? half_of<Half>(0.0f) : x;
}

/* `Bits` are the 16 or 32 bits of a half or of a pair. */
template <typename Bits, typename Value, typename Add>
inline Value atomic_add_bits(Value *address, Add add)
{
    static_assert(sizeof(Bits) == sizeof(Value), "the bits are the value's");
    Bits *const target = reinterpret_cast<Bits *>(address);
    Bits old = __atomic_load_n(target, __ATOMIC_RELAXED);
    for (;;) {
        const Value before = value_of<Value>(old);
        const Bits desired = static_cast<Bits>(bits_of(add(before)));
        if (__atomic_compare_exchange_n(target, &old, desired, true, __ATOMIC_RELAXED,
                                        __ATOMIC_RELAXED))
            return before;
    }
}

#if defined(__GNUC__)
typedef uint16_t __attribute__((may_alias)) half_bits;
typedef uint32_t __attribute__((may_alias)) pair_bits;
#else
typedef uint16_t half_bits;
typedef uint32_t pair_bits;
#endif

} // namespace custub_cpu

#define CUSTUB_CPU_HALF_UNARY(half, pair, name, expression)                                        \
    inline half h##name(const half a)                                                              \
    {                                                                                              \
        const float x = ::custub_cpu::to_float(a);                                                 \
        return ::custub_cpu::half_of<half>(expression);                                            \
    }                                                                                              \
    inline pair h2##name(const pair a)                                                             \
    {                                                                                              \
        return ::custub_cpu::pair_of<pair>(h##name(a.x), h##name(a.y));                            \
    }

#define CUSTUB_CPU_HALF_FUSED(half, pair)                                                          \
    inline half __hfma(const half a, const half b, const half c)                                   \
    {                                                                                              \
        return ::custub_cpu::fused_half(a, b, c);                                                  \
    }                                                                                              \
    inline half __hfma_sat(const half a, const half b, const half c)                               \
    {                                                                                              \
        return ::custub_cpu::saturated_half(__hfma(a, b, c));                                      \
    }                                                                                              \
    inline half __hfma_relu(const half a, const half b, const half c)                              \
    {                                                                                              \
        return ::custub_cpu::rectified(__hfma(a, b, c));                                           \
    }                                                                                              \
    inline pair __hfma2(const pair a, const pair b, const pair c)                                  \
    {                                                                                              \
        return ::custub_cpu::pair_of<pair>(__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y));          \
    }                                                                                              \
    inline pair __hfma2_sat(const pair a, const pair b, const pair c)                              \
    {                                                                                              \
        return ::custub_cpu::pair_of<pair>(__hfma_sat(a.x, b.x, c.x), __hfma_sat(a.y, b.y, c.y));  \
    }                                                                                              \
    inline pair __hfma2_relu(const pair a, const pair b, const pair c)                             \
    {                                                                                              \
        return ::custub_cpu::pair_of<pair>(__hfma_relu(a.x, b.x, c.x),                             \
                                           __hfma_relu(a.y, b.y, c.y));                            \
    }                                                                                              \
    inline pair __hcmadd(const pair a, const pair b, const pair c)                                 \
    {                                                                                              \
        const half real = __hfma(a.x, b.x, c.x);                                                   \
        const half imaginary = __hfma(a.x, b.y, c.y);                                              \
        return ::custub_cpu::pair_of<pair>(__hfma(__hneg(a.y), b.y, real),                         \
                                           __hfma(a.y, b.x, imaginary));                           \
    }

#define CUSTUB_CPU_HALF_TO_INTEGER(half, prefix, integer)                                          \
    inline integer prefix##_rn(const half x)                                                       \
    {                                                                                              \
        return ::custub_cpu::saturated<integer>(std::nearbyint(::custub_cpu::to_float(x)));        \
    }                                                                                              \
    inline integer prefix##_ru(const half x)                                                       \
    {                                                                                              \
        return ::custub_cpu::saturated<integer>(std::ceil(::custub_cpu::to_float(x)));             \
    }                                                                                              \
    inline integer prefix##_rd(const half x)                                                       \
    {                                                                                              \
        return ::custub_cpu::saturated<integer>(std::floor(::custub_cpu::to_float(x)));            \
    }

#define CUSTUB_CPU_HALF(half, pair, name)                                                          \
    CUSTUB_CPU_HALF_UNARY(half, pair, ceil, std::ceil(x))                                          \
    CUSTUB_CPU_HALF_UNARY(half, pair, floor, std::floor(x))                                        \
    CUSTUB_CPU_HALF_UNARY(half, pair, trunc, std::trunc(x))                                        \
    CUSTUB_CPU_HALF_UNARY(half, pair, rint, std::nearbyint(x))                                     \
    CUSTUB_CPU_HALF_UNARY(half, pair, cos, std::cos(x))                                            \
    CUSTUB_CPU_HALF_UNARY(half, pair, sin, std::sin(x))                                            \
    CUSTUB_CPU_HALF_UNARY(half, pair, exp, std::exp(x))                                            \
    CUSTUB_CPU_HALF_UNARY(half, pair, exp2, std::exp2(x))                                          \
    CUSTUB_CPU_HALF_UNARY(half, pair, exp10, std::pow(10.0f, x))                                   \
    CUSTUB_CPU_HALF_UNARY(half, pair, log, std::log(x))                                            \
    CUSTUB_CPU_HALF_UNARY(half, pair, log2, std::log2(x))                                          \
    CUSTUB_CPU_HALF_UNARY(half, pair, log10, std::log10(x))                                        \
    CUSTUB_CPU_HALF_UNARY(half, pair, rcp, 1.0f / x)                                               \
    CUSTUB_CPU_HALF_UNARY(half, pair, sqrt, std::sqrt(x))                                          \
    CUSTUB_CPU_HALF_UNARY(half, pair, rsqrt, rsqrtf(x))                                            \
    CUSTUB_CPU_HALF_UNARY(half, pair, tanh, std::tanh(x))                                          \
    CUSTUB_CPU_HALF_UNARY(half, pair, tanh_approx, std::tanh(x))                                   \
    CUSTUB_CPU_HALF_FUSED(half, pair)                                                              \
    CUSTUB_CPU_HALF_TO_INTEGER(half, __##name##2short, short)                                      \
    CUSTUB_CPU_HALF_TO_INTEGER(half, __##name##2ushort, unsigned short)                            \
    CUSTUB_CPU_HALF_TO_INTEGER(half, __##name##2int, int)                                          \
    CUSTUB_CPU_HALF_TO_INTEGER(half, __##name##2uint, unsigned int)                                \
    CUSTUB_CPU_HALF_TO_INTEGER(half, __##name##2ll, long long)                                     \
    CUSTUB_CPU_HALF_TO_INTEGER(half, __##name##2ull, unsigned long long)                           \
    CUSTUB_CPU_SHUFFLES(half)                                                                      \
    CUSTUB_CPU_SHUFFLES(pair)                                                                      \
    inline half atomicAdd(half *address, half value)                                               \
    {                                                                                              \
        return ::custub_cpu::atomic_add_bits<::custub_cpu::half_bits>(                             \
            address, [value](half old) { return __hadd(old, value); });                            \
    }                                                                                              \
    inline pair atomicAdd(pair *address, pair value)                                               \
    {                                                                                              \
        return ::custub_cpu::atomic_add_bits<::custub_cpu::pair_bits>(                             \
            address, [value](pair old) { return __hadd2(old, value); });                           \
    }

CUSTUB_CPU_HALF(__half, __half2, half)
CUSTUB_CPU_HALF(__nv_bfloat16, __nv_bfloat162, bfloat16)

/* From integers with a direction of rounding: rounding twice in the same direction is the same as
 * once. The toolkit has _rn, and all forms for __half, for hosts too. */
#define CUSTUB_CPU_BFLOAT16_FROM(name, integer)                                                    \
    inline __nv_bfloat16 __##name##2bfloat16_rz(const integer x)                                   \
    {                                                                                              \
        return __float2bfloat16_rz(__##name##2float_rz(x));                                        \
    }                                                                                              \
    inline __nv_bfloat16 __##name##2bfloat16_ru(const integer x)                                   \
    {                                                                                              \
        return __float2bfloat16_ru(__##name##2float_ru(x));                                        \
    }                                                                                              \
    inline __nv_bfloat16 __##name##2bfloat16_rd(const integer x)                                   \
    {                                                                                              \
        return __float2bfloat16_rd(__##name##2float_rd(x));                                        \
    }
#define CUSTUB_CPU_BFLOAT16_FROM_SHORT(name, integer)                                              \
    inline __nv_bfloat16 __##name##2bfloat16_rz(const integer x)                                   \
    {                                                                                              \
        return __float2bfloat16_rz(static_cast<float>(x));                                         \
    }                                                                                              \
    inline __nv_bfloat16 __##name##2bfloat16_ru(const integer x)                                   \
    {                                                                                              \
        return __float2bfloat16_ru(static_cast<float>(x));                                         \
    }                                                                                              \
    inline __nv_bfloat16 __##name##2bfloat16_rd(const integer x)                                   \
    {                                                                                              \
        return __float2bfloat16_rd(static_cast<float>(x));                                         \
    }

CUSTUB_CPU_BFLOAT16_FROM(int, int)
CUSTUB_CPU_BFLOAT16_FROM(uint, unsigned int)
CUSTUB_CPU_BFLOAT16_FROM(ll, long long)
CUSTUB_CPU_BFLOAT16_FROM(ull, unsigned long long)
CUSTUB_CPU_BFLOAT16_FROM_SHORT(short, short)
CUSTUB_CPU_BFLOAT16_FROM_SHORT(ushort, unsigned short)

#undef CUSTUB_CPU_BFLOAT16_FROM
#undef CUSTUB_CPU_BFLOAT16_FROM_SHORT
#undef CUSTUB_CPU_HALF
#undef CUSTUB_CPU_HALF_UNARY
#undef CUSTUB_CPU_HALF_FUSED
#undef CUSTUB_CPU_HALF_TO_INTEGER

#endif

#undef CUSTUB_CPU_SHUFFLES

#endif
