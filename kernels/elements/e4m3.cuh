// The float e4m3 of 8 bits ("OCP 8-bit Floating Point Specification"): a sign, 4 bits of exponent
// and 3 of fraction. Its largest number is 448; it has NaN, and no infinities.
#ifndef KERNELS_ELEMENTS_E4M3_CUH
#define KERNELS_ELEMENTS_E4M3_CUH

#include "element.cuh"

namespace kernels
{
struct e4m3 {
    uint8_t bits;
};
template <> struct wide_type<e4m3> {
    using type = float;
};

__device__ inline float widen(e4m3 x)
{
    const uint32_t magnitude = x.bits & 0x7f;
    // The exponents of the two types differ by 120.
    const float number = __uint_as_float(magnitude << 20) * 1.329227995784916e36f;
    return magnitude == 0x7f ? NAN : x.bits & 0x80 ? -number : number;
}

// Rounds to nearest, ties to even. Numbers beyond 448, also infinities, become 448 with their sign.
#if KERNELS_PTX >= 890
template <> __device__ inline e4m3 narrow<e4m3>(float x)
{
    uint16_t two;
    asm("cvt.rn.satfinite.e4m3x2.f32 %0, %1, %2;" : "=h"(two) : "f"(0.0f), "f"(x));
    return {(uint8_t)two};
}
#else
template <> __device__ inline e4m3 narrow<e4m3>(float x)
{
    const float number = fminf(fabsf(x), 448);
    uint32_t bits = __float_as_uint(number);
    if (number < 0.015625f) // not normal: a multiple of 2^-9, the last digit of 2^14
        bits = __float_as_uint(number + 16384) - __float_as_uint(16384.0f);
    else
        bits = ((bits + 0x7ffff + (bits >> 20 & 1)) >> 20) - (120 << 3);
    return {(uint8_t)(x != x ? 0x7f : bits | (signbit(x) ? 0x80 : 0))};
}
#endif
} // namespace kernels
#endif
