/* custub/cpu/barrier.h: __syncthreads and its kin, fences, clocks. Part of custub/cpu_device.h. */
#ifndef CUSTUB_CPU_BARRIER_H
#define CUSTUB_CPU_BARRIER_H

#include "place.h"

#include <atomic>
#include <chrono>
#include <thread>

namespace custub_cpu
{

inline custub_cpu_vote barrier(uint32_t predicate)
{
    /* Other threads of the block run in between and leave their own index. */
    const unsigned x = threadIdx.x;
    const unsigned y = threadIdx.y;
    const unsigned z = threadIdx.z;
    std::atomic_signal_fence(std::memory_order_seq_cst);
    const custub_cpu_vote vote = services->barrier(predicate);
    std::atomic_signal_fence(std::memory_order_seq_cst);
    threadIdx.x = x;
    threadIdx.y = y;
    threadIdx.z = z;
    return vote;
}

} // namespace custub_cpu

inline void __syncthreads()
{
    ::custub_cpu::barrier(0);
}

inline int __syncthreads_count(int predicate)
{
    return static_cast<int>(::custub_cpu::barrier(predicate != 0).nonzero);
}

inline int __syncthreads_or(int predicate)
{
    return ::custub_cpu::barrier(predicate != 0).nonzero != 0;
}

inline int __syncthreads_and(int predicate)
{
    const custub_cpu_vote vote = ::custub_cpu::barrier(predicate != 0);
    return vote.nonzero == vote.arrived;
}

inline void __threadfence_block()
{
    std::atomic_thread_fence(std::memory_order_seq_cst);
}

inline void __threadfence()
{
    std::atomic_thread_fence(std::memory_order_seq_cst);
}

inline void __threadfence_system()
{
    std::atomic_thread_fence(std::memory_order_seq_cst);
}

/* In nanoseconds, for want of a clock of the multiprocessor. */
inline long long clock64()
{
    return std::chrono::duration_cast<std::chrono::nanoseconds>(
               std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

inline void __nanosleep(unsigned nanoseconds)
{
    std::this_thread::sleep_for(std::chrono::nanoseconds(nanoseconds));
}

#endif
