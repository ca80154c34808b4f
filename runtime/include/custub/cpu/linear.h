/* custub/cpu/linear.h: what lets the loop over the threads of a block be a plain loop. Part of
 * custub/cpu_device.h.
 *
 * `<stem>.cpu.cpp` calls these functions inside the kernels, where the generator is certain of what
 * they are given: index_x() around `blockIdx.x * blockDim.x + threadIdx.x`, and guard() or unless()
 * around the condition that keeps the threads behind the end of the data away. Compilers cannot
 * know that such an index grows by one from thread to thread, for it may wrap; nor can they leave a
 * condition out that is true for every thread of a block. run_loops() of entry.h can, and says so
 * through `pass`, which is a constant wherever a kernel becomes part of one of its loops. */
#ifndef CUSTUB_CPU_LINEAR_H
#define CUSTUB_CPU_LINEAR_H

#include "place.h"

namespace custub_cpu
{

enum loop_pass : unsigned char {
    pass_plain,  /* as the source says */
    pass_probe,  /* up to the condition, to learn what it is */
    pass_linear, /* indices do not wrap, and the condition is true */
};

/* Not atomic, and no store of a kernel reaches them: as threadIdx. */
static thread_local loop_pass pass = pass_plain;
static thread_local bool guard_holds;

/* Whether the index of all threads of the block fits an int, as those of nearly all launches. */
CUSTUB_CPU_INLINE bool is_linear(uint32_t block, uint32_t extent)
{
    return (uint64_t(block) + 1) * extent <= INT_MAX;
}

template <typename Type, typename Written>
CUSTUB_CPU_INLINE Type linear_index(Written written, unsigned block, unsigned extent,
                                    unsigned thread)
{
#if defined(CUSTUB_CPU_CHECKED)
    (void)block, (void)extent, (void)thread;
#else
    if (pass == pass_linear) /* the same number; that an int does not wrap is known */
        return Type(int(block * extent) + int(thread));
#endif
    return Type(written);
}

template <typename Type, typename Written> CUSTUB_CPU_INLINE Type index_x(Written written)
{
    return linear_index<Type>(written, blockIdx.x, blockDim.x, threadIdx.x);
}

template <typename Type, typename Written> CUSTUB_CPU_INLINE Type index_y(Written written)
{
    return linear_index<Type>(written, blockIdx.y, blockDim.y, threadIdx.y);
}

template <typename Type, typename Written> CUSTUB_CPU_INLINE Type index_z(Written written)
{
    return linear_index<Type>(written, blockIdx.z, blockDim.z, threadIdx.z);
}

/* Of `if (guard(condition)) { … }`, the last statement. */
CUSTUB_CPU_INLINE bool guard(bool condition)
{
#if defined(CUSTUB_CPU_CHECKED)
    return condition;
#else
    if (pass == pass_plain)
        return condition;
    if (pass == pass_probe)
        guard_holds = condition;
    return pass == pass_linear;
#endif
}

/* Of `if (unless(condition)) return;`. */
CUSTUB_CPU_INLINE bool unless(bool condition)
{
    return !guard(!condition);
}

} // namespace custub_cpu

#endif
