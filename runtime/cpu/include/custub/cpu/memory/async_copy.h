/* custub/cpu/memory/async_copy.h: barriers in shared memory, and asynchronous copies (CUDA C++
 * Programming Guide, "Asynchronous Barrier", "Pipeline Primitives Interface"). Replaces the
 * toolkit's headers. Part of custub/cpu_device.h. */
#ifndef CUSTUB_CPU_ASYNC_COPY_H
#define CUSTUB_CPU_ASYNC_COPY_H

#include "../threads/barrier.h"
#include "checked.h"

#include <cstddef>
#include <cstring>

#define _CUDA_AWBARRIER_H_
#define _CUDA_AWBARRIER_PRIMITIVES_H_
#define _CUDA_PIPELINE_H_
#define _CUDA_PIPELINE_PRIMITIVES_H_

typedef uint64_t __mbarrier_t;
typedef uint64_t __mbarrier_token_t; /* the barrier as it was */

namespace custub_cpu
{

/* Bits 0 to 19: how many threads a phase waits for. 20 to 39: how many have not arrived. 40 to 63:
 * the phase. */
constexpr uint64_t mbarrier_limit = (1u << 20) - 1;

inline uint64_t mbarrier_expected(uint64_t barrier)
{
    return barrier & mbarrier_limit;
}

inline uint64_t mbarrier_pending(uint64_t barrier)
{
    return barrier >> 20 & mbarrier_limit;
}

inline uint64_t mbarrier_phase(uint64_t barrier)
{
    return barrier >> 40;
}

inline uint64_t mbarrier_of(uint64_t expected, uint64_t pending, uint64_t phase)
{
    return expected | pending << 20 | phase << 40;
}

inline uint64_t mbarrier_load(const uint64_t *barrier)
{
    return __atomic_load_n(barrier, __ATOMIC_ACQUIRE);
}

inline uint64_t mbarrier_arrive(uint64_t *barrier, uint64_t dropped)
{
    uint64_t before = mbarrier_load(barrier);
    uint64_t after;
    do {
        const uint64_t expected = mbarrier_expected(before) - dropped;
        const uint64_t pending = mbarrier_pending(before) - 1;
        after = pending > 0 ? mbarrier_of(expected, pending, mbarrier_phase(before))
                            : mbarrier_of(expected, expected, mbarrier_phase(before) + 1);
    } while (!__atomic_compare_exchange_n(barrier, &before, after, true, __ATOMIC_ACQ_REL,
                                          __ATOMIC_ACQUIRE));
    return before;
}

/* A thread that tests repeatedly lets others run. */
inline bool mbarrier_test(const uint64_t *barrier, uint64_t phase, uint64_t bits)
{
    const bool is_complete = ((mbarrier_phase(mbarrier_load(barrier)) ^ phase) & bits) != 0;
    if (is_complete)
        services->synchronized();
    else
        yield();
    return is_complete;
}

} // namespace custub_cpu

inline void __mbarrier_init(__mbarrier_t *barrier, uint32_t expected)
{
    __atomic_store_n(barrier, ::custub_cpu::mbarrier_of(expected, expected, 0), __ATOMIC_RELAXED);
}

inline void __mbarrier_inval(__mbarrier_t *)
{
}

inline uint32_t __mbarrier_maximum_count()
{
    return ::custub_cpu::mbarrier_limit;
}

inline __mbarrier_token_t __mbarrier_arrive(__mbarrier_t *barrier)
{
    return ::custub_cpu::mbarrier_arrive(barrier, 0);
}

inline __mbarrier_token_t __mbarrier_arrive_and_drop(__mbarrier_t *barrier)
{
    return ::custub_cpu::mbarrier_arrive(barrier, 1);
}

inline uint32_t __mbarrier_token_pending_count(__mbarrier_token_t token)
{
    return static_cast<uint32_t>(::custub_cpu::mbarrier_pending(token));
}

inline bool __mbarrier_test_wait(__mbarrier_t *barrier, __mbarrier_token_t token)
{
    return ::custub_cpu::mbarrier_test(barrier, ::custub_cpu::mbarrier_phase(token), ~uint64_t(0));
}

/* True if the phase of that parity is over. */
inline bool __mbarrier_test_wait_parity(__mbarrier_t *barrier, bool parity)
{
    return ::custub_cpu::mbarrier_test(barrier, parity, 1);
}

inline bool __mbarrier_try_wait(__mbarrier_t *barrier, __mbarrier_token_t token, uint32_t)
{
    return __mbarrier_test_wait(barrier, token);
}

inline bool __mbarrier_try_wait_parity(__mbarrier_t *barrier, bool parity, uint32_t)
{
    return __mbarrier_test_wait_parity(barrier, parity);
}

/* --- Copies: made at once, but checked as if they completed at the wait -------------------------
 */

namespace custub_cpu
{

#if defined(CUSTUB_CPU_CHECKED)

/* The last `zeros` bytes become 0 and are not read. */
CUSTUB_CPU_UNCHECKED inline void copy_beside(void *to, const void *from, std::size_t size,
                                             std::size_t zeros)
{
    custub_cpu_check_table.copy(to, size, from, size - zeros, __builtin_frame_address(0));
    __real_memcpy(to, from, size - zeros);
    __real_memset(static_cast<unsigned char *>(to) + (size - zeros), 0, zeros);
}

CUSTUB_CPU_UNCHECKED inline void copy_commit()
{
    custub_cpu_check_table.copy_commit();
}

CUSTUB_CPU_UNCHECKED inline void copy_wait(std::size_t prior)
{
    custub_cpu_check_table.copy_wait(prior);
}

CUSTUB_CPU_UNCHECKED inline void copy_bind(const void *barrier, uint64_t phase, bool is_all)
{
    custub_cpu_check_table.copy_bind(static_cast<const uint64_t *>(barrier), phase, is_all);
}

#else

inline void copy_beside(void *to, const void *from, std::size_t size, std::size_t zeros)
{
    std::memcpy(to, from, size - zeros);
    if (zeros > 0)
        std::memset(static_cast<unsigned char *>(to) + (size - zeros), 0, zeros);
}

inline void copy_commit()
{
}

inline void copy_wait(std::size_t)
{
}

inline void copy_bind(const void *, uint64_t, bool)
{
}

#endif

/* Copies the share of one thread of a group, in whole words. */
inline void copy_share(void *to, const void *from, std::size_t size, std::size_t threads,
                       std::size_t rank)
{
    const std::size_t share = ((size + threads - 1) / threads + 3) / 4 * 4;
    const std::size_t first = share * rank;
    if (first < size)
        copy_beside(static_cast<unsigned char *>(to) + first,
                    static_cast<const unsigned char *>(from) + first,
                    share < size - first ? share : size - first, 0);
}

} // namespace custub_cpu

inline void __pipeline_memcpy_async(void *to, const void *from, std::size_t size,
                                    std::size_t zeros = 0)
{
    ::custub_cpu::copy_beside(to, from, size, zeros);
}

inline void __pipeline_commit()
{
    ::custub_cpu::copy_commit();
}

inline void __pipeline_wait_prior(std::size_t prior)
{
    ::custub_cpu::copy_wait(prior);
}

/* On a GPU the barrier then also waits for the thread's copies. Here they are done already. */
inline void __pipeline_arrive_on(__mbarrier_t *barrier)
{
    ::custub_cpu::copy_bind(barrier, ~uint64_t(0) << 40, true);
}

#endif
