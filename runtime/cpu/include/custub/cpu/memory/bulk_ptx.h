/* custub/cpu/memory/bulk_ptx.h: the functions of libcu++'s namespace cuda::ptx that copy in bulk
 * and wait for it; their names are those of the instructions (PTX ISA). Part of
 * custub/cpu_device.h. */
#ifndef CUSTUB_CPU_BULK_PTX_H
#define CUSTUB_CPU_BULK_PTX_H

#include "bulk_copy.h"

#if defined(CUSTUB_CPU_WITH_PTX)

#include <cuda/ptx>

namespace cuda
{
namespace ptx
{

/* --- mbarrier ------------------------------------------------------------------------------------
 */

inline void mbarrier_init(uint64_t *barrier, const uint32_t &count)
{
    ::custub_cpu::bulk_barrier_init(barrier, count);
}

inline uint64_t mbarrier_arrive(uint64_t *barrier, const uint32_t &count = 1)
{
    return ::custub_cpu::bulk_barrier_arrive(barrier, count);
}

template <dot_sem Sem, dot_scope Scope, dot_space Space>
uint64_t mbarrier_arrive(sem_t<Sem>, scope_t<Scope>, space_t<Space>, uint64_t *barrier,
                         const uint32_t &count = 1)
{
    return ::custub_cpu::bulk_barrier_arrive(barrier, count);
}

inline uint64_t mbarrier_arrive_no_complete(uint64_t *barrier, const uint32_t &count)
{
    return ::custub_cpu::bulk_barrier_arrive(barrier, count);
}

template <dot_sem Sem, dot_scope Scope, dot_space Space>
void mbarrier_expect_tx(sem_t<Sem>, scope_t<Scope>, space_t<Space>, uint64_t *barrier,
                        const uint32_t &bytes)
{
    ::custub_cpu::bulk_barrier_expect(barrier, bytes);
}

template <dot_sem Sem, dot_scope Scope, dot_space Space>
uint64_t mbarrier_arrive_expect_tx(sem_t<Sem>, scope_t<Scope>, space_t<Space>, uint64_t *barrier,
                                   const uint32_t &bytes)
{
    ::custub_cpu::bulk_barrier_expect(barrier, bytes);
    return ::custub_cpu::bulk_barrier_arrive(barrier, 1);
}

/* The waits. `state` is what an arrival returned; a parity is that of the phase to wait for. */
#define CUSTUB_CPU_WAIT(name, type, phase)                                                         \
    inline bool name(uint64_t *barrier, const type &value)                                         \
    {                                                                                              \
        return ::custub_cpu::bulk_barrier_test(barrier, phase);                                    \
    }                                                                                              \
    template <dot_sem Sem, dot_scope Scope>                                                        \
    bool name(sem_t<Sem>, scope_t<Scope>, uint64_t *barrier, const type &value)                    \
    {                                                                                              \
        return name(barrier, value);                                                               \
    }
#define CUSTUB_CPU_TIMED_WAIT(name, type, phase)                                                   \
    CUSTUB_CPU_WAIT(name, type, phase)                                                             \
    inline bool name(uint64_t *barrier, const type &value, const uint32_t &)                       \
    {                                                                                              \
        return name(barrier, value);                                                               \
    }                                                                                              \
    template <dot_sem Sem, dot_scope Scope>                                                        \
    bool name(sem_t<Sem>, scope_t<Scope>, uint64_t *barrier, const type &value, const uint32_t &)  \
    {                                                                                              \
        return name(barrier, value);                                                               \
    }

CUSTUB_CPU_WAIT(mbarrier_test_wait, uint64_t, value & ::custub_cpu::bulk_phase)
CUSTUB_CPU_WAIT(mbarrier_test_wait_parity, uint32_t, static_cast<uint64_t>(value) << 63)
CUSTUB_CPU_TIMED_WAIT(mbarrier_try_wait, uint64_t, value & ::custub_cpu::bulk_phase)
CUSTUB_CPU_TIMED_WAIT(mbarrier_try_wait_parity, uint32_t, static_cast<uint64_t>(value) << 63)

#undef CUSTUB_CPU_TIMED_WAIT
#undef CUSTUB_CPU_WAIT

/* --- Fences --------------------------------------------------------------------------------------
 */

template <dot_sem Sem, dot_scope Scope> void fence(sem_t<Sem>, scope_t<Scope>)
{
    __threadfence();
}

/* Copies are made at once, so that the other proxy sees what this one does. */
inline void fence_proxy_async()
{
}

template <dot_space Space> void fence_proxy_async(space_t<Space>)
{
}

template <dot_sem Sem, dot_scope Scope> void fence_mbarrier_init(sem_t<Sem>, scope_t<Scope>)
{
}

/* --- cp.async.bulk -------------------------------------------------------------------------------
 */

/* To shared memory, of the block or its cluster, which has one block here. */
template <dot_space Space>
void cp_async_bulk(space_t<Space>, space_global_t, void *to, const void *from, const uint32_t &size,
                   uint64_t *barrier)
{
    ::custub_cpu::bulk_bytes(CUSTUB_CPU_BULK_LOAD, to, from, size, barrier);
}

inline void cp_async_bulk(space_global_t, space_shared_t, void *to, const void *from,
                          const uint32_t &size)
{
    ::custub_cpu::bulk_bytes(CUSTUB_CPU_BULK_STORE, from, to, size, nullptr);
}

template <dot_space Space, int Rank>
void cp_async_bulk_tensor(space_t<Space>, space_global_t, void *to, const void *map,
                          const int32_t (&at)[Rank], uint64_t *barrier)
{
    ::custub_cpu::bulk_box(CUSTUB_CPU_BULK_LOAD, map, at, to, barrier);
}

template <int Rank>
void cp_async_bulk_tensor(space_global_t, space_shared_t, const void *map,
                          const int32_t (&at)[Rank], const void *from)
{
    ::custub_cpu::bulk_box(CUSTUB_CPU_BULK_STORE, map, at, from, nullptr);
}

template <dot_op Op, int Rank>
void cp_reduce_async_bulk_tensor(space_global_t, space_shared_t, op_t<Op>, const void *map,
                                 const int32_t (&at)[Rank], const void *from)
{
    constexpr custub_cpu_bulk how = Op == dot_op::add      ? CUSTUB_CPU_BULK_ADD
                                    : Op == dot_op::min    ? CUSTUB_CPU_BULK_MIN
                                    : Op == dot_op::max    ? CUSTUB_CPU_BULK_MAX
                                    : Op == dot_op::inc    ? CUSTUB_CPU_BULK_INC
                                    : Op == dot_op::dec    ? CUSTUB_CPU_BULK_DEC
                                    : Op == dot_op::and_op ? CUSTUB_CPU_BULK_AND
                                    : Op == dot_op::or_op  ? CUSTUB_CPU_BULK_OR
                                    : Op == dot_op::xor_op ? CUSTUB_CPU_BULK_XOR
                                                           : CUSTUB_CPU_BULK_STORE;
    static_assert(how != CUSTUB_CPU_BULK_STORE, "no such reduction");
    ::custub_cpu::bulk_box(how, map, at, from, nullptr);
}

inline void cp_async_bulk_commit_group()
{
    ::custub_cpu::bulk_commit();
}

template <int Prior> void cp_async_bulk_wait_group(n32_t<Prior>)
{
    ::custub_cpu::bulk_wait(Prior, false);
}

template <int Prior> void cp_async_bulk_wait_group_read(n32_t<Prior>)
{
    ::custub_cpu::bulk_wait(Prior, true);
}

} // namespace ptx
} // namespace cuda

#endif

#endif
