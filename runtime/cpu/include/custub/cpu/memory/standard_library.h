/* custub/cpu/memory/standard_library.h: adapts libcu++, which takes itself for a host's library
 * here, to kernels. Part of custub/cpu_device.h; a file's own includes of libcu++ follow. */
#ifndef CUSTUB_CPU_STANDARD_LIBRARY_H
#define CUSTUB_CPU_STANDARD_LIBRARY_H

#include "async_copy.h"

#if defined(CUSTUB_CPU_WITH_STANDARD_LIBRARY)

/* libcu++ is configured before the file has __CUDA_ARCH__. Its threads then wait by calling
 * sched_yield and nanosleep, which are replaced here. */
#if __has_include(<cuda/std/detail/__config>)
#include <cuda/std/detail/__config>
#endif

#include <sched.h>
#include <time.h>

#include <cstddef>
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

/* Copies that a barrier waits for; libcu++ has them only for devices. Each thread of a group copies
 * a part. */
namespace cuda
{

template <typename Barrier>
using custub_cpu_if_barrier = decltype(std::declval<Barrier &>().arrive_and_wait());

/* In a barrier of one word the highest bit is the phase. */
template <typename Barrier> void custub_cpu_bind(const Barrier &barrier, bool is_all)
{
    ::custub_cpu::copy_bind(&barrier, sizeof(barrier) == 8 ? uint64_t(1) << 63 : 0, is_all);
}

template <typename Group, typename To, typename From, typename Size, typename Barrier,
          typename = custub_cpu_if_barrier<Barrier>>
void memcpy_async(const Group &group, To *to, const From *from, Size size, Barrier &barrier)
{
    static_assert(std::is_same<std::remove_cv_t<To>, std::remove_cv_t<From>>::value,
                  "source and target must have the same type");
    ::custub_cpu::copy_share(to, from, static_cast<std::size_t>(size),
                             static_cast<std::size_t>(group.size()),
                             static_cast<std::size_t>(group.thread_rank()));
    custub_cpu_bind(barrier, false);
}

template <typename To, typename From, typename Size, typename Barrier,
          typename = custub_cpu_if_barrier<Barrier>>
void memcpy_async(To *to, const From *from, Size size, Barrier &barrier)
{
    static_assert(std::is_same<std::remove_cv_t<To>, std::remove_cv_t<From>>::value,
                  "source and target must have the same type");
    ::custub_cpu::copy_beside(to, from, static_cast<std::size_t>(size), 0);
    custub_cpu_bind(barrier, false);
}

} // namespace cuda

#endif

#endif
