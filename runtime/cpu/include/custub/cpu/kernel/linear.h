/* custub/cpu/kernel/linear.h: lets the loop over the threads of a kernel be a plain loop, which
 * compilers vectorize. Part of custub/cpu_device.h.
 *
 * `<stem>.cpu.cpp` calls these functions inside kernels, where the generator is certain of their
 * arguments: index_x() around `blockIdx.x * blockDim.x + threadIdx.x`, and the others around the
 * conditions that keep threads away from what is outside of the data. A compiler cannot know that
 * such an index grows by one from thread to thread, because it may wrap, and cannot drop a
 * condition that is true for all threads of a loop. linear_loop.h can. It says so through `pass`,
 * which is a constant wherever a kernel becomes part of one of its loops.
 */
#ifndef CUSTUB_CPU_LINEAR_H
#define CUSTUB_CPU_LINEAR_H

#include "../threads/place.h"

#include <type_traits>

namespace custub_cpu
{

enum loop_pass : unsigned char {
    pass_plain,  /* as the source says */
    pass_probe,  /* up to the last guard, to learn whether the thread passes them */
    pass_linear, /* indices do not wrap, and the thread passes the guards */
};

/* Like threadIdx, it is not atomic, and no store of a kernel reaches it. */
CUSTUB_CPU_STATE thread_local loop_pass pass = pass_plain;
CUSTUB_CPU_STATE thread_local bool guard_holds;

/* `Type` is the type of the variable; void: that of the expression `written`. */
template <typename Type, typename Written>
using index_type = std::conditional_t<std::is_void<Type>::value, Written, Type>;

/* `IsInner`: the index is that of the innermost loop. */
template <typename Type, bool IsInner, typename Written>
CUSTUB_CPU_INLINE index_type<Type, Written> linear_index(Written written, unsigned block,
                                                         unsigned extent, unsigned thread)
{
#if defined(CUSTUB_CPU_STEPWISE)
    (void)block, (void)extent, (void)thread;
#else
    if (pass == pass_linear) { /* the same number, as an int, which cannot wrap … */
        const int index = int(block * extent) + int(thread);
        if constexpr (IsInner && std::is_same<index_type<Type, Written>, unsigned>::value)
            CUSTUB_CPU_ASSUME(index >= 0); /* … so an unsigned index does not wrap either */
        return index_type<Type, Written>(index);
    }
#endif
    return index_type<Type, Written>(written);
}

template <typename Type = void, typename Written>
CUSTUB_CPU_INLINE index_type<Type, Written> index_x(Written written)
{
    return linear_index<Type, true>(written, blockIdx.x, blockDim.x, threadIdx.x);
}

template <typename Type = void, typename Written>
CUSTUB_CPU_INLINE index_type<Type, Written> index_y(Written written)
{
    return linear_index<Type, false>(written, blockIdx.y, blockDim.y, threadIdx.y);
}

template <typename Type = void, typename Written>
CUSTUB_CPU_INLINE index_type<Type, Written> index_z(Written written)
{
    return linear_index<Type, false>(written, blockIdx.z, blockDim.z, threadIdx.z);
}

/* For `if (guard(condition)) …` as the last statement. */
CUSTUB_CPU_INLINE bool guard(bool condition)
{
#if defined(CUSTUB_CPU_STEPWISE)
    return condition;
#else
    if (pass == pass_plain)
        return condition;
    if (pass == pass_probe)
        guard_holds = condition;
    return pass == pass_linear;
#endif
}

/* For `if (unless(condition)) return;`. */
CUSTUB_CPU_INLINE bool unless(bool condition)
{
#if !defined(CUSTUB_CPU_STEPWISE)
    if (pass == pass_linear)
        return false;
#endif
    return condition;
}

/* The same, if no guard follows. */
CUSTUB_CPU_INLINE bool unless_last(bool condition)
{
#if !defined(CUSTUB_CPU_STEPWISE)
    if (pass == pass_probe) {
        guard_holds = !condition;
        return true;
    }
#endif
    return unless(condition);
}

} // namespace custub_cpu

#endif
