/* custub/cpu/arithmetic/simd_word.h: operations on the two halves or four bytes of a word (CUDA
 * Math API, "SIMD Intrinsics"). Part of custub/cpu_device.h. */
#ifndef CUSTUB_CPU_SIMD_WORD_H
#define CUSTUB_CPU_SIMD_WORD_H

#include "../language/cuda_vector.h"
#include "../language/qualifier.h"

namespace custub_cpu
{

/* The word that a vector of bytes or halves is in memory. */
template <typename Vector> inline unsigned int word_of_lanes(Vector vector)
{
    static_assert(sizeof(Vector) == sizeof(unsigned int), "four bytes, or two halves");
    unsigned int word = 0;
    CUSTUB_CPU_COPY(&word, &vector, sizeof(word));
    return word;
}

/* The lanes of a word as numbers, from the lowest. Results are cut to the size of a lane. */
template <int Bits, bool Signed> inline int lane_of(unsigned int word, int index)
{
    const unsigned int bits = word >> (index * Bits) & ((1u << Bits) - 1);
    if (Signed && (bits >> (Bits - 1)))
        return static_cast<int>(bits) - (1 << Bits);
    return static_cast<int>(bits);
}

template <int Bits, bool Signed, typename Operation>
inline unsigned int lanewise(unsigned int a, unsigned int b, Operation operation)
{
    unsigned int result = 0;
    for (int i = 0; i < 32 / Bits; i++)
        result |= (static_cast<unsigned int>(
                       operation(lane_of<Bits, Signed>(a, i), lane_of<Bits, Signed>(b, i))) &
                   ((1u << Bits) - 1))
                  << (i * Bits);
    return result;
}

template <int Bits, bool Signed> inline int clamped(int value)
{
    const int least = Signed ? -(1 << (Bits - 1)) : 0;
    const int most = (1 << (Signed ? Bits - 1 : Bits)) - 1;
    return value < least ? least : value > most ? most : value;
}

template <int Bits, bool Signed>
inline unsigned int sum_of_differences(unsigned int a, unsigned int b)
{
    unsigned int sum = 0;
    for (int i = 0; i < 32 / Bits; i++) {
        const int difference = lane_of<Bits, Signed>(a, i) - lane_of<Bits, Signed>(b, i);
        sum += static_cast<unsigned int>(difference < 0 ? -difference : difference);
    }
    return sum;
}

} // namespace custub_cpu

#define CUSTUB_CPU_LANES_OF(name, bits, is_signed, expression)                                     \
    inline unsigned int name(unsigned int left, unsigned int right)                                \
    {                                                                                              \
        return ::custub_cpu::lanewise<bits, is_signed>(                                            \
            left, right, [](int a, int b) -> int { return expression; });                          \
    }

#define CUSTUB_CPU_LANES(name, is_signed, expression)                                              \
    CUSTUB_CPU_LANES_OF(name##2, 16, is_signed, expression)                                        \
    CUSTUB_CPU_LANES_OF(name##4, 8, is_signed, expression)

#define CUSTUB_CPU_LANES_CLAMPED(name, is_signed, expression)                                      \
    CUSTUB_CPU_LANES_OF(name##2, 16, is_signed,                                                    \
                        (::custub_cpu::clamped<16, is_signed>(expression)))                        \
    CUSTUB_CPU_LANES_OF(name##4, 8, is_signed, (::custub_cpu::clamped<8, is_signed>(expression)))

/* If the condition holds, all bits of the lane (vcmp), or one (vset). */
#define CUSTUB_CPU_LANES_COMPARED(suffix, is_signed, condition)                                    \
    CUSTUB_CPU_LANES(__vcmp##suffix, is_signed, (condition) ? -1 : 0)                              \
    CUSTUB_CPU_LANES(__vset##suffix, is_signed, (condition) ? 1 : 0)

#define CUSTUB_CPU_LANES_UNARY(name, clamp, expression)                                            \
    inline unsigned int name##2(unsigned int word)                                                 \
    {                                                                                              \
        return ::custub_cpu::lanewise<16, true>(                                                   \
            word, 0, [](int a, int) -> int { return clamp(16, expression); });                     \
    }                                                                                              \
    inline unsigned int name##4(unsigned int word)                                                 \
    {                                                                                              \
        return ::custub_cpu::lanewise<8, true>(                                                    \
            word, 0, [](int a, int) -> int { return clamp(8, expression); });                      \
    }
#define CUSTUB_CPU_WRAPPED(bits, expression) (expression)
#define CUSTUB_CPU_CLAMPED(bits, expression) (::custub_cpu::clamped<bits, true>(expression))

CUSTUB_CPU_LANES(__vadd, false, a + b)
CUSTUB_CPU_LANES(__vsub, false, a - b)
CUSTUB_CPU_LANES_CLAMPED(__vaddss, true, a + b)
CUSTUB_CPU_LANES_CLAMPED(__vaddus, false, a + b)
CUSTUB_CPU_LANES_CLAMPED(__vsubss, true, a - b)
CUSTUB_CPU_LANES_CLAMPED(__vsubus, false, a - b)
/* vavg rounds up, as a device does; vhadd rounds down. */
CUSTUB_CPU_LANES(__vavgs, true, (a + b + (a + b >= 0)) >> 1)
CUSTUB_CPU_LANES(__vavgu, false, (a + b + 1) >> 1)
CUSTUB_CPU_LANES(__vhaddu, false, (a + b) >> 1)
CUSTUB_CPU_LANES(__vmaxs, true, a > b ? a : b)
CUSTUB_CPU_LANES(__vmaxu, false, a > b ? a : b)
CUSTUB_CPU_LANES(__vmins, true, a < b ? a : b)
CUSTUB_CPU_LANES(__vminu, false, a < b ? a : b)
CUSTUB_CPU_LANES(__vabsdiffs, true, a > b ? a - b : b - a)
CUSTUB_CPU_LANES(__vabsdiffu, false, a > b ? a - b : b - a)
CUSTUB_CPU_LANES_COMPARED(eq, false, a == b)
CUSTUB_CPU_LANES_COMPARED(ne, false, a != b)
CUSTUB_CPU_LANES_COMPARED(ges, true, a >= b)
CUSTUB_CPU_LANES_COMPARED(geu, false, a >= b)
CUSTUB_CPU_LANES_COMPARED(gts, true, a > b)
CUSTUB_CPU_LANES_COMPARED(gtu, false, a > b)
CUSTUB_CPU_LANES_COMPARED(les, true, a <= b)
CUSTUB_CPU_LANES_COMPARED(leu, false, a <= b)
CUSTUB_CPU_LANES_COMPARED(lts, true, a < b)
CUSTUB_CPU_LANES_COMPARED(ltu, false, a < b)
CUSTUB_CPU_LANES_UNARY(__vneg, CUSTUB_CPU_WRAPPED, -a)
CUSTUB_CPU_LANES_UNARY(__vnegss, CUSTUB_CPU_CLAMPED, -a)
CUSTUB_CPU_LANES_UNARY(__vabs, CUSTUB_CPU_WRAPPED, a < 0 ? -a : a)
CUSTUB_CPU_LANES_UNARY(__vabsss, CUSTUB_CPU_CLAMPED, a < 0 ? -a : a)

#undef CUSTUB_CPU_LANES_OF
#undef CUSTUB_CPU_LANES
#undef CUSTUB_CPU_LANES_CLAMPED
#undef CUSTUB_CPU_LANES_COMPARED
#undef CUSTUB_CPU_LANES_UNARY
#undef CUSTUB_CPU_WRAPPED
#undef CUSTUB_CPU_CLAMPED

#define CUSTUB_CPU_DIFFERENCES(name, bits, is_signed)                                              \
    inline unsigned int name(unsigned int a, unsigned int b)                                       \
    {                                                                                              \
        return ::custub_cpu::sum_of_differences<bits, is_signed>(a, b);                            \
    }

CUSTUB_CPU_DIFFERENCES(__vsads2, 16, true)
CUSTUB_CPU_DIFFERENCES(__vsads4, 8, true)
CUSTUB_CPU_DIFFERENCES(__vsadu2, 16, false)
CUSTUB_CPU_DIFFERENCES(__vsadu4, 8, false)

#undef CUSTUB_CPU_DIFFERENCES

/* --- Products of bytes ---------------------------------------------------------------------- */

/* The arguments are signed if the result is; the overloads differ by that. */
#define CUSTUB_CPU_DOT_PRODUCTS(result, is_signed, halves, bytes)                                  \
    inline result __dp4a(result a, result b, result c)                                             \
    {                                                                                              \
        unsigned int sum = static_cast<unsigned int>(c);                                           \
        for (int i = 0; i < 4; i++)                                                                \
            sum += static_cast<unsigned int>(                                                      \
                ::custub_cpu::lane_of<8, is_signed>(static_cast<unsigned int>(a), i) *             \
                ::custub_cpu::lane_of<8, is_signed>(static_cast<unsigned int>(b), i));             \
        return static_cast<result>(sum);                                                           \
    }                                                                                              \
    inline result __dp2a_lo(result a, result b, result c)                                          \
    {                                                                                              \
        unsigned int sum = static_cast<unsigned int>(c);                                           \
        for (int i = 0; i < 2; i++)                                                                \
            sum += static_cast<unsigned int>(                                                      \
                ::custub_cpu::lane_of<16, is_signed>(static_cast<unsigned int>(a), i) *            \
                ::custub_cpu::lane_of<8, is_signed>(static_cast<unsigned int>(b), i));             \
        return static_cast<result>(sum);                                                           \
    }                                                                                              \
    inline result __dp2a_hi(result a, result b, result c)                                          \
    {                                                                                              \
        return __dp2a_lo(a, static_cast<result>(static_cast<unsigned int>(b) >> 16), c);           \
    }                                                                                              \
    inline result __dp4a(bytes a, bytes b, result c)                                               \
    {                                                                                              \
        return __dp4a(static_cast<result>(::custub_cpu::word_of_lanes(a)),                         \
                      static_cast<result>(::custub_cpu::word_of_lanes(b)), c);                     \
    }                                                                                              \
    inline result __dp2a_lo(halves a, bytes b, result c)                                           \
    {                                                                                              \
        return __dp2a_lo(static_cast<result>(::custub_cpu::word_of_lanes(a)),                      \
                         static_cast<result>(::custub_cpu::word_of_lanes(b)), c);                  \
    }                                                                                              \
    inline result __dp2a_hi(halves a, bytes b, result c)                                           \
    {                                                                                              \
        return __dp2a_hi(static_cast<result>(::custub_cpu::word_of_lanes(a)),                      \
                         static_cast<result>(::custub_cpu::word_of_lanes(b)), c);                  \
    }

CUSTUB_CPU_DOT_PRODUCTS(int, true, short2, char4)
CUSTUB_CPU_DOT_PRODUCTS(unsigned int, false, ushort2, uchar4)

#undef CUSTUB_CPU_DOT_PRODUCTS

#endif
