/* custub/cpu/arithmetic/dpx.h: minimum and maximum of two and three numbers or sums, for words or
 * their halves (CUDA C++ Programming Guide, "Dynamic Programming eXtension (DPX) Instructions").
 * Part of custub/cpu_device.h. */
#ifndef CUSTUB_CPU_DPX_H
#define CUSTUB_CPU_DPX_H

#include "cuda_math.h"
#include "simd_word.h"

namespace custub_cpu
{

/* Wraps around, as the device does. */
inline int wrapped_sum(int a, int b)
{
    return static_cast<int>(static_cast<unsigned int>(a) + static_cast<unsigned int>(b));
}

inline int rectified_word(int x)
{
    return x > 0 ? x : 0;
}

inline unsigned int rectified_halves(unsigned int word)
{
    return lanewise<16, true>(word, 0, [](int a, int) -> int { return a > 0 ? a : 0; });
}

/* The winner of each pair of halves. `high` and `low` tell whether it is a's; a wins ties. */
template <bool Signed, bool Greatest>
inline unsigned int chosen_halves(unsigned int a, unsigned int b, bool *high, bool *low)
{
    unsigned int result = 0;
    for (int i = 0; i < 2; i++) {
        const int x = lane_of<16, Signed>(a, i);
        const int y = lane_of<16, Signed>(b, i);
        const bool first = Greatest ? x >= y : x <= y;
        *(i ? high : low) = first;
        result |= (static_cast<unsigned int>(first ? x : y) & 0xffffu) << (16 * i);
    }
    return result;
}

} // namespace custub_cpu

#define CUSTUB_CPU_DPX_WORD(best, greater, suffix, type, sum)                                      \
    inline type __vi##best##3_##suffix(type a, type b, type c)                                     \
    {                                                                                              \
        return best(best(a, b), c);                                                                \
    }                                                                                              \
    inline type __viadd##best##_##suffix(type a, type b, type c)                                   \
    {                                                                                              \
        return best(sum, c);                                                                       \
    }                                                                                              \
    inline type __vib##best##_##suffix(type a, type b, bool *first)                                \
    {                                                                                              \
        *first = a greater b;                                                                      \
        return *first ? a : b;                                                                     \
    }

CUSTUB_CPU_DPX_WORD(max, >=, s32, int, ::custub_cpu::wrapped_sum(a, b))
CUSTUB_CPU_DPX_WORD(min, <=, s32, int, ::custub_cpu::wrapped_sum(a, b))
CUSTUB_CPU_DPX_WORD(max, >=, u32, unsigned int, a + b)
CUSTUB_CPU_DPX_WORD(min, <=, u32, unsigned int, a + b)

#undef CUSTUB_CPU_DPX_WORD

#define CUSTUB_CPU_DPX_HALVES(best, two, is_signed, greatest, suffix)                              \
    inline unsigned int __vi##best##3_##suffix(unsigned int a, unsigned int b, unsigned int c)     \
    {                                                                                              \
        return two(two(a, b), c);                                                                  \
    }                                                                                              \
    inline unsigned int __viadd##best##_##suffix(unsigned int a, unsigned int b, unsigned int c)   \
    {                                                                                              \
        return two(__vadd2(a, b), c);                                                              \
    }                                                                                              \
    inline unsigned int __vib##best##_##suffix(unsigned int a, unsigned int b, bool *high,         \
                                               bool *low)                                          \
    {                                                                                              \
        return ::custub_cpu::chosen_halves<is_signed, greatest>(a, b, high, low);                  \
    }

CUSTUB_CPU_DPX_HALVES(max, __vmaxs2, true, true, s16x2)
CUSTUB_CPU_DPX_HALVES(min, __vmins2, true, false, s16x2)
CUSTUB_CPU_DPX_HALVES(max, __vmaxu2, false, true, u16x2)
CUSTUB_CPU_DPX_HALVES(min, __vminu2, false, false, u16x2)

#undef CUSTUB_CPU_DPX_HALVES

/* Negative results become 0. */
#define CUSTUB_CPU_DPX_RELU(best, two)                                                             \
    inline int __vi##best##_s32_relu(int a, int b)                                                 \
    {                                                                                              \
        return ::custub_cpu::rectified_word(best(a, b));                                           \
    }                                                                                              \
    inline int __vi##best##3_s32_relu(int a, int b, int c)                                         \
    {                                                                                              \
        return ::custub_cpu::rectified_word(__vi##best##3_s32(a, b, c));                           \
    }                                                                                              \
    inline int __viadd##best##_s32_relu(int a, int b, int c)                                       \
    {                                                                                              \
        return ::custub_cpu::rectified_word(__viadd##best##_s32(a, b, c));                         \
    }                                                                                              \
    inline unsigned int __vi##best##_s16x2_relu(unsigned int a, unsigned int b)                    \
    {                                                                                              \
        return ::custub_cpu::rectified_halves(two(a, b));                                          \
    }                                                                                              \
    inline unsigned int __vi##best##3_s16x2_relu(unsigned int a, unsigned int b, unsigned int c)   \
    {                                                                                              \
        return ::custub_cpu::rectified_halves(__vi##best##3_s16x2(a, b, c));                       \
    }                                                                                              \
    inline unsigned int __viadd##best##_s16x2_relu(unsigned int a, unsigned int b, unsigned int c) \
    {                                                                                              \
        return ::custub_cpu::rectified_halves(__viadd##best##_s16x2(a, b, c));                     \
    }

CUSTUB_CPU_DPX_RELU(max, __vmaxs2)
CUSTUB_CPU_DPX_RELU(min, __vmins2)

#undef CUSTUB_CPU_DPX_RELU

#endif
