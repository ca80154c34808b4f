/* custub/cpu/memory/bulk_copy.h: bulk copies between shared and global memory, also by tensor maps,
 * and the barriers that learn of them (libcu++, "cuda::device", "cuda::ptx"), which libcu++ has
 * only for devices. All barriers have the form of cuda::barrier. Part of custub/cpu_device.h; a
 * file's own includes of libcu++ follow. */
#ifndef CUSTUB_CPU_BULK_COPY_H
#define CUSTUB_CPU_BULK_COPY_H

#include "standard_library.h"

#if defined(CUSTUB_CPU_WITH_BARRIER)

#include <cuda/barrier>
#if __has_include(<cuda/__barrier/async_contract_fulfillment.h>)
#include <cuda/__barrier/async_contract_fulfillment.h> /* else in <cuda/barrier> */
#endif

#include <cstddef>
#include <type_traits>

namespace custub_cpu
{

/* --- Barriers ------------------------------------------------------------------------------------
 */

/* A word of cuda::barrier<cuda::thread_scope_block>: the threads that a phase waits for (bits 0 to
 * 31), those that have arrived (32 to 62), and the phase. Both numbers begin so that the last
 * arrival changes the phase. */
constexpr uint64_t bulk_arrival = uint64_t(1) << 32;
constexpr uint64_t bulk_phase = uint64_t(1) << 63;

inline void bulk_barrier_init(uint64_t *barrier, uint32_t count)
{
    const uint64_t threads = (uint64_t(1) << 31) - count;
    __atomic_store_n(barrier, threads << 32 | threads, __ATOMIC_RELAXED);
}

/* Returns the phase in which the thread arrived. */
inline uint64_t bulk_barrier_arrive(uint64_t *barrier, uint32_t count)
{
    const uint64_t step = bulk_arrival * count;
    const uint64_t old = __atomic_fetch_add(barrier, step, __ATOMIC_ACQ_REL);
    if ((old ^ (old + step)) & bulk_phase)
        __atomic_fetch_add(barrier, old << 32, __ATOMIC_RELAXED);
    return old & bulk_phase;
}

/* A thread that tests repeatedly lets others run. */
inline bool bulk_barrier_test(const uint64_t *barrier, uint64_t phase)
{
    const bool is_over = (__atomic_load_n(barrier, __ATOMIC_ACQUIRE) & bulk_phase) != phase;
    if (!is_over)
        yield();
    return is_over;
}

inline void bulk_barrier_expect(uint64_t *barrier, std::ptrdiff_t bytes)
{
    services->transact(barrier, bytes);
}

/* --- Copies --------------------------------------------------------------------------------------
 */

inline void bulk_copy(custub_cpu_bulk_copy *copy)
{
    copy->size = sizeof(*copy);
    const int64_t bytes = services->bulk_copy(copy);
    if (!copy->barrier)
        return;
    __atomic_fetch_add(copy->barrier, 0, __ATOMIC_RELEASE); /* for those who wait for it */
    services->transact(copy->barrier, -bytes);
}

inline void bulk_bytes(custub_cpu_bulk how, const void *shared, const void *global, uint32_t bytes,
                       uint64_t *barrier)
{
    custub_cpu_bulk_copy copy = {};
    copy.how = how;
    copy.shared = const_cast<void *>(shared);
    copy.global = const_cast<void *>(global);
    copy.bytes = bytes;
    copy.barrier = barrier;
    bulk_copy(&copy);
}

template <int Rank>
inline void bulk_box(custub_cpu_bulk how, const void *map, const int32_t (&at)[Rank],
                     const void *shared, uint64_t *barrier)
{
    static_assert(Rank <= 5, "a tensor has 1 to 5 dimensions");
    custub_cpu_bulk_copy copy = {};
    copy.how = how;
    copy.shared = const_cast<void *>(shared);
    copy.map = map;
    copy.rank = Rank;
    for (int i = 0; i < Rank; i++)
        copy.at[i] = at[i];
    copy.barrier = barrier;
    bulk_copy(&copy);
}

inline void bulk_commit()
{
#if defined(CUSTUB_CPU_CHECKED)
    custub_cpu_check_table.bulk_commit();
#endif
}

inline void bulk_wait(std::size_t prior, bool is_read)
{
#if defined(CUSTUB_CPU_CHECKED)
    custub_cpu_check_table.bulk_wait(prior, is_read);
#else
    (void)prior;
    (void)is_read;
#endif
}

using block_barrier = cuda::barrier<cuda::thread_scope_block>;

inline uint64_t *bulk_word(block_barrier &barrier)
{
    static_assert(sizeof(barrier) == sizeof(uint64_t), "the form of libcu++'s barrier");
    return reinterpret_cast<uint64_t *>(&barrier);
}

} // namespace custub_cpu

/* --- cuda::device --------------------------------------------------------------------------------
 */

/* libcu++ declares the first one in a namespace with its version. */
#if defined(_LIBCUDACXX_BEGIN_NAMESPACE_CUDA_DEVICE)
_LIBCUDACXX_BEGIN_NAMESPACE_CUDA_DEVICE
#elif defined(_CCCL_BEGIN_NAMESPACE_CUDA_DEVICE)
_CCCL_BEGIN_NAMESPACE_CUDA_DEVICE
#else
namespace cuda
{
namespace device
{
#endif

inline ::std::uint64_t *barrier_native_handle(::custub_cpu::block_barrier &barrier)
{
    return ::custub_cpu::bulk_word(barrier);
}

#if defined(_LIBCUDACXX_BEGIN_NAMESPACE_CUDA_DEVICE)
_LIBCUDACXX_END_NAMESPACE_CUDA_DEVICE
#elif defined(_CCCL_BEGIN_NAMESPACE_CUDA_DEVICE)
_CCCL_END_NAMESPACE_CUDA_DEVICE
#else
}
}
#endif

namespace cuda
{
namespace device
{

inline void barrier_expect_tx(::custub_cpu::block_barrier &barrier, ::std::ptrdiff_t bytes)
{
    ::custub_cpu::bulk_barrier_expect(::custub_cpu::bulk_word(barrier), bytes);
}

inline ::custub_cpu::block_barrier::arrival_token
barrier_arrive_tx(::custub_cpu::block_barrier &barrier, ::std::ptrdiff_t count,
                  ::std::ptrdiff_t bytes)
{
    barrier_expect_tx(barrier, bytes);
    return barrier.arrive(count);
}

template <typename Type, typename Size>
async_contract_fulfillment memcpy_async_tx(Type *to, const Type *from, Size size,
                                           ::custub_cpu::block_barrier &barrier)
{
    ::custub_cpu::bulk_bytes(CUSTUB_CPU_BULK_LOAD, to, from,
                             static_cast<uint32_t>(static_cast<::std::size_t>(size)),
                             ::custub_cpu::bulk_word(barrier));
    return async_contract_fulfillment::async;
}

namespace experimental
{

inline void cp_async_bulk_global_to_shared(void *to, const void *from, uint32_t size,
                                           ::custub_cpu::block_barrier &barrier)
{
    ::custub_cpu::bulk_bytes(CUSTUB_CPU_BULK_LOAD, to, from, size,
                             ::custub_cpu::bulk_word(barrier));
}

inline void cp_async_bulk_shared_to_global(void *to, const void *from, uint32_t size)
{
    ::custub_cpu::bulk_bytes(CUSTUB_CPU_BULK_STORE, from, to, size, nullptr);
}

#define CUSTUB_CPU_BOX(rank, parameters, ...)                                                      \
    inline void cp_async_bulk_tensor_##rank##d_global_to_shared(                                   \
        void *to, const void *map, CUSTUB_CPU_LIST parameters,                                     \
        ::custub_cpu::block_barrier &barrier)                                                      \
    {                                                                                              \
        const int32_t at[] = {__VA_ARGS__};                                                        \
        ::custub_cpu::bulk_box(CUSTUB_CPU_BULK_LOAD, map, at, to,                                  \
                               ::custub_cpu::bulk_word(barrier));                                  \
    }                                                                                              \
    inline void cp_async_bulk_tensor_##rank##d_shared_to_global(                                   \
        const void *map, CUSTUB_CPU_LIST parameters, const void *from)                             \
    {                                                                                              \
        const int32_t at[] = {__VA_ARGS__};                                                        \
        ::custub_cpu::bulk_box(CUSTUB_CPU_BULK_STORE, map, at, from, nullptr);                     \
    }
#define CUSTUB_CPU_LIST(...) __VA_ARGS__

CUSTUB_CPU_BOX(1, (int x), x)
CUSTUB_CPU_BOX(2, (int x, int y), x, y)
CUSTUB_CPU_BOX(3, (int x, int y, int z), x, y, z)
CUSTUB_CPU_BOX(4, (int x, int y, int z, int u), x, y, z, u)
CUSTUB_CPU_BOX(5, (int x, int y, int z, int u, int v), x, y, z, u, v)

#undef CUSTUB_CPU_BOX
#undef CUSTUB_CPU_LIST

inline void fence_proxy_async_shared_cta()
{
}

inline void cp_async_bulk_commit_group()
{
    ::custub_cpu::bulk_commit();
}

template <int Prior> inline void cp_async_bulk_wait_group_read()
{
    ::custub_cpu::bulk_wait(Prior, true);
}

} // namespace experimental
} // namespace device
} // namespace cuda

#endif

#endif
