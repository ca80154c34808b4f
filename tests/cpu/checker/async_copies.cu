// Asynchronous copies whose memory is accessed before they are complete, and correct ones. The
// expected report is at the end of the line, as in mistakes.cu.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/barrier>
#include <cuda_awbarrier_primitives.h>
#include <cuda_pipeline.h>

#if defined(__CUDACC__)
#pragma nv_diag_suppress static_var_with_dynamic_init
#endif

namespace cg = cooperative_groups;

using block_barrier = cuda::barrier<cuda::thread_scope_block>;

#define KERNEL(name) extern "C" __global__ void name(int *a, int *b, int n)
#define SIZE         64 // of a block, and of a stage

__device__ __forceinline__ void fetch(int *to, const int *from)
{
    __pipeline_memcpy_async(to, from, sizeof(*to));
    __pipeline_commit();
}

// --- Groups of a thread's copies -----------------------------------------------------------------

KERNEL(read_before_the_wait)
{
    __shared__ int tile[SIZE];

    fetch(&tile[threadIdx.x], &a[threadIdx.x]);
    b[threadIdx.x] = tile[threadIdx.x]; // fault: before the wait: read of 4 bytes
    __pipeline_wait_prior(0);
}

KERNEL(barrier_in_place_of_the_wait)
{
    __shared__ int tile[SIZE];

    fetch(&tile[threadIdx.x], &a[threadIdx.x]);
    __syncthreads();
    b[threadIdx.x] = tile[SIZE - 1 - threadIdx.x]; // fault: before the wait: read of 4 bytes
    __pipeline_wait_prior(0);
}

KERNEL(last_group_not_waited_for)
{
    __shared__ int tile[2][SIZE];

    fetch(&tile[0][threadIdx.x], &a[threadIdx.x]);
    fetch(&tile[1][threadIdx.x], &a[SIZE + threadIdx.x]);
    __pipeline_wait_prior(1);
    b[threadIdx.x] = tile[0][threadIdx.x];
    b[SIZE + threadIdx.x] = tile[1][threadIdx.x]; // fault: before the wait: read of 4 bytes
}

KERNEL(copy_without_commit)
{
    __shared__ int tile[SIZE];

    __pipeline_memcpy_async(&tile[threadIdx.x], &a[threadIdx.x], sizeof(int));
    __pipeline_wait_prior(0);
    b[threadIdx.x] = tile[threadIdx.x]; // fault: before the wait: read of 4 bytes
}

KERNEL(source_overwritten_before_the_wait)
{
    __shared__ int tile[SIZE];

    fetch(&tile[threadIdx.x], &a[threadIdx.x]);
    a[threadIdx.x] = n; // fault: before the wait: write of 4 bytes
    __pipeline_wait_prior(0);
    b[threadIdx.x] = tile[threadIdx.x];
}

KERNEL(target_overwritten_before_the_wait)
{
    __shared__ int tile[SIZE];

    fetch(&tile[threadIdx.x], &a[threadIdx.x]);
    tile[threadIdx.x] = n; // fault: before the wait: write of 4 bytes
    __pipeline_wait_prior(0);
    b[threadIdx.x] = tile[threadIdx.x];
}

// Waits for all groups but the last, which is the one that it reads in the last round.
KERNEL(last_round_waits_too_little)
{
    __shared__ int tile[2][SIZE];

    fetch(&tile[0][threadIdx.x], &a[threadIdx.x]);
    for (int i = 0; i < 4; i++) {
        if (i < 3)
            fetch(&tile[(i + 1) % 2][threadIdx.x], &a[(i + 1) * SIZE + threadIdx.x]);
        __pipeline_wait_prior(1);
        __syncthreads();
        b[i * SIZE + threadIdx.x] =
            tile[i % 2][SIZE - 1 - threadIdx.x]; // fault: before the wait: read
        __syncthreads();
    }
}

// --- Groups of threads ---------------------------------------------------------------------------

KERNEL(group_copy_without_wait)
{
    __shared__ int tile[SIZE];
    cg::thread_block block = cg::this_thread_block();

    cg::memcpy_async(block, tile, a, sizeof(tile));
    block.sync();
    b[threadIdx.x] = tile[SIZE - 1 - threadIdx.x]; // fault: before the wait: read of 4 bytes
    cg::wait(block);
}

KERNEL(group_copy_waits_for_the_first)
{
    __shared__ int tile[2][SIZE];
    cg::thread_block block = cg::this_thread_block();

    cg::memcpy_async(block, tile[0], a, sizeof(tile[0]));
    cg::memcpy_async(block, tile[1], a + SIZE, sizeof(tile[1]));
    cg::wait_prior<1>(block);
    b[threadIdx.x] = tile[0][SIZE - 1 - threadIdx.x];
    b[SIZE + threadIdx.x] =
        tile[1][SIZE - 1 - threadIdx.x]; // fault: before the wait: read of 4 bytes
    cg::wait(block);
}

// --- Barriers ------------------------------------------------------------------------------------

KERNEL(read_before_the_barriers_wait)
{
    __shared__ block_barrier barrier;
    __shared__ alignas(16) int tile[SIZE];
    cg::thread_block block = cg::this_thread_block();

    if (threadIdx.x == 0)
        init(&barrier, SIZE);
    __syncthreads();
    cuda::memcpy_async(block, tile, a, cuda::aligned_size_t<16>(sizeof(tile)), barrier);
    block_barrier::arrival_token token = barrier.arrive();
    b[threadIdx.x] = tile[threadIdx.x]; // fault: before the wait: read of 4 bytes
    barrier.wait(static_cast<block_barrier::arrival_token &&>(token));
}

KERNEL(other_barrier_waited_for)
{
    __shared__ block_barrier barriers[2];
    __shared__ int tile[2][SIZE];

    if (threadIdx.x < 2)
        init(&barriers[threadIdx.x], SIZE);
    __syncthreads();
    for (int i = 0; i < 2; i++)
        cuda::memcpy_async(&tile[i][threadIdx.x], &a[i * SIZE + threadIdx.x], sizeof(int),
                           barriers[i]);
    barriers[0].arrive_and_wait();
    b[threadIdx.x] = tile[0][threadIdx.x];
    b[SIZE + threadIdx.x] = tile[1][threadIdx.x]; // fault: before the wait: read of 4 bytes
    barriers[1].arrive_and_wait();
}

KERNEL(read_before_the_test_of_the_barrier)
{
    __shared__ __mbarrier_t barrier;
    __shared__ int tile[SIZE];

    if (threadIdx.x == 0)
        __mbarrier_init(&barrier, SIZE);
    __syncthreads();
    __pipeline_memcpy_async(&tile[threadIdx.x], &a[threadIdx.x], sizeof(int));
    __pipeline_arrive_on(&barrier);
    __mbarrier_token_t token = __mbarrier_arrive(&barrier);
    b[threadIdx.x] = tile[threadIdx.x]; // fault: before the wait: read of 4 bytes
    while (!__mbarrier_test_wait(&barrier, token))
        continue;
}

// --- Correct kernels -----------------------------------------------------------------------------

KERNEL(right_two_stages)
{
    __shared__ int tile[2][SIZE];

    fetch(&tile[0][threadIdx.x], &a[threadIdx.x]);
    for (int i = 0; i < 4; i++) {
        if (i < 3)
            __pipeline_memcpy_async(&tile[(i + 1) % 2][threadIdx.x],
                                    &a[(i + 1) * SIZE + threadIdx.x], 4);
        __pipeline_commit();
        __pipeline_wait_prior(1);
        __syncthreads();
        b[i * SIZE + threadIdx.x] = tile[i % 2][SIZE - 1 - threadIdx.x];
        __syncthreads();
    }
}

KERNEL(right_three_stages)
{
    __shared__ int tile[3][SIZE];

    for (int i = 0; i < 2; i++)
        fetch(&tile[i][threadIdx.x], &a[i * SIZE + threadIdx.x]);
    for (int i = 0; i < 4; i++) {
        __pipeline_wait_prior(1);
        __syncthreads();
        if (i + 2 < 4)
            __pipeline_memcpy_async(&tile[(i + 2) % 3][threadIdx.x],
                                    &a[(i + 2) * SIZE + threadIdx.x], 4);
        __pipeline_commit();
        b[i * SIZE + threadIdx.x] = tile[i % 3][SIZE - 1 - threadIdx.x];
    }
}

KERNEL(right_source_written_after_the_wait)
{
    __shared__ alignas(16) int tile[SIZE];

    if (threadIdx.x < SIZE / 4) { // the last copy becomes 0
        bool is_last = threadIdx.x == SIZE / 4 - 1;
        __pipeline_memcpy_async(&tile[4 * threadIdx.x], &a[is_last ? n : 4 * (int)threadIdx.x], 16,
                                is_last ? 16 : 0);
        __pipeline_commit();
        b[threadIdx.x] = a[4 * threadIdx.x]; // the source may be read
        __pipeline_wait_prior(0);
    }
    __syncthreads();
    a[threadIdx.x] = tile[SIZE - 1 - threadIdx.x];
    __syncthreads();
    tile[threadIdx.x] = n;
}

// Threads beyond the edge make the same copy as the last thread inside.
KERNEL(right_same_copy_by_several)
{
    __shared__ int tile[SIZE];
    unsigned at = threadIdx.x < 40 ? threadIdx.x : 39;

    fetch(&tile[at], &a[at]);
    __pipeline_wait_prior(0);
    __syncthreads();
    b[threadIdx.x] = tile[39 - at];
}

KERNEL(right_stages_of_a_group)
{
    __shared__ int tile[2][SIZE];
    cg::thread_block block = cg::this_thread_block();

    cg::memcpy_async(block, tile[0], a, sizeof(tile[0]));
    for (int i = 0; i < 4; i++) {
        if (i < 3) {
            cg::memcpy_async(block, tile[(i + 1) % 2], a + (i + 1) * SIZE, sizeof(tile[0]));
            cg::wait_prior<1>(block);
        } else {
            cg::wait(block);
        }
        b[i * SIZE + threadIdx.x] = tile[i % 2][SIZE - 1 - threadIdx.x];
        block.sync();
    }
}

KERNEL(right_stages_of_barriers)
{
    __shared__ block_barrier barriers[2];
    __shared__ int tile[2][SIZE];

    if (threadIdx.x < 2)
        init(&barriers[threadIdx.x], SIZE);
    __syncthreads();
    cuda::memcpy_async(&tile[0][threadIdx.x], &a[threadIdx.x], sizeof(int), barriers[0]);
    for (int i = 0; i < 4; i++) {
        if (i < 3)
            cuda::memcpy_async(&tile[(i + 1) % 2][threadIdx.x], &a[(i + 1) * SIZE + threadIdx.x],
                               sizeof(int), barriers[(i + 1) % 2]);
        barriers[i % 2].arrive_and_wait();
        b[i * SIZE + threadIdx.x] = tile[i % 2][SIZE - 1 - threadIdx.x];
        __syncthreads();
    }
}

// One thread copies and waits; a barrier orders the others after it.
KERNEL(right_one_waits_for_all)
{
    __shared__ block_barrier barrier;
    __shared__ int tile[SIZE];

    if (threadIdx.x == 0) {
        init(&barrier, 1);
        cuda::memcpy_async(tile, a, sizeof(tile), barrier);
        barrier.arrive_and_wait();
    }
    __syncthreads();
    b[threadIdx.x] = tile[SIZE - 1 - threadIdx.x];
}

KERNEL(right_test_of_the_barrier)
{
    __shared__ __mbarrier_t barrier;
    __shared__ int tile[SIZE];

    if (threadIdx.x == 0)
        __mbarrier_init(&barrier, SIZE);
    __syncthreads();
    for (int i = 0; i < 4; i++) {
        __pipeline_memcpy_async(&tile[threadIdx.x], &a[i * SIZE + threadIdx.x], sizeof(int));
        __pipeline_arrive_on(&barrier);
        __mbarrier_token_t token = __mbarrier_arrive(&barrier);
        while (!__mbarrier_test_wait(&barrier, token))
            continue;
        b[i * SIZE + threadIdx.x] = tile[SIZE - 1 - threadIdx.x];
        __syncthreads();
    }
}
