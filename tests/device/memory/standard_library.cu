// libcu++ in kernels: barriers, pipelines, latches, semaphores and atomics on which threads wait.
#include <cooperative_groups.h>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/latch>
#include <cuda/pipeline>
#include <cuda/semaphore>
#include <cuda/std/barrier>
#include <new>

#if defined(__CUDACC__)
#pragma nv_diag_suppress static_var_with_dynamic_init
#endif

using block_barrier = cuda::barrier<cuda::thread_scope_block>;

// Memory for an object that has no default constructor, and so cannot be a shared variable itself.
#define SHARED_ROOM(type, name)                                                                    \
    __shared__ alignas(type) unsigned char name##_room[sizeof(type)];                              \
    type &name = *reinterpret_cast<type *>(name##_room)

// Each thread reads what its neighbour wrote in the round before.
extern "C" __global__ void meet_at_barrier(int *out, int rounds)
{
    __shared__ block_barrier barrier;
    __shared__ int numbers[128];
    const unsigned i = threadIdx.x;

    if (i == 0)
        init(&barrier, blockDim.x);
    __syncthreads();
    numbers[i] = (int)i;
    barrier.arrive_and_wait();
    for (int round = 0; round < rounds; round++) {
        const int next = numbers[(i + 1) % blockDim.x];
        barrier.wait(barrier.arrive());
        numbers[i] = next;
        barrier.arrive_and_wait();
    }
    out[i] = numbers[i];
}

// Copies into shared memory that a pipeline waits for.
extern "C" __global__ void copy_and_wait(int *out, const int *in)
{
    __shared__ int first[64], second[64];
    const unsigned i = threadIdx.x;
    auto pipeline = cuda::make_pipeline();

    pipeline.producer_acquire();
    cuda::memcpy_async(&first[i], &in[i], sizeof(int), pipeline);
    pipeline.producer_commit();
    pipeline.producer_acquire();
    cuda::memcpy_async(&second[i], &in[64 + i], sizeof(int), pipeline);
    pipeline.producer_commit();
    pipeline.consumer_wait();
    pipeline.consumer_release();
    pipeline.consumer_wait();
    __syncthreads();
    out[2 * i] = first[63 - i];
    out[2 * i + 1] = second[63 - i];
    pipeline.consumer_release();
}

// Atomic updates in each scope, and by a reference.
extern "C" __global__ void update_atomics(unsigned *sums)
{
    __shared__ cuda::atomic<unsigned, cuda::thread_scope_block> in_block;
    const cuda::atomic_ref<unsigned, cuda::thread_scope_device> sum(sums[0]);
    const cuda::atomic_ref<unsigned, cuda::thread_scope_system> most(sums[1]);

    if (threadIdx.x == 0)
        in_block.store(0);
    __syncthreads();
    in_block.fetch_add(threadIdx.x, cuda::std::memory_order_relaxed);
    sum.fetch_add(1);
    most.fetch_max(threadIdx.x);
    cuda::atomic_thread_fence(cuda::std::memory_order_seq_cst, cuda::thread_scope_block);
    __syncthreads();
    if (threadIdx.x == 0)
        sums[2 + blockIdx.x] = in_block.load();
}

// A function that runs once in each phase, when the last thread has come.
struct count_phases {
    int *phases;
    __device__ void operator()() const
    {
        ++*phases;
    }
};

extern "C" __global__ void complete_phases(int *out)
{
    using counting_barrier = cuda::barrier<cuda::thread_scope_block, count_phases>;
    __shared__ int phases;
    SHARED_ROOM(counting_barrier, barrier);

    if (threadIdx.x == 0) {
        phases = 0;
        new (&barrier) counting_barrier(blockDim.x, count_phases{&phases});
    }
    __syncthreads();
    for (int i = 0; i < 4; i++)
        barrier.arrive_and_wait();
    out[threadIdx.x] = phases;
}

// Half of the threads drop out of the barrier, the others continue to use it.
extern "C" __global__ void drop_out(int *out)
{
    __shared__ block_barrier barrier;
    __shared__ int rounds;
    const unsigned i = threadIdx.x;

    if (i == 0) {
        init(&barrier, blockDim.x);
        rounds = 0;
    }
    __syncthreads();
    out[i] = 0;
    if (i % 2) {
        barrier.arrive_and_drop();
        return;
    }
    for (int round = 0; round < 3; round++) {
        barrier.arrive_and_wait();
        if (i == 0)
            rounds++;
        barrier.arrive_and_wait();
        out[i] += rounds;
    }
}

// By parity, and for a limited time.
extern "C" __global__ void wait_by_parity(int *out)
{
    __shared__ block_barrier barrier;
    __shared__ int value;
    const unsigned i = threadIdx.x;

    if (i == 0)
        init(&barrier, 1);
    __syncthreads();
    if (i == 70) {
        value = 11;
        (void)barrier.arrive();
        out[i] = 11;
        return;
    }
    if (i % 2)
        barrier.wait_parity(false);
    else
        while (!barrier.try_wait_parity_for(false, cuda::std::chrono::microseconds(10)))
            ;
    out[i] = value;
}

// A barrier of the device: the threads of all blocks.
using device_barrier = cuda::barrier<cuda::thread_scope_device>;

extern "C" __global__ void meet_in_grid(void *room, int *out)
{
    device_barrier *const barrier = static_cast<device_barrier *>(room);
    const int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    const int count = (int)(gridDim.x * blockDim.x);
    volatile int *const shared = out + count;

    shared[i] = i;
    barrier->arrive_and_wait();
    out[i] = shared[count - 1 - i];
}

extern "C" __global__ void make_barrier(void *room, int threads)
{
    init(static_cast<device_barrier *>(room), threads);
}

// Copies of a whole group that a barrier waits for.
extern "C" __global__ void copy_with_barrier(int *out, const int *in)
{
    __shared__ block_barrier barrier;
    __shared__ alignas(16) int kept[256];
    auto block = cooperative_groups::this_thread_block();

    if (block.thread_rank() == 0)
        init(&barrier, block.size());
    block.sync();
    cuda::memcpy_async(block, kept, in, cuda::aligned_size_t<16>(sizeof(int) * block.size()), barrier);
    barrier.arrive_and_wait();
    out[threadIdx.x] = kept[block.size() - 1 - threadIdx.x];
}

// The first warp copies ahead of the others, through a pipeline of two stages.
extern "C" __global__ void produce_and_consume(int *out, const int *in, int pieces)
{
    constexpr unsigned stages = 2, size = 64;
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, stages> state;
    __shared__ int kept[stages][size];
    auto block = cooperative_groups::this_thread_block();
    const bool produces = threadIdx.x < 32;
    auto pipeline = cuda::make_pipeline(
        block, &state, produces ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer);

    for (int piece = 0; piece < pieces; piece++) {
        if (produces) {
            pipeline.producer_acquire();
            for (unsigned i = threadIdx.x; i < size; i += 32)
                cuda::memcpy_async(&kept[piece % stages][i], &in[piece * size + i], sizeof(int),
                                   pipeline);
            pipeline.producer_commit();
        } else {
            pipeline.consumer_wait();
            out[piece * size + threadIdx.x - 32] = 2 * kept[piece % stages][95 - threadIdx.x];
            pipeline.consumer_release();
        }
    }
}

// All threads of a block in a pipeline that has no roles.
extern "C" __global__ void share_pipeline(int *out, const int *in, int pieces)
{
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 3> state;
    __shared__ int kept[3][64];
    auto block = cooperative_groups::this_thread_block();
    auto pipeline = cuda::make_pipeline(block, &state);

    for (int fetched = 0, piece = 0; piece < pieces; piece++) {
        for (; fetched < pieces && fetched < piece + 3; fetched++) {
            pipeline.producer_acquire();
            cuda::memcpy_async(block, kept[fetched % 3], in + fetched * 64, 64 * sizeof(int), pipeline);
            pipeline.producer_commit();
        }
        pipeline.consumer_wait();
        out[piece * 64 + threadIdx.x] = kept[piece % 3][63 - threadIdx.x];
        pipeline.consumer_release();
    }
}

// The threads take turns: each waits until the number is its own.
extern "C" __global__ void wait_for_number(int *out)
{
    __shared__ cuda::atomic<int, cuda::thread_scope_block> turn;
    const int i = (int)threadIdx.x;

    if (i == 0)
        turn.store(0);
    __syncthreads();
    for (;;) {
        const int now = turn.load();
        if (now == (int)blockDim.x - 1 - i)
            break;
        turn.wait(now);
    }
    out[i] = turn.fetch_add(1);
    turn.notify_all();
}

// Three threads at a time are inside. One at a time counts.
extern "C" __global__ void enter_by_semaphore(int *out)
{
    using counting = cuda::counting_semaphore<cuda::thread_scope_block, 3>;
    using binary = cuda::binary_semaphore<cuda::thread_scope_block>;
    using latch = cuda::latch<cuda::thread_scope_block>;
    SHARED_ROOM(counting, seats);
    SHARED_ROOM(binary, key);
    SHARED_ROOM(latch, all);
    __shared__ int inside, most, total;

    if (threadIdx.x == 0) {
        new (&seats) counting(3);
        new (&key) binary(1);
        new (&all) latch(blockDim.x);
        inside = most = total = 0;
    }
    __syncthreads();
    seats.acquire();
    key.acquire();
    total++;
    most = ++inside > most ? inside : most;
    key.release();
    __nanosleep(20);
    key.acquire();
    inside--;
    key.release();
    seats.release();
    all.arrive_and_wait();
    out[threadIdx.x] = 1000 * (most >= 1 && most <= 3) + total;
}

// The same with namespace cuda::std, whose scope is the whole system.
extern "C" __global__ void wait_by_std(int *out)
{
    using barrier_of_all = cuda::std::barrier<>;
    SHARED_ROOM(barrier_of_all, barrier);
    __shared__ cuda::std::atomic<int> count;
    __shared__ cuda::std::atomic_flag flag;

    if (threadIdx.x == 0) {
        new (&barrier) barrier_of_all(blockDim.x);
        new (&count) cuda::std::atomic<int>(0);
        flag.clear();
    }
    __syncthreads();
    while (flag.test_and_set())
        ;
    count.store(count.load(cuda::std::memory_order_relaxed) + 1);
    flag.clear();
    barrier.arrive_and_wait();
    out[threadIdx.x] = count.load();
}
