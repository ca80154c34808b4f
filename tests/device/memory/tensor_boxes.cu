// Bulk copies of boxes by a tensor map, by the functions of both namespaces of libcu++. `how` says which. A box
// has so many bytes, and takes so much room in shared memory.
#include <cuda.h>
#include <cuda/barrier>
#include <cuda/ptx>

#include "tensor_boxes.h"

namespace cde = cuda::device::experimental;
namespace ptx = cuda::ptx;
using block_barrier = cuda::barrier<cuda::thread_scope_block>;

// Swizzles go by the address: the box begins where their pattern does.
__device__ unsigned char *box_memory()
{
    extern __shared__ unsigned char shared[];

    return shared + (1024 - (unsigned)(reinterpret_cast<uintptr_t>(shared) % 1024)) % 1024;
}

#pragma nv_diag_suppress static_var_with_dynamic_init

// The box is copied out of shared memory, or into it, by all threads of the block.
#define BOX(rank, load, store, ...)                                                                                  \
    extern "C" __global__ void box_##rank##d(const __grid_constant__ CUtensorMap map, box_place at, int how,         \
                                             unsigned bytes, unsigned room, unsigned char *box)                      \
    {                                                                                                                \
        __shared__ block_barrier barrier;                                                                            \
        __shared__ uint64_t word;                                                                                    \
        unsigned char *own = box_memory();                                                                           \
        const int32_t place[] = {__VA_ARGS__};                                                                       \
        const bool loads = how == BOX_LOAD || how == BOX_LOAD_PTX;                                                   \
                                                                                                                     \
        for (unsigned i = threadIdx.x; i < room; i += blockDim.x)                                                    \
            own[i] = loads ? 0xa5 : box[i];                                                                          \
        if (threadIdx.x == 0) {                                                                                      \
            init(&barrier, blockDim.x);                                                                              \
            ptx::mbarrier_init(&word, 1);                                                                            \
        }                                                                                                            \
        cde::fence_proxy_async_shared_cta();                                                                         \
        __syncthreads();                                                                                             \
        if (how == BOX_LOAD) {                                                                                       \
            block_barrier::arrival_token token;                                                                      \
            if (threadIdx.x == 0) {                                                                                  \
                load(own, &map, __VA_ARGS__, barrier);                                                               \
                token = cuda::device::barrier_arrive_tx(barrier, 1, bytes);                                          \
            } else {                                                                                                 \
                token = barrier.arrive();                                                                            \
            }                                                                                                        \
            barrier.wait(std::move(token));                                                                          \
        } else if (how == BOX_LOAD_PTX) {                                                                            \
            if (threadIdx.x == 0) {                                                                                  \
                ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &word, bytes);   \
                ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, own, &map, place, &word);           \
            }                                                                                                        \
            while (!ptx::mbarrier_try_wait_parity(&word, 0))                                                         \
                continue;                                                                                            \
        } else if (threadIdx.x == 0) {                                                                               \
            store_box(place, how, &map, own, [&] { store(&map, __VA_ARGS__, own); });                                \
        }                                                                                                            \
        for (unsigned i = threadIdx.x; loads && i < room; i += blockDim.x)                                           \
            box[i] = own[i];                                                                                         \
    }

template <int Rank, class Store>
__device__ void store_box(const int32_t (&at)[Rank], int how, const CUtensorMap *map, const void *own, Store store)
{
    const auto global = ptx::space_global;
    const auto shared = ptx::space_shared;

    switch (how) {
    case BOX_STORE:
        store();
        break;
    case BOX_STORE_PTX:
        ptx::cp_async_bulk_tensor(global, shared, map, at, own);
        break;
    case BOX_ADD:
        ptx::cp_reduce_async_bulk_tensor(global, shared, ptx::op_add, map, at, own);
        break;
    case BOX_MIN:
        ptx::cp_reduce_async_bulk_tensor(global, shared, ptx::op_min, map, at, own);
        break;
    case BOX_MAX:
        ptx::cp_reduce_async_bulk_tensor(global, shared, ptx::op_max, map, at, own);
        break;
    case BOX_INC:
        ptx::cp_reduce_async_bulk_tensor(global, shared, ptx::op_inc, map, at, own);
        break;
    case BOX_DEC:
        ptx::cp_reduce_async_bulk_tensor(global, shared, ptx::op_dec, map, at, own);
        break;
    case BOX_AND:
        ptx::cp_reduce_async_bulk_tensor(global, shared, ptx::op_and_op, map, at, own);
        break;
    case BOX_OR:
        ptx::cp_reduce_async_bulk_tensor(global, shared, ptx::op_or_op, map, at, own);
        break;
    default:
        ptx::cp_reduce_async_bulk_tensor(global, shared, ptx::op_xor_op, map, at, own);
        break;
    }
    ptx::cp_async_bulk_commit_group();
    ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
}

BOX(1, cde::cp_async_bulk_tensor_1d_global_to_shared, cde::cp_async_bulk_tensor_1d_shared_to_global, at.x[0])
BOX(2, cde::cp_async_bulk_tensor_2d_global_to_shared, cde::cp_async_bulk_tensor_2d_shared_to_global, at.x[0], at.x[1])
BOX(3, cde::cp_async_bulk_tensor_3d_global_to_shared, cde::cp_async_bulk_tensor_3d_shared_to_global, at.x[0], at.x[1],
    at.x[2])
BOX(4, cde::cp_async_bulk_tensor_4d_global_to_shared, cde::cp_async_bulk_tensor_4d_shared_to_global, at.x[0], at.x[1],
    at.x[2], at.x[3])
BOX(5, cde::cp_async_bulk_tensor_5d_global_to_shared, cde::cp_async_bulk_tensor_5d_shared_to_global, at.x[0], at.x[1],
    at.x[2], at.x[3], at.x[4])

// Two threads issue copies of bytes to a barrier that a third one has told what to expect.
extern "C" __global__ void copy_bytes(const int *from, int *to)
{
    __shared__ alignas(16) int tile[256];
    __shared__ block_barrier barrier;

    if (threadIdx.x == 0)
        init(&barrier, blockDim.x);
    cde::fence_proxy_async_shared_cta();
    __syncthreads();
    if (threadIdx.x == 7)
        cuda::device::barrier_expect_tx(barrier, sizeof(tile));
    if (threadIdx.x == 3)
        cde::cp_async_bulk_global_to_shared(tile, from, sizeof(tile) / 2, barrier);
    if (threadIdx.x == 40)
        cuda::device::memcpy_async_tx(tile + 128, from + 128, cuda::aligned_size_t<16>(sizeof(tile) / 2), barrier);
    barrier.arrive_and_wait();
    for (unsigned i = threadIdx.x; i < 256; i += blockDim.x)
        tile[i] += 1;
    cde::fence_proxy_async_shared_cta();
    __syncthreads();
    if (threadIdx.x == 0) {
        cde::cp_async_bulk_shared_to_global(to, tile, sizeof(tile));
        cde::cp_async_bulk_commit_group();
        cde::cp_async_bulk_wait_group_read<0>();
    }
}

// Stages that are used again and again: the barrier's phases alternate.
extern "C" __global__ void sum_stages(const int *from, int *sums, int rounds)
{
    __shared__ alignas(16) int stages[2][64];
    __shared__ uint64_t full[2];
    int sum = 0;

    if (threadIdx.x == 0) {
        ptx::mbarrier_init(&full[0], 1);
        ptx::mbarrier_init(&full[1], 1);
        ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
    }
    __syncthreads();
    for (int round = 0; round < rounds; round++) {
        const int stage = round % 2;
        if (threadIdx.x == 0) {
            ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full[stage],
                                           sizeof(stages[0]));
            ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, stages[stage], from + 64 * round,
                               sizeof(stages[0]), &full[stage]);
        }
        while (!ptx::mbarrier_try_wait_parity(&full[stage], round / 2 % 2))
            continue;
        sum += stages[stage][threadIdx.x];
        __syncthreads();
    }
    sums[threadIdx.x] = sum;
}
