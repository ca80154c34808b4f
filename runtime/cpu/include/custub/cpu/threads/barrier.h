/* custub/cpu/threads/barrier.h: __syncthreads and similar functions, fences, clocks. Part of
 * custub/cpu_device.h. */
#ifndef CUSTUB_CPU_BARRIER_H
#define CUSTUB_CPU_BARRIER_H

#include "place.h"

#include <atomic>
#include <chrono>
#include <thread>

namespace custub_cpu
{

/* Other threads may access shared memory here. */
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

/* The numbers of barriers of parts of a block: PTX's, the cluster's, those of tiles of several
 * warps. */
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

/* A barrier in two steps. */
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

/* How often a thread may poll without a change before it lets others run. The first limit is
 * higher, because an atomic function that changes nothing need not mean polling. */
constexpr int first_patience = 16;
constexpr int later_patience = 2;

CUSTUB_CPU_STATE thread_local int patience = first_patience;

/* The thread seems to poll for a change by another thread. */
CUSTUB_CPU_NOINLINE inline void asked()
{
    if (--patience > 0)
        return;
    yield();
    patience = later_patience;
}

} // namespace custub_cpu

/* Called where the kernel was interrupted: another thread of its block runs (cpu_image.h). */
extern "C" CUSTUB_CPU_ONCE CUSTUB_CPU_EXPORT void custub_cpu_interrupt()
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

/* `count` threads, whole warps. */
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

/* Nanoseconds: there is no clock of a multiprocessor. */
inline long long clock64()
{
    return std::chrono::duration_cast<std::chrono::nanoseconds>(
               std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

/* A launch begins when the one before it in the stream has ended. */
inline void cudaGridDependencySynchronize()
{
}

inline void cudaTriggerProgrammaticLaunchCompletion()
{
}

/* The thread may be waiting for another one. */
inline void __nanosleep(unsigned nanoseconds)
{
    ::custub_cpu::yield();
    if (nanoseconds > 0)
        std::this_thread::sleep_for(std::chrono::nanoseconds(nanoseconds));
}

#endif
