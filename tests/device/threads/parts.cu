// Barriers of a part of a block, barriers in shared memory, and copies to shared memory.
#include <cuda_awbarrier_primitives.h>
#include <cuda_pipeline.h>

// The results of __syncthreads_count, _and and _or; then of __uni_sync over a whole warp.
extern "C" __global__ void block_votes(int *out)
{
    const int i = (int)threadIdx.x;

    out += 8 * i;
    out[0] = __syncthreads_count(i % 3 == 0);
    out[1] = __syncthreads_and(i >= 0);
    out[2] = __syncthreads_and(i != 5);
    out[3] = __syncthreads_or(i == 5);
    out[4] = __syncthreads_or(i < 0);
    out[5] = __uni_sync(0xffffffffu, i / 32);
    out[6] = __uni_sync(0xffffffffu, i % 2);
    __threadfence_block();
    __threadfence_system();
}

// The first half of the block synchronizes several times while the other half does something else.
extern "C" __global__ void halves_apart(int *out)
{
    __shared__ int numbers[128];
    const unsigned i = threadIdx.x;

    numbers[i] = (int)i;
    __barrier_sync(0);
    if (i < 64) {
        for (int round = 0; round < 5; round++) {
            const int next = numbers[(i + 1) % 64];
            __barrier_sync_count(1, 64);
            numbers[i] = next;
            __barrier_sync_count(1, 64);
        }
    } else {
        const int other = numbers[64 + (i + 7) % 64];
        __barrier_sync_count(2, 64);
        numbers[i] = other;
    }
    __barrier_sync(3);
    out[i] = numbers[127 - i];
}

// The first warp fills a buffer that the others read, twice. Two barriers make them wait.
extern "C" __global__ void pass_on_by_barriers(int *out)
{
    __shared__ __mbarrier_t filled, emptied;
    __shared__ int buffer[32];
    const unsigned i = threadIdx.x;

    if (i == 0) {
        __mbarrier_init(&filled, 32);
        __mbarrier_init(&emptied, blockDim.x - 32);
    }
    __syncthreads();
    for (int round = 0; round < 2; round++) {
        if (i < 32) {
            buffer[i] = (int)i + 100 * round;
            __mbarrier_arrive(&filled);
            while (!__mbarrier_try_wait_parity(&emptied, round % 2, 1000))
                ;
        } else {
            while (!__mbarrier_test_wait_parity(&filled, round % 2))
                ;
            out[2 * i + round] = buffer[(i + 1) % 32];
            const __mbarrier_token_t token = __mbarrier_arrive(&emptied);
            while (!__mbarrier_try_wait(&emptied, token, 1000))
                ;
        }
    }
    __syncthreads();
    if (i == 0) {
        __mbarrier_inval(&filled);
        __mbarrier_inval(&emptied);
        out[0] = __mbarrier_maximum_count() >= 1024;
    }
}

// One thread counts the arrivals that are left: after a drop there is one less.
extern "C" __global__ void count_arrivals(int *out)
{
    __shared__ __mbarrier_t barrier;

    __mbarrier_init(&barrier, 3);
    const __mbarrier_token_t first = __mbarrier_arrive(&barrier);
    out[0] = (int)__mbarrier_token_pending_count(first);
    out[1] = __mbarrier_test_wait(&barrier, first);
    const __mbarrier_token_t second = __mbarrier_arrive_and_drop(&barrier);
    out[2] = (int)__mbarrier_token_pending_count(second);
    __mbarrier_arrive(&barrier);
    out[3] = __mbarrier_test_wait(&barrier, first);
    const __mbarrier_token_t third = __mbarrier_arrive(&barrier);
    out[4] = (int)__mbarrier_token_pending_count(third);
    __mbarrier_arrive(&barrier);
    out[5] = __mbarrier_test_wait(&barrier, third);
    __mbarrier_inval(&barrier);
}

// Each thread copies for its neighbour: 4, 8 and 16 bytes at once, some of them replaced by zeros.
extern "C" __global__ void copy_beside(int *out, const int *in)
{
    __shared__ __align__(16) int kept[2 * 64 + 4 * 64];
    __shared__ __mbarrier_t barrier;
    const unsigned i = threadIdx.x;

    if (i == 0)
        __mbarrier_init(&barrier, blockDim.x);
    __syncthreads();
    __pipeline_memcpy_async(&kept[i], &in[i], 4);
    __pipeline_commit();
    if (i < 32)
        __pipeline_memcpy_async(&kept[64 + 2 * i], &in[2 * i], 8, 4);
    __pipeline_commit();
    __pipeline_memcpy_async(&kept[128 + 4 * i], &in[4 * (i % 16)], 16);
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __pipeline_wait_prior(0);
    __pipeline_arrive_on(&barrier);
    const __mbarrier_token_t token = __mbarrier_arrive(&barrier);
    while (!__mbarrier_test_wait(&barrier, token))
        ;
    out[3 * i] = kept[(i + 1) % 64];
    out[3 * i + 1] = kept[64 + (i + 1) % 64];
    out[3 * i + 2] = kept[128 + (4 * i + 5) % 256];
}

// A thread sleeps until another one sets a flag. The clocks advance.
extern "C" __global__ void sleep_until(int *out)
{
    __shared__ int spoken;
    const long long before = clock64();
    const clock_t short_before = clock();

    if (threadIdx.x == 0)
        spoken = 0;
    __syncthreads();
    if (threadIdx.x == 0) {
        while (!atomicAdd(&spoken, 0))
            __nanosleep(100);
    } else if (threadIdx.x == 40) {
        __nanosleep(1000);
        atomicExch(&spoken, 1);
    }
    __syncthreads();
    out[threadIdx.x] = (clock64() > before) + 2 * (clock() != short_before) + 4 * spoken;
}
