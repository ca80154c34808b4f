/* custub/cpu/threads/barrier.h: __syncthreads and its kin, fences, clocks. Part of
 * custub/cpu_device.h. */
#ifndef CUSTUB_CPU_BARRIER_H
#define CUSTUB_CPU_BARRIER_H

#include "place.h"

#include <atomic>
#include <chrono>
#include <thread>

namespace custub_cpu
{

/* Others may write and read shared memory in between. */
inline void compiler_fence()
{
    std::atomic_signal_fence(std::memory_order_seq_cst);
}

inline custub_cpu_vote barrier(uint32_t predicate)
{
    const place_keeper keeper;
    compiler_fence();
    const custub_cpu_vote vote = services->barrier(predicate);
    compiler_fence();
    return vote;
}

/* The numbers of the barriers of parts of a block: those of PTX, the cluster's, and those of tiles
 * of several warps. */
constexpr uint32_t ptx_barriers = 16;
constexpr uint32_t cluster_barrier = 16;
constexpr uint32_t first_tile_barrier = 32;

inline custub_cpu_vote part_barrier(uint32_t number, uint32_t count, uint32_t predicate)
{
    const place_keeper keeper;
    compiler_fence();
    const custub_cpu_vote vote = services->part_barrier(number, count, predicate);
    compiler_fence();
    return vote;
}

/* In two steps. */
inline uint32_t arrive(uint32_t number, uint32_t count)
{
    compiler_fence();
    return services->arrive(number, count);
}

inline void await(uint32_t number, uint32_t round)
{
    const place_keeper keeper;
    services->await(number, round);
    compiler_fence();
}

inline uint32_t grid_arrive()
{
    compiler_fence();
    return services->grid_arrive();
}

inline void grid_await(uint32_t round)
{
    const place_keeper keeper;
    services->grid_await(round);
    compiler_fence();
}

inline void grid_barrier()
{
    const place_keeper keeper;
    compiler_fence();
    services->grid_barrier();
    compiler_fence();
}

inline void yield()
{
    const place_keeper keeper;
    compiler_fence();
    services->yield();
    compiler_fence();
}

/* How often a thread may have asked in vain before it lets others run: often at first, since the
 * answer of an atomic function that changes nothing may be all that is wanted. */
constexpr int first_patience = 16;
constexpr int later_patience = 2;

static thread_local int patience = first_patience;

/* A thread has asked for what is not there yet, or so it looks. */
CUSTUB_CPU_NOINLINE inline void asked()
{
    if (--patience > 0)
        return;
    yield();
    patience = later_patience;
}

} // namespace custub_cpu

/* Wherever the kernel was, another thread of its block goes on now (cpu_image.h). */
extern "C" CUSTUB_CPU_EXPORT void custub_cpu_interrupt()
{
    const ::custub_cpu::place_keeper keeper;
    ::custub_cpu::services->give_way();
}

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

/* Barrier 0 is the block's own. */
inline void __barrier_sync(unsigned int number)
{
    if (number == 0)
        __syncthreads();
    else
        ::custub_cpu::part_barrier(number % ::custub_cpu::ptx_barriers, 0, 0);
}

/* Of so many threads, whole warps. */
inline void __barrier_sync_count(unsigned int number, unsigned int count)
{
    ::custub_cpu::part_barrier(number % ::custub_cpu::ptx_barriers, count, 0);
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

/* A program may wait for another thread that way. */
inline void __nanosleep(unsigned nanoseconds)
{
    ::custub_cpu::yield();
    if (nanoseconds > 0)
        std::this_thread::sleep_for(std::chrono::nanoseconds(nanoseconds));
}

#endif
