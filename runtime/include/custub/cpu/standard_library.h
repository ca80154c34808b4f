/* custub/cpu/standard_library.h: what libcu++ needs of a host to serve kernels there, where it
 * takes itself for a host's library. Part of custub/cpu_device.h; a file's own includes of libcu++
 * follow. */
#ifndef CUSTUB_CPU_STANDARD_LIBRARY_H
#define CUSTUB_CPU_STANDARD_LIBRARY_H

#include "barrier.h"

#if defined(CUSTUB_CPU_WITH_STANDARD_LIBRARY)

/* Its settings are made before the file has __CUDA_ARCH__: threads then wait for each other by what
 * the system offers, sched_yield and nanosleep, which are replaced here. */
#if __has_include(<cuda/std/detail/__config>)
#include <cuda/std/detail/__config>
#endif

#include <sched.h>
#include <time.h>

#include <cstddef>
#include <cstring>
#include <type_traits>
#include <utility>

#if defined(__linux__)
inline int custub_cpu_sched_yield()
{
    ::custub_cpu::yield();
    return 0;
}

inline int custub_cpu_nanosleep(const timespec *, timespec *)
{
    ::custub_cpu::yield();
    return 0;
}

#define sched_yield custub_cpu_sched_yield
#define nanosleep   custub_cpu_nanosleep
#endif

/* Copies that a barrier waits for, which libcu++ has for devices alone. They are done when they
 * return, each thread of a group having made its share. */
namespace cuda
{

template <typename Barrier>
using custub_cpu_if_barrier = decltype(std::declval<Barrier &>().arrive_and_wait());

template <typename Group, typename To, typename From, typename Size, typename Barrier,
          typename = custub_cpu_if_barrier<Barrier>>
void memcpy_async(const Group &group, To *to, const From *from, Size size, Barrier &)
{
    static_assert(std::is_same<std::remove_cv_t<To>, std::remove_cv_t<From>>::value,
                  "memcpy_async copies values of one type");
    const std::size_t bytes = static_cast<std::size_t>(size);
    const std::size_t threads = static_cast<std::size_t>(group.size());
    const std::size_t share = (bytes + threads - 1) / threads;
    const std::size_t first = share * static_cast<std::size_t>(group.thread_rank());
    if (first < bytes)
        std::memcpy(reinterpret_cast<unsigned char *>(to) + first,
                    reinterpret_cast<const unsigned char *>(from) + first,
                    share < bytes - first ? share : bytes - first);
}

template <typename To, typename From, typename Size, typename Barrier,
          typename = custub_cpu_if_barrier<Barrier>>
void memcpy_async(To *to, const From *from, Size size, Barrier &)
{
    static_assert(std::is_same<std::remove_cv_t<To>, std::remove_cv_t<From>>::value,
                  "memcpy_async copies values of one type");
    std::memcpy(static_cast<void *>(to), static_cast<const void *>(from),
                static_cast<std::size_t>(size));
}

} // namespace cuda

#endif

#endif
