// Copies of pipelines whose memory is accessed before they are complete, and correct ones. The
// expected report is at the end of the line, as in mistakes.cu.
#include <cooperative_groups.h>
#include <cuda/barrier>
#include <cuda/pipeline>

#if defined(__CUDACC__)
#pragma nv_diag_suppress static_var_with_dynamic_init
#endif

namespace cg = cooperative_groups;

using block_barrier = cuda::barrier<cuda::thread_scope_block>;
template <int Stages>
using block_state = cuda::pipeline_shared_state<cuda::thread_scope_block, Stages>;

#define KERNEL(name) extern "C" __global__ void name(int *a, int *b, int n)
#define SIZE         64 // of a block, and of a stage
#define ROUNDS       4

template <cuda::thread_scope Scope>
__device__ __forceinline__ void fetch(cuda::pipeline<Scope> &pipeline, int *to, const int *from)
{
    pipeline.producer_acquire();
    cuda::memcpy_async(to, from, sizeof(*to), pipeline);
    pipeline.producer_commit();
}

// --- A thread's pipeline -------------------------------------------------------------------------

KERNEL(pipeline_not_waited_for)
{
    __shared__ int tile[SIZE];
    auto pipeline = cuda::make_pipeline();

    fetch(pipeline, &tile[threadIdx.x], &a[threadIdx.x]);
    b[threadIdx.x] = tile[threadIdx.x]; // fault: before the wait: read of 4 bytes
    pipeline.consumer_wait();
    pipeline.consumer_release();
}

KERNEL(pipeline_without_commit)
{
    __shared__ int tile[SIZE];
    auto pipeline = cuda::make_pipeline();

    pipeline.producer_acquire();
    cuda::memcpy_async(&tile[threadIdx.x], &a[threadIdx.x], sizeof(int), pipeline);
    pipeline.consumer_wait();
    b[threadIdx.x] = tile[threadIdx.x]; // fault: before the wait: read of 4 bytes
}

KERNEL(pipeline_of_two_waits_for_one)
{
    __shared__ int tile[2][SIZE];
    auto pipeline = cuda::make_pipeline();

    fetch(pipeline, &tile[0][threadIdx.x], &a[threadIdx.x]);
    fetch(pipeline, &tile[1][threadIdx.x], &a[SIZE + threadIdx.x]);
    pipeline.consumer_wait();
    b[threadIdx.x] = tile[0][threadIdx.x];
    b[SIZE + threadIdx.x] = tile[1][threadIdx.x]; // fault: before the wait: read of 4 bytes
}

KERNEL(pipeline_waits_for_all_but_one)
{
    __shared__ int tile[2][SIZE];
    auto pipeline = cuda::make_pipeline();

    fetch(pipeline, &tile[0][threadIdx.x], &a[threadIdx.x]);
    fetch(pipeline, &tile[1][threadIdx.x], &a[SIZE + threadIdx.x]);
    cuda::pipeline_consumer_wait_prior<1>(pipeline);
    b[threadIdx.x] =
        tile[0][threadIdx.x] + tile[1][threadIdx.x]; // fault: before the wait: read of 4 bytes
}

KERNEL(pipeline_source_overwritten)
{
    __shared__ int tile[SIZE];
    auto pipeline = cuda::make_pipeline();

    fetch(pipeline, &tile[threadIdx.x], &a[threadIdx.x]);
    a[threadIdx.x] = n; // fault: before the wait: write of 4 bytes
    pipeline.consumer_wait();
    b[threadIdx.x] = tile[threadIdx.x];
}

// A barrier of the block does not wait for the copies.
KERNEL(pipeline_of_a_group_without_wait)
{
    __shared__ alignas(16) int tile[SIZE];
    cg::thread_block block = cg::this_thread_block();
    auto pipeline = cuda::make_pipeline();

    pipeline.producer_acquire();
    cuda::memcpy_async(block, tile, a, cuda::aligned_size_t<16>(sizeof(tile)), pipeline);
    pipeline.producer_commit();
    block.sync();
    b[threadIdx.x] = tile[SIZE - 1 - threadIdx.x]; // fault: before the wait: read of 4 bytes
    pipeline.consumer_wait();
}

KERNEL(pipeline_of_a_barrier_not_waited_for)
{
    __shared__ block_barrier barrier;
    __shared__ int tile[SIZE];
    auto pipeline = cuda::make_pipeline();

    if (threadIdx.x == 0)
        init(&barrier, SIZE);
    __syncthreads();
    cuda::memcpy_async(&tile[threadIdx.x], &a[threadIdx.x], sizeof(int), pipeline);
    cuda::pipeline_producer_commit(pipeline, barrier);
    block_barrier::arrival_token token = barrier.arrive();
    b[threadIdx.x] = tile[threadIdx.x]; // fault: before the wait: read of 4 bytes
    barrier.wait(static_cast<block_barrier::arrival_token &&>(token));
}

// --- A block's pipeline --------------------------------------------------------------------------

KERNEL(pipeline_of_a_block_without_wait)
{
    __shared__ block_state<1> state;
    __shared__ int tile[SIZE];
    cg::thread_block block = cg::this_thread_block();
    auto pipeline = cuda::make_pipeline(block, &state);

    fetch(pipeline, &tile[threadIdx.x], &a[threadIdx.x]);
    __syncthreads();
    b[threadIdx.x] = tile[SIZE - 1 - threadIdx.x]; // fault: before the wait: read of 4 bytes
}

KERNEL(pipeline_of_a_block_reads_the_next_stage)
{
    __shared__ block_state<2> state;
    __shared__ int tile[2][SIZE];
    cg::thread_block block = cg::this_thread_block();
    auto pipeline = cuda::make_pipeline(block, &state);

    for (int i = 0; i < 2; i++)
        fetch(pipeline, &tile[i][threadIdx.x], &a[i * SIZE + threadIdx.x]);
    pipeline.consumer_wait();
    b[threadIdx.x] = tile[1][threadIdx.x]; // fault: before the wait: read of 4 bytes
}

// The last round reads the stage that was fetched for the round after it.
KERNEL(pipeline_of_a_block_one_round_too_far)
{
    __shared__ block_state<2> state;
    __shared__ int tile[2][SIZE];
    cg::thread_block block = cg::this_thread_block();
    auto pipeline = cuda::make_pipeline(block, &state);

    fetch(pipeline, &tile[0][threadIdx.x], &a[threadIdx.x]);
    for (int i = 0; i < ROUNDS - 1; i++) {
        fetch(pipeline, &tile[(i + 1) % 2][threadIdx.x], &a[(i + 1) * SIZE + threadIdx.x]);
        pipeline.consumer_wait();
        b[i * SIZE + threadIdx.x] = tile[i % 2][SIZE - 1 - threadIdx.x];
        pipeline.consumer_release();
    }
    __syncthreads();
    b[threadIdx.x] = tile[1][SIZE - 1 - threadIdx.x]; // fault: before the wait: read of 4 bytes
}

KERNEL(pipeline_consumers_do_not_wait)
{
    __shared__ block_state<1> state;
    __shared__ int tile[SIZE / 2];
    cg::thread_block block = cg::this_thread_block();
    const bool produces = threadIdx.x < SIZE / 2;
    auto pipeline = cuda::make_pipeline(
        block, &state, produces ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer);

    if (produces)
        fetch(pipeline, &tile[threadIdx.x], &a[threadIdx.x]);
    __syncthreads();
    if (!produces)
        b[threadIdx.x] = tile[SIZE - 1 - threadIdx.x]; // fault: before the wait: read of 4 bytes
}

// --- Correct kernels -----------------------------------------------------------------------------

// While one stage is read, the next two are fetched.
KERNEL(right_pipeline_of_a_thread)
{
    __shared__ int tile[3][SIZE];
    auto pipeline = cuda::make_pipeline();

    for (int fetched = 0, i = 0; i < ROUNDS; i++) {
        for (; fetched < ROUNDS && fetched < i + 3; fetched++)
            fetch(pipeline, &tile[fetched % 3][threadIdx.x], &a[fetched * SIZE + threadIdx.x]);
        pipeline.consumer_wait();
        __syncthreads();
        b[i * SIZE + threadIdx.x] = tile[i % 3][SIZE - 1 - threadIdx.x];
        pipeline.consumer_release();
        __syncthreads();
    }
    a[threadIdx.x] = n;
}

// Every round commits a stage. The last round's is empty.
KERNEL(right_pipeline_waits_for_all_but_one)
{
    __shared__ int tile[2][SIZE];
    auto pipeline = cuda::make_pipeline();

    fetch(pipeline, &tile[0][threadIdx.x], &a[threadIdx.x]);
    for (int i = 0; i < ROUNDS; i++) {
        if (i + 1 < ROUNDS)
            cuda::memcpy_async(&tile[(i + 1) % 2][threadIdx.x], &a[(i + 1) * SIZE + threadIdx.x],
                               sizeof(int), pipeline);
        pipeline.producer_commit();
        cuda::pipeline_consumer_wait_prior<1>(pipeline);
        b[i * SIZE + threadIdx.x] = tile[i % 2][threadIdx.x];
    }
}

// Each pipeline waits for its own stages, whatever the other one has committed since.
KERNEL(right_two_pipelines_of_a_thread)
{
    __shared__ int tile[3][SIZE];
    auto first = cuda::make_pipeline();
    auto second = cuda::make_pipeline();

    fetch(first, &tile[0][threadIdx.x], &a[threadIdx.x]);
    fetch(first, &tile[1][threadIdx.x], &a[SIZE + threadIdx.x]);
    fetch(second, &tile[2][threadIdx.x], &a[2 * SIZE + threadIdx.x]);
    first.consumer_wait();
    b[threadIdx.x] = tile[0][threadIdx.x];
    second.consumer_wait();
    b[2 * SIZE + threadIdx.x] = tile[2][threadIdx.x];
    first.consumer_wait();
    b[SIZE + threadIdx.x] = tile[1][threadIdx.x];
}

KERNEL(right_pipeline_of_a_group)
{
    __shared__ alignas(16) int tile[2][SIZE];
    cg::thread_block block = cg::this_thread_block();
    auto pipeline = cuda::make_pipeline();

    for (int i = 0; i < 2; i++) {
        pipeline.producer_acquire();
        cuda::memcpy_async(block, tile[i], a + i * SIZE, cuda::aligned_size_t<16>(sizeof(tile[i])),
                           pipeline);
        pipeline.producer_commit();
    }
    for (int i = 0; i < 2; i++) {
        pipeline.consumer_wait();
        block.sync();
        b[i * SIZE + threadIdx.x] = tile[i][SIZE - 1 - threadIdx.x];
        pipeline.consumer_release();
    }
}

KERNEL(right_pipeline_of_a_barrier)
{
    __shared__ block_barrier barrier;
    __shared__ int tile[2][SIZE];
    auto pipeline = cuda::make_pipeline();

    if (threadIdx.x == 0)
        init(&barrier, SIZE);
    __syncthreads();
    cuda::memcpy_async(&tile[0][threadIdx.x], &a[threadIdx.x], sizeof(int), pipeline);
    pipeline.producer_commit();
    cuda::memcpy_async(&tile[1][threadIdx.x], &a[SIZE + threadIdx.x], sizeof(int), pipeline);
    cuda::pipeline_producer_commit(pipeline, barrier);
    barrier.arrive_and_wait();
    b[threadIdx.x] = tile[0][SIZE - 1 - threadIdx.x] + tile[1][SIZE - 1 - threadIdx.x];
}

KERNEL(right_pipeline_of_a_block)
{
    __shared__ block_state<2> state;
    __shared__ int tile[2][SIZE];
    cg::thread_block block = cg::this_thread_block();
    auto pipeline = cuda::make_pipeline(block, &state);

    for (int fetched = 0, i = 0; i < ROUNDS; i++) {
        for (; fetched < ROUNDS && fetched < i + 2; fetched++) {
            pipeline.producer_acquire();
            cuda::memcpy_async(block, tile[fetched % 2], a + fetched * SIZE, sizeof(tile[0]),
                               pipeline);
            pipeline.producer_commit();
        }
        pipeline.consumer_wait();
        b[i * SIZE + threadIdx.x] = tile[i % 2][SIZE - 1 - threadIdx.x];
        pipeline.consumer_release();
    }
}

// The first half of the threads fetches what the second half reads. Then all write the shared memory.
template <class Role> __device__ void produce_and_consume(int *a, int *b, Role role)
{
    __shared__ block_state<2> state;
    __shared__ int tile[2][SIZE / 2];
    const int i = (int)threadIdx.x % (SIZE / 2);
    cg::thread_block block = cg::this_thread_block();
    auto pipeline = cuda::make_pipeline(block, &state, role);

    for (int round = 0; round < ROUNDS; round++)
        if (threadIdx.x < SIZE / 2) {
            fetch(pipeline, &tile[round % 2][i], &a[round * SIZE / 2 + i]);
        } else {
            while (!pipeline.consumer_wait_for(cuda::std::chrono::microseconds(1)))
                continue;
            b[round * SIZE / 2 + i] = tile[round % 2][SIZE / 2 - 1 - i];
            pipeline.consumer_release();
        }
    pipeline.quit();
    __syncthreads();
    tile[0][i] = 0;
}

KERNEL(right_pipeline_of_roles)
{
    produce_and_consume(a, b,
                        threadIdx.x < SIZE / 2 ? cuda::pipeline_role::producer
                                               : cuda::pipeline_role::consumer);
}

KERNEL(right_pipeline_of_counted_producers)
{
    produce_and_consume(a, b, (std::size_t)(SIZE / 2));
}

// A pipeline for each warp.
KERNEL(right_pipeline_of_a_warp)
{
    __shared__ block_state<2> states[2];
    __shared__ int tile[2][2][32];
    const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    auto group = cg::tiled_partition<32>(cg::this_thread_block());
    auto pipeline = cuda::make_pipeline(group, &states[warp]);

    for (unsigned fetched = 0, i = 0; i < ROUNDS; i++) {
        for (; fetched < ROUNDS && fetched < i + 2; fetched++) {
            pipeline.producer_acquire();
            cuda::memcpy_async(group, tile[warp][fetched % 2], a + fetched * SIZE + warp * 32,
                               sizeof(tile[warp][0]), pipeline);
            pipeline.producer_commit();
        }
        pipeline.consumer_wait();
        b[i * SIZE + threadIdx.x] = tile[warp][i % 2][31 - lane];
        pipeline.consumer_release();
    }
}
