/* custub/cpu/threads/atomic.h: CUDA's atomic functions, which are relaxed (CUDA C++ Programming
 * Guide, "Atomic Functions"). The scopes _block and _system are the same here. Part of
 * custub/cpu_device.h. */
#ifndef CUSTUB_CPU_ATOMIC_H
#define CUSTUB_CPU_ATOMIC_H

#include "barrier.h"
#include "../language/cuda_vector.h"
#include "../language/qualifier.h"

#include <cstring>
#include <type_traits>

namespace custub_cpu
{

/* Kernels update objects of plain types. C++17 has atomics only as types of their own. */
template <typename Type> Type atomic_load(const Type *address)
{
    Type value;
    __atomic_load(address, &value, __ATOMIC_RELAXED);
    return value;
}

/* A thread may poll with an update that changes nothing. */
template <typename Type> bool has_same_bits(const Type &a, const Type &b)
{
    return std::memcmp(static_cast<const void *>(&a), static_cast<const void *>(&b),
                       sizeof(Type)) == 0;
}

template <typename Type> Type atomic_exchange(Type *address, Type value)
{
    Type old;
    __atomic_exchange(address, &value, &old, __ATOMIC_RELAXED);
    if (has_same_bits(old, value))
        asked();
    return old;
}

/* Returns the old value. If its bits are those of `expected`, `value` was written. */
template <typename Type> Type atomic_compare_exchange(Type *address, Type expected, Type value)
{
    if (!__atomic_compare_exchange(address, &expected, &value, false, __ATOMIC_RELAXED,
                                   __ATOMIC_RELAXED))
        asked();
    return expected;
}

template <typename Type, typename Update> Type atomic_update(Type *address, Update update)
{
    Type old = atomic_load(address);
    for (;;) {
        Type desired = update(old);
        if (!__atomic_compare_exchange(address, &old, &desired, true, __ATOMIC_RELAXED,
                                       __ATOMIC_RELAXED))
            continue;
        if (has_same_bits(old, desired))
            asked();
        return old;
    }
}

/* The result of an update. `none` is the `value` that changes nothing. */
template <typename Type> Type fetched(Type old, Type value, Type none)
{
    if (value == none)
        asked();
    return old;
}

} // namespace custub_cpu

#define CUSTUB_CPU_ATOMIC(name, type, expression)                                                  \
    inline type name(type *address, type value)                                                    \
    {                                                                                              \
        return expression;                                                                         \
    }                                                                                              \
    inline type name##_block(type *address, type value)                                            \
    {                                                                                              \
        return name(address, value);                                                               \
    }                                                                                              \
    inline type name##_system(type *address, type value)                                           \
    {                                                                                              \
        return name(address, value);                                                               \
    }

#define CUSTUB_CPU_ATOMIC_FETCH(name, type, operation, none)                                       \
    CUSTUB_CPU_ATOMIC(                                                                             \
        name, type,                                                                                \
        ::custub_cpu::fetched<type>(__atomic_fetch_##operation(address, value, __ATOMIC_RELAXED),  \
                                    value, static_cast<type>(none)))

#define CUSTUB_CPU_ATOMIC_UPDATE(name, type, expression)                                           \
    CUSTUB_CPU_ATOMIC(name, type, ::custub_cpu::atomic_update(address, [value](type old) -> type { \
                          return expression;                                                       \
                      }))

#define CUSTUB_CPU_ATOMIC_EXCHANGE(type)                                                           \
    CUSTUB_CPU_ATOMIC(atomicExch, type, ::custub_cpu::atomic_exchange(address, value))

#define CUSTUB_CPU_ATOMIC_CAS(type)                                                                \
    inline type atomicCAS(type *address, type expected, type value)                                \
    {                                                                                              \
        return ::custub_cpu::atomic_compare_exchange(address, expected, value);                    \
    }                                                                                              \
    inline type atomicCAS_block(type *address, type expected, type value)                          \
    {                                                                                              \
        return atomicCAS(address, expected, value);                                                \
    }                                                                                              \
    inline type atomicCAS_system(type *address, type expected, type value)                         \
    {                                                                                              \
        return atomicCAS(address, expected, value);                                                \
    }

CUSTUB_CPU_ATOMIC_FETCH(atomicAdd, int, add, 0)
CUSTUB_CPU_ATOMIC_FETCH(atomicAdd, unsigned int, add, 0)
CUSTUB_CPU_ATOMIC_FETCH(atomicAdd, unsigned long long, add, 0)
CUSTUB_CPU_ATOMIC_UPDATE(atomicAdd, float, old + value)
CUSTUB_CPU_ATOMIC_UPDATE(atomicAdd, double, old + value)

CUSTUB_CPU_ATOMIC_FETCH(atomicSub, int, sub, 0)
CUSTUB_CPU_ATOMIC_FETCH(atomicSub, unsigned int, sub, 0)

CUSTUB_CPU_ATOMIC_EXCHANGE(int)
CUSTUB_CPU_ATOMIC_EXCHANGE(unsigned int)
CUSTUB_CPU_ATOMIC_EXCHANGE(unsigned long long)
CUSTUB_CPU_ATOMIC_EXCHANGE(float)

CUSTUB_CPU_ATOMIC_UPDATE(atomicMin, int, value < old ? value : old)
CUSTUB_CPU_ATOMIC_UPDATE(atomicMin, unsigned int, value < old ? value : old)
CUSTUB_CPU_ATOMIC_UPDATE(atomicMin, long long, value < old ? value : old)
CUSTUB_CPU_ATOMIC_UPDATE(atomicMin, unsigned long long, value < old ? value : old)
CUSTUB_CPU_ATOMIC_UPDATE(atomicMax, int, value > old ? value : old)
CUSTUB_CPU_ATOMIC_UPDATE(atomicMax, unsigned int, value > old ? value : old)
CUSTUB_CPU_ATOMIC_UPDATE(atomicMax, long long, value > old ? value : old)
CUSTUB_CPU_ATOMIC_UPDATE(atomicMax, unsigned long long, value > old ? value : old)

CUSTUB_CPU_ATOMIC_UPDATE(atomicInc, unsigned int, old >= value ? 0 : old + 1)
CUSTUB_CPU_ATOMIC_UPDATE(atomicDec, unsigned int, old == 0 || old > value ? value : old - 1)

CUSTUB_CPU_ATOMIC_FETCH(atomicAnd, int, and, -1)
CUSTUB_CPU_ATOMIC_FETCH(atomicAnd, unsigned int, and, -1)
CUSTUB_CPU_ATOMIC_FETCH(atomicAnd, unsigned long long, and, -1)
CUSTUB_CPU_ATOMIC_FETCH(atomicOr, int, or, 0)
CUSTUB_CPU_ATOMIC_FETCH(atomicOr, unsigned int, or, 0)
CUSTUB_CPU_ATOMIC_FETCH(atomicOr, unsigned long long, or, 0)
CUSTUB_CPU_ATOMIC_FETCH(atomicXor, int, xor, 0)
CUSTUB_CPU_ATOMIC_FETCH(atomicXor, unsigned int, xor, 0)
CUSTUB_CPU_ATOMIC_FETCH(atomicXor, unsigned long long, xor, 0)

CUSTUB_CPU_ATOMIC_CAS(int)
CUSTUB_CPU_ATOMIC_CAS(unsigned int)
CUSTUB_CPU_ATOMIC_CAS(unsigned long long)
CUSTUB_CPU_ATOMIC_CAS(unsigned short)

/* As in CUDA, vectors are updated element by element. */
#define CUSTUB_CPU_ATOMIC_VECTOR(type, ...) CUSTUB_CPU_ATOMIC(atomicAdd, type, (type{__VA_ARGS__}))
#define CUSTUB_CPU_ATOMIC_ELEMENT(name)     atomicAdd(&address->name, value.name)

CUSTUB_CPU_ATOMIC_VECTOR(float2, CUSTUB_CPU_ATOMIC_ELEMENT(x), CUSTUB_CPU_ATOMIC_ELEMENT(y))
CUSTUB_CPU_ATOMIC_VECTOR(float4, CUSTUB_CPU_ATOMIC_ELEMENT(x), CUSTUB_CPU_ATOMIC_ELEMENT(y),
                         CUSTUB_CPU_ATOMIC_ELEMENT(z), CUSTUB_CPU_ATOMIC_ELEMENT(w))

/* Functions for 16 bytes: any trivially copyable type of that size and alignment. */
namespace custub_cpu
{

template <typename Type, typename Result>
using if_16_bytes = typename std::enable_if<sizeof(Type) == 16 && alignof(Type) >= 16 &&
                                                std::is_trivially_copyable<Type>::value,
                                            Result>::type;

/* One lock for the whole image, because one type may read what another has written. */
CUSTUB_CPU_STATE char wide_lock;

template <typename Type, typename Decide>
inline Type exchange_16_bytes(Type *address, const Type &value, Decide decide)
{
    Type old;
    while (__atomic_test_and_set(&wide_lock, __ATOMIC_ACQUIRE))
        yield();
    std::memcpy(&old, address, sizeof(old));
    const bool changes = decide(old);
    if (changes)
        std::memcpy(address, &value, sizeof(value));
    __atomic_clear(&wide_lock, __ATOMIC_RELEASE);
    if (!changes || has_same_bits(old, value))
        asked();
    return old;
}

} // namespace custub_cpu

#define CUSTUB_CPU_ATOMIC_16_BYTES(scope)                                                          \
    template <typename Type>                                                                       \
    ::custub_cpu::if_16_bytes<Type, Type> atomicExch##scope(Type *address, Type value)             \
    {                                                                                              \
        return ::custub_cpu::exchange_16_bytes(address, value, [](const Type &) { return true; }); \
    }                                                                                              \
    template <typename Type>                                                                       \
    ::custub_cpu::if_16_bytes<Type, Type> atomicCAS##scope(Type *address, Type expected,           \
                                                           Type value)                             \
    {                                                                                              \
        return ::custub_cpu::exchange_16_bytes(address, value, [&expected](const Type &old) {      \
            return std::memcmp(&old, &expected, sizeof(old)) == 0;                                 \
        });                                                                                        \
    }

CUSTUB_CPU_ATOMIC_16_BYTES()
CUSTUB_CPU_ATOMIC_16_BYTES(_block)
CUSTUB_CPU_ATOMIC_16_BYTES(_system)

#undef CUSTUB_CPU_ATOMIC_16_BYTES
#undef CUSTUB_CPU_ATOMIC_VECTOR
#undef CUSTUB_CPU_ATOMIC_ELEMENT
#undef CUSTUB_CPU_ATOMIC
#undef CUSTUB_CPU_ATOMIC_FETCH
#undef CUSTUB_CPU_ATOMIC_UPDATE
#undef CUSTUB_CPU_ATOMIC_EXCHANGE
#undef CUSTUB_CPU_ATOMIC_CAS

#endif
