/* custub/cpu/groups/reduce.h: reductions and scans of cooperative groups (CUDA C++ Programming
 * Guide, "Group Collectives"). Part of custub/cpu_device.h. */
#ifndef CUSTUB_CPU_GROUP_REDUCE_H
#define CUSTUB_CPU_GROUP_REDUCE_H

#include "tile.h"

namespace cooperative_groups
{

#define CUSTUB_CPU_GROUP_OPERATION(name, expression)                                               \
    template <typename Value> struct name {                                                        \
        Value operator()(Value a, Value b) const                                                   \
        {                                                                                          \
            return expression;                                                                     \
        }                                                                                          \
    };

CUSTUB_CPU_GROUP_OPERATION(plus, a + b)
CUSTUB_CPU_GROUP_OPERATION(less, b < a ? b : a)
CUSTUB_CPU_GROUP_OPERATION(greater, a < b ? b : a)
CUSTUB_CPU_GROUP_OPERATION(bit_and, a &b)
CUSTUB_CPU_GROUP_OPERATION(bit_or, a | b)
CUSTUB_CPU_GROUP_OPERATION(bit_xor, a ^ b)

#undef CUSTUB_CPU_GROUP_OPERATION

namespace details
{

/* Only if `count` is a power of two: each step combines groups twice as large. The lower ranks come
 * first. */
template <typename Group, typename Value, typename Operation>
inline Value reduce_by_halves(const Group &group, Value value, Operation operation,
                              unsigned int count)
{
    const unsigned int rank = static_cast<unsigned int>(group.thread_rank());
    for (unsigned int bit = 1; bit < count; bit *= 2) {
        const Value other = group.from_rank(value, rank ^ bit);
        value = rank & bit ? operation(other, value) : operation(value, other);
    }
    return value;
}

template <typename Group> inline bool is_last(const Group &group)
{
    return group.thread_rank() + 1 == group.num_threads();
}

/* Returns the old value. */
template <typename Atomic, typename Value, typename Operation>
inline Value update(Atomic &atomic, Value value, Operation operation)
{
    Value old = atomic.load();
    while (!atomic.compare_exchange_weak(old, operation(old, value)))
        ;
    return old;
}

} // namespace details

/* All threads get the same value. */
template <typename Group, typename Value, typename Operation>
inline Value reduce(const Group &group, Value value, Operation operation)
{
    const unsigned int count = static_cast<unsigned int>(group.num_threads());
    if ((count & (count - 1)) == 0)
        return details::reduce_by_halves(group, value, operation, count);
    Value result = group.from_rank(value, 0);
    for (unsigned int rank = 1; rank < count; rank++)
        result = operation(result, group.from_rank(value, rank));
    return result;
}

template <typename Group, typename Type, typename Value, typename Operation>
inline void reduce_store_async(const Group &group, Type *to, Value value, Operation operation)
{
    const Value result = reduce(group, value, operation);
    if (group.thread_rank() == 0)
        *to = result;
}

template <typename Group, typename Atomic, typename Value, typename Operation>
inline void reduce_store_async(const Group &group, Atomic &to, Value value, Operation operation)
{
    const Value result = reduce(group, value, operation);
    if (group.thread_rank() == 0)
        to.store(result);
}

template <typename Group, typename Atomic, typename Value, typename Operation>
inline void reduce_update_async(const Group &group, Atomic &to, Value value, Operation operation)
{
    const Value result = reduce(group, value, operation);
    if (group.thread_rank() == 0)
        details::update(to, result, operation);
}

template <typename Group, typename Value, typename Operation>
inline Value inclusive_scan(const Group &group, Value value, Operation operation)
{
    const unsigned int rank = static_cast<unsigned>(group.thread_rank());
    for (unsigned int delta = 1; delta < group.num_threads(); delta *= 2) {
        const Value other = group.shfl_up(value, delta);
        if (rank >= delta)
            value = operation(other, value);
    }
    return value;
}

template <typename Group, typename Value>
inline Value inclusive_scan(const Group &group, Value value)
{
    return inclusive_scan(group, value, plus<Value>());
}

/* The first rank gets Value(), as for plus. CUDA leaves it undefined for other operations. */
template <typename Group, typename Value, typename Operation>
inline Value exclusive_scan(const Group &group, Value value, Operation operation)
{
    const Value scanned = group.shfl_up(inclusive_scan(group, value, operation), 1);
    return group.thread_rank() == 0 ? Value() : scanned;
}

template <typename Group, typename Value>
inline Value exclusive_scan(const Group &group, Value value)
{
    return exclusive_scan(group, value, plus<Value>());
}

/* Adds the group's sum to `to`. Each thread gets the result of a scan that begins with the old
 * value of `to`. */
template <typename Group, typename Atomic, typename Value, typename Operation>
inline Value inclusive_scan_update(const Group &group, Atomic &to, Value value, Operation operation)
{
    const Value scanned = inclusive_scan(group, value, operation);
    Value old = Value();
    if (details::is_last(group))
        old = details::update(to, scanned, operation);
    return operation(group.from_rank(old, group.num_threads() - 1), scanned);
}

template <typename Group, typename Atomic, typename Value>
inline Value inclusive_scan_update(const Group &group, Atomic &to, Value value)
{
    return inclusive_scan_update(group, to, value, plus<Value>());
}

template <typename Group, typename Atomic, typename Value, typename Operation>
inline Value exclusive_scan_update(const Group &group, Atomic &to, Value value, Operation operation)
{
    const Value scanned = inclusive_scan(group, value, operation);
    Value old = Value();
    if (details::is_last(group))
        old = details::update(to, scanned, operation);
    old = group.from_rank(old, group.num_threads() - 1);
    const Value before = group.shfl_up(scanned, 1);
    return group.thread_rank() == 0 ? old : operation(old, before);
}

template <typename Group, typename Atomic, typename Value>
inline Value exclusive_scan_update(const Group &group, Atomic &to, Value value)
{
    return exclusive_scan_update(group, to, value, plus<Value>());
}

} // namespace cooperative_groups

#endif
