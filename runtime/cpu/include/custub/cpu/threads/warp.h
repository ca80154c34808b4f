/* custub/cpu/threads/warp.h: the functions of a warp (CUDA C++ Programming Guide, "Warp Shuffle
 * Functions", "Warp Vote Functions", "Warp Match Functions", "Warp Reduce Functions"). Part of
 * custub/cpu_device.h. */
#ifndef CUSTUB_CPU_WARP_H
#define CUSTUB_CPU_WARP_H

#include "barrier.h"
#include "place.h"

#include <cstring>
#include <type_traits>

namespace custub_cpu
{

/* Always inlined, because the place of the call tells which lanes are together. */
CUSTUB_CPU_INLINE uint64_t trade(custub_cpu_warp operation, uint32_t mask, uint64_t value,
                                 uint32_t source)
{
    const place_keeper keeper;
    compiler_fence();
    const uint64_t answer = services->warp(operation, mask, value, source);
    compiler_fence();
    return answer;
}

template <typename Value> uint64_t bits_of(Value value)
{
    static_assert(sizeof(Value) <= 8, "the type must have at most 64 bits");
    uint64_t bits = 0;
    CUSTUB_CPU_COPY(&bits, &value, sizeof(value));
    return bits;
}

template <typename Value> Value value_of(uint64_t bits)
{
    Value value;
    CUSTUB_CPU_COPY(static_cast<void *>(&value), &bits, sizeof(value));
    return value;
}

template <typename Value> Value shuffle(uint32_t mask, Value value, uint32_t source)
{
    return value_of<Value>(trade(CUSTUB_CPU_WARP_SHUFFLE, mask, bits_of(value), source));
}

/* The lanes that the four forms read from, as PTX's shfl.sync defines them. A group has `width`
 * lanes. Only five bits of the operand count. A source outside of the group means the lane itself,
 * except that __shfl_xor_sync reads from earlier groups. */
inline uint32_t group_start(int width)
{
    return lane() & ~(static_cast<uint32_t>(width) - 1);
}

inline uint32_t group_end(int width)
{
    return group_start(width) + static_cast<uint32_t>(width) - 1;
}

inline uint32_t indexed_source(int index, int width)
{
    return group_start(width) +
           (static_cast<uint32_t>(index) & 31 & (static_cast<uint32_t>(width) - 1));
}

inline uint32_t upper_source(unsigned delta, int width)
{
    return group_start(width) + (delta & 31) > lane() ? lane() : lane() - (delta & 31);
}

inline uint32_t lower_source(unsigned delta, int width)
{
    return lane() + (delta & 31) > group_end(width) ? lane() : lane() + (delta & 31);
}

inline uint32_t crossed_source(int lanes, int width)
{
    const uint32_t source = lane() ^ (static_cast<uint32_t>(lanes) & 31);
    return source > group_end(width) ? lane() : source;
}

/* Signed values are extended to 64 bits with their sign, so that one comparison works for all
 * sizes. */
template <typename Value>
Value reduce(custub_cpu_warp operation, custub_cpu_warp of_signed, uint32_t mask, Value value)
{
    if constexpr (std::is_signed<Value>::value)
        return static_cast<Value>(
            trade(of_signed, mask, static_cast<uint64_t>(static_cast<int64_t>(value)), 0));
    else
        return static_cast<Value>(trade(operation, mask, value, 0));
}

} // namespace custub_cpu

#define CUSTUB_CPU_SHUFFLES(type)                                                                  \
    inline type __shfl_sync(unsigned mask, type value, int source, int width = 32)                 \
    {                                                                                              \
        return ::custub_cpu::shuffle<type>(mask, value,                                            \
                                           ::custub_cpu::indexed_source(source, width));           \
    }                                                                                              \
    inline type __shfl_up_sync(unsigned mask, type value, unsigned delta, int width = 32)          \
    {                                                                                              \
        return ::custub_cpu::shuffle<type>(mask, value, ::custub_cpu::upper_source(delta, width)); \
    }                                                                                              \
    inline type __shfl_down_sync(unsigned mask, type value, unsigned delta, int width = 32)        \
    {                                                                                              \
        return ::custub_cpu::shuffle<type>(mask, value, ::custub_cpu::lower_source(delta, width)); \
    }                                                                                              \
    inline type __shfl_xor_sync(unsigned mask, type value, int lanes, int width = 32)              \
    {                                                                                              \
        return ::custub_cpu::shuffle<type>(mask, value,                                            \
                                           ::custub_cpu::crossed_source(lanes, width));            \
    }

#define CUSTUB_CPU_MATCHES(type)                                                                   \
    inline unsigned __match_any_sync(unsigned mask, type value)                                    \
    {                                                                                              \
        return static_cast<unsigned>(::custub_cpu::trade(CUSTUB_CPU_WARP_MATCH_ANY, mask,          \
                                                         ::custub_cpu::bits_of(value), 0));        \
    }                                                                                              \
    inline unsigned __match_all_sync(unsigned mask, type value, int *all)                          \
    {                                                                                              \
        const unsigned same = static_cast<unsigned>(::custub_cpu::trade(                           \
            CUSTUB_CPU_WARP_MATCH_ALL, mask, ::custub_cpu::bits_of(value), 0));                    \
        *all = same != 0;                                                                          \
        return same;                                                                               \
    }

#define CUSTUB_CPU_WARP_TYPES(type) CUSTUB_CPU_SHUFFLES(type) CUSTUB_CPU_MATCHES(type)

CUSTUB_CPU_WARP_TYPES(int)
CUSTUB_CPU_WARP_TYPES(unsigned int)
CUSTUB_CPU_WARP_TYPES(long)
CUSTUB_CPU_WARP_TYPES(unsigned long)
CUSTUB_CPU_WARP_TYPES(long long)
CUSTUB_CPU_WARP_TYPES(unsigned long long)
CUSTUB_CPU_WARP_TYPES(float)
CUSTUB_CPU_WARP_TYPES(double)

#undef CUSTUB_CPU_MATCHES
#undef CUSTUB_CPU_WARP_TYPES

#define CUSTUB_CPU_REDUCE(name, type, operation, of_signed)                                        \
    inline type name(unsigned mask, type value)                                                    \
    {                                                                                              \
        return ::custub_cpu::reduce<type>(operation, of_signed, mask, value);                      \
    }

CUSTUB_CPU_REDUCE(__reduce_add_sync, int, CUSTUB_CPU_WARP_ADD, CUSTUB_CPU_WARP_ADD)
CUSTUB_CPU_REDUCE(__reduce_add_sync, unsigned, CUSTUB_CPU_WARP_ADD, CUSTUB_CPU_WARP_ADD)
CUSTUB_CPU_REDUCE(__reduce_min_sync, int, CUSTUB_CPU_WARP_MIN, CUSTUB_CPU_WARP_MIN_SIGNED)
CUSTUB_CPU_REDUCE(__reduce_min_sync, unsigned, CUSTUB_CPU_WARP_MIN, CUSTUB_CPU_WARP_MIN)
CUSTUB_CPU_REDUCE(__reduce_max_sync, int, CUSTUB_CPU_WARP_MAX, CUSTUB_CPU_WARP_MAX_SIGNED)
CUSTUB_CPU_REDUCE(__reduce_max_sync, unsigned, CUSTUB_CPU_WARP_MAX, CUSTUB_CPU_WARP_MAX)
CUSTUB_CPU_REDUCE(__reduce_and_sync, unsigned, CUSTUB_CPU_WARP_AND, CUSTUB_CPU_WARP_AND)
CUSTUB_CPU_REDUCE(__reduce_or_sync, unsigned, CUSTUB_CPU_WARP_OR, CUSTUB_CPU_WARP_OR)
CUSTUB_CPU_REDUCE(__reduce_xor_sync, unsigned, CUSTUB_CPU_WARP_XOR, CUSTUB_CPU_WARP_XOR)

#undef CUSTUB_CPU_REDUCE

inline void __syncwarp(unsigned mask = 0xffffffffu)
{
    ::custub_cpu::trade(CUSTUB_CPU_WARP_SYNC, mask, 0, 0);
}

inline unsigned __ballot_sync(unsigned mask, int predicate)
{
    return static_cast<unsigned>(
        ::custub_cpu::trade(CUSTUB_CPU_WARP_BALLOT, mask, predicate != 0, 0));
}

inline int __any_sync(unsigned mask, int predicate)
{
    return __ballot_sync(mask, predicate) != 0;
}

inline int __all_sync(unsigned mask, int predicate)
{
    const uint64_t votes = ::custub_cpu::trade(CUSTUB_CPU_WARP_BALLOT, mask, predicate != 0, 0);
    return static_cast<uint32_t>(votes) == static_cast<uint32_t>(votes >> 32);
}

inline int __uni_sync(unsigned mask, int predicate)
{
    const uint64_t votes = ::custub_cpu::trade(CUSTUB_CPU_WARP_BALLOT, mask, predicate != 0, 0);
    return static_cast<uint32_t>(votes) == 0 ||
           static_cast<uint32_t>(votes) == static_cast<uint32_t>(votes >> 32);
}

CUSTUB_CPU_INLINE unsigned __activemask()
{
    return static_cast<unsigned>(::custub_cpu::trade(CUSTUB_CPU_WARP_ACTIVE, 0, 0, 0));
}

#endif
