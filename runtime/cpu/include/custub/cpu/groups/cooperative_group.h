/* custub/cpu/groups/cooperative_group.h: functions for all kinds of cooperative groups, copies, and
 * what one thread does for its group (CUDA C++ Programming Guide, "Cooperative Groups"). Replaces
 * the toolkit's headers. Part of custub/cpu_device.h. */
#ifndef CUSTUB_CPU_COOPERATIVE_GROUP_H
#define CUSTUB_CPU_COOPERATIVE_GROUP_H

#include "../memory/async_copy.h"
#include "reduce.h"

#include <cstddef>
#include <type_traits>
#include <utility>

#define _COOPERATIVE_GROUPS_H_
#define _COOPERATIVE_GROUPS_REDUCE_H
#define _COOPERATIVE_GROUPS_SCAN_H
#define _COOPERATIVE_GROUPS_MEMCPY_ASYNC

namespace cooperative_groups
{

template <typename Group> inline void sync(const Group &group)
{
    group.sync();
}

template <typename Group> inline unsigned long long thread_rank(const Group &group)
{
    return group.thread_rank();
}

template <typename Group> inline unsigned long long group_size(const Group &group)
{
    return group.num_threads();
}

/* --- Copies --------------------------------------------------------------------------------- */

/* Each call is a stage: one group of copies for each thread. */
template <typename Group>
inline void memcpy_async(const Group &group, void *to, const void *from, std::size_t bytes)
{
    ::custub_cpu::copy_share(to, from, bytes, static_cast<std::size_t>(group.num_threads()),
                             static_cast<std::size_t>(group.thread_rank()));
    ::custub_cpu::copy_commit();
}

/* Counts elements, as many as both have. */
template <typename Group, typename Type>
inline void memcpy_async(const Group &group, Type *to, std::size_t room, const Type *from,
                         std::size_t count)
{
    memcpy_async(group, static_cast<void *>(to), static_cast<const void *>(from),
                 (room < count ? room : count) * sizeof(Type));
}

template <typename Group> inline void wait(const Group &group)
{
    ::custub_cpu::copy_wait(0);
    group.sync();
}

template <unsigned int Stages, typename Group> inline void wait_prior(const Group &group)
{
    ::custub_cpu::copy_wait(Stages);
    group.sync();
}

/* --- One for all ---------------------------------------------------------------------------- */

template <typename Group, typename Function, typename... Arguments>
inline void invoke_one(const Group &group, Function &&function, Arguments &&...arguments)
{
    if (group.thread_rank() == 0)
        std::forward<Function>(function)(std::forward<Arguments>(arguments)...);
}

template <typename Group, typename Function, typename... Arguments>
inline auto invoke_one_broadcast(const Group &group, Function &&function, Arguments &&...arguments)
{
    typename std::decay<decltype(function(arguments...))>::type result{};
    if (group.thread_rank() == 0)
        result = std::forward<Function>(function)(std::forward<Arguments>(arguments)...);
    return group.from_rank(result, 0);
}

} // namespace cooperative_groups

#endif
