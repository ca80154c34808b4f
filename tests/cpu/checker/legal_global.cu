// Correct kernels that look as if they raced on global memory. The memory checker must not report them.
#include <cooperative_groups.h>
#include <cuda/atomic>
#include <custub/kernel.h>

namespace cg = cooperative_groups;

#define KERNEL(name)  extern "C" __global__ void name(int *a, int *b, int n)
#define OF_GRID(name) extern "C" CUSTUB_COOPERATIVE __global__ void name(int *a, int *b, int n)
#define INDEX         (blockIdx.x * blockDim.x + threadIdx.x)
#define ALL_THREADS   (gridDim.x * blockDim.x)

__device__ unsigned arrivals;
__device__ unsigned arrived_at_barrier;
__device__ int sum_of_all;
__device__ int mutex;
__device__ volatile int states[16];
__device__ int is_found;
__device__ volatile int stop;
__device__ cuda::atomic<int, cuda::thread_scope_device> ready;

// --- No order is needed --------------------------------------------------------------------------

KERNEL(right_global_own_part)
{
    for (int round = 0; round < 3; round++)
        b[INDEX] += a[INDEX] + round;
}

// The launch before wrote what other blocks read here.
KERNEL(right_global_part_of_others)
{
    a[INDEX] = b[ALL_THREADS - 1 - INDEX];
}

KERNEL(right_global_shared_input)
{
    int sum = 0;

    for (int i = 0; i < 64; i++)
        sum += a[i];
    b[INDEX] = sum;
}

KERNEL(right_global_histogram)
{
    atomicAdd(&b[a[INDEX] % 16], 1);
    atomicMax(&b[16 + a[INDEX] % 7], (int)INDEX);
    atomicExch(&b[40], (int)INDEX);
}

KERNEL(right_global_bytes)
{
    char *bytes = (char *)b;

    bytes[INDEX] = (char)a[INDEX];
    bytes[ALL_THREADS + INDEX] = bytes[INDEX];
}

KERNEL(right_global_same_value)
{
    if (a[INDEX] % 2)
        is_found = 1;
    b[threadIdx.x] = n;
}

KERNEL(right_global_places_by_counter)
{
    if (a[INDEX] % 3 == 0) {
        const unsigned place = atomicAdd(&arrivals, 1u);
        b[place] = a[INDEX];
    }
}

// As in the CUDA C++ Programming Guide: the plain read is a guess, which the update compares.
KERNEL(right_global_guess)
{
    int before = b[1], guess;

    do {
        guess = before;
        before = atomicCAS(&b[1], guess, guess + a[INDEX]);
    } while (before != guess);
}

KERNEL(right_global_early_end)
{
    for (int i = 0; i < 10 && !stop; i++) {
        b[INDEX] += a[INDEX];
        if (b[INDEX] > 100)
            stop = 1;
    }
}

// --- Flags ---------------------------------------------------------------------------------------

// As in threadFenceReduction: the last block adds what all have left.
KERNEL(right_global_last_block)
{
    __shared__ int tile[64];
    __shared__ bool is_last;

    tile[threadIdx.x] = a[INDEX];
    __syncthreads();
    for (unsigned half = 32; half > 0; half /= 2) {
        if (threadIdx.x < half)
            tile[threadIdx.x] += tile[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0) {
        b[blockIdx.x] = tile[0];
        __threadfence();
        is_last = atomicInc(&arrivals, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (!is_last)
        return;
    if (threadIdx.x < gridDim.x)
        atomicAdd(&tile[0], b[threadIdx.x]);
    __syncthreads();
    if (threadIdx.x == 0)
        a[0] = tile[0];
}

KERNEL(right_global_fences_of_all)
{
    __shared__ bool is_last;

    b[INDEX] = a[INDEX];
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0)
        is_last = atomicAdd(&arrivals, 1u) == gridDim.x - 1;
    __syncthreads();
    if (is_last)
        a[threadIdx.x] = b[threadIdx.x] + b[threadIdx.x + 64] + b[threadIdx.x + 128];
}

KERNEL(right_global_fence_after_the_barrier)
{
    __shared__ bool is_last;

    b[INDEX] = a[INDEX];
    __syncthreads();
    if (threadIdx.x == 0) {
        __threadfence();
        is_last = atomicAdd(&arrivals, 1u) == gridDim.x - 1;
    }
    __syncthreads();
    if (is_last)
        a[threadIdx.x] = b[threadIdx.x] + b[threadIdx.x + 64] + b[threadIdx.x + 128];
}

KERNEL(right_global_look_back)
{
    __shared__ int before;

    if (threadIdx.x == 0) {
        before = 0;
        if (blockIdx.x > 0) {
            while (states[blockIdx.x - 1] == 0)
                __nanosleep(20);
            __threadfence();
            before = b[blockIdx.x - 1];
        }
        b[blockIdx.x] = before + a[INDEX];
        __threadfence();
        states[blockIdx.x] = 1;
    }
    __syncthreads();
    a[INDEX] += before;
}

// The first block's write is known to the last one, through the flags of those between them.
KERNEL(right_global_chain)
{
    if (threadIdx.x > 0)
        return;
    if (blockIdx.x == 0)
        b[0] = n;
    else
        while (states[blockIdx.x - 1] == 0)
            __nanosleep(20);
    if (blockIdx.x == gridDim.x - 1)
        a[0] = b[0];
    __threadfence();
    states[blockIdx.x] = 1;
}

KERNEL(right_global_lock)
{
    if (threadIdx.x % 32 == 0) {
        while (atomicCAS(&mutex, 0, 1) != 0)
            __nanosleep(20);
        __threadfence();
        sum_of_all = sum_of_all + a[INDEX];
        b[0] = sum_of_all;
        __threadfence();
        atomicExch(&mutex, 0);
    }
}

KERNEL(right_global_release_and_acquire)
{
    if (threadIdx.x > 0)
        return;
    if (blockIdx.x == 0) {
        b[0] = n;
        ready.store(1, cuda::memory_order_release);
    } else {
        while (ready.load(cuda::memory_order_acquire) == 0)
            __nanosleep(20);
        a[blockIdx.x] = b[0];
    }
}

KERNEL(right_global_sequential_updates)
{
    if (threadIdx.x > 0)
        return;
    b[blockIdx.x] = n;
    if (ready.fetch_add(1) == (int)gridDim.x - 1)
        for (unsigned i = 0; i < gridDim.x; i++)
            a[i] = b[i];
}

KERNEL(right_global_cached_flag)
{
    if (threadIdx.x > 0)
        return;
    if (blockIdx.x == 0) {
        b[0] = n;
        __threadfence();
        __stcg(&is_found, 1);
    } else {
        while (__ldcg(&is_found) == 0)
            __nanosleep(20);
        __threadfence();
        a[blockIdx.x] = b[0];
    }
}

// --- Barriers ------------------------------------------------------------------------------------

KERNEL(right_global_barrier_of_block)
{
    b[threadIdx.x] = a[threadIdx.x];
    __syncthreads();
    a[threadIdx.x] = b[63 - threadIdx.x];
    __syncthreads();
    b[threadIdx.x] = a[63 - threadIdx.x];
}

KERNEL(right_global_warps)
{
    b[threadIdx.x] = a[threadIdx.x];
    __syncwarp();
    a[threadIdx.x] = b[threadIdx.x ^ 5];
}

// A barrier of the grid that the kernel makes for itself.
KERNEL(right_global_own_barrier)
{
    b[INDEX] = a[INDEX];
    __syncthreads();
    if (threadIdx.x == 0) {
        __threadfence();
        atomicAdd(&arrived_at_barrier, 1u);
        while (*(volatile unsigned *)&arrived_at_barrier < gridDim.x)
            __nanosleep(20);
        __threadfence();
    }
    __syncthreads();
    a[INDEX] = b[ALL_THREADS - 1 - INDEX];
}

OF_GRID(right_global_sync_of_grid)
{
    for (int round = 0; round < 4; round++) {
        b[INDEX] = a[ALL_THREADS - 1 - INDEX];
        cg::this_grid().sync();
        a[INDEX] = b[(INDEX + 1) % ALL_THREADS];
        cg::this_grid().sync();
    }
}

OF_GRID(right_global_arrive_and_wait)
{
    b[INDEX] = a[INDEX];
    auto token = cg::this_grid().barrier_arrive();
    const int own = a[INDEX];
    cg::this_grid().barrier_wait(std::move(token));
    a[INDEX] = own + b[ALL_THREADS - 1 - INDEX];
}

// The first block waits for nobody, and the others for all of its threads.
OF_GRID(right_global_arrive_and_end)
{
    b[INDEX] = a[INDEX];
    auto token = cg::this_grid().barrier_arrive();
    if (blockIdx.x == 0)
        return;
    cg::this_grid().barrier_wait(std::move(token));
    a[INDEX] = b[ALL_THREADS - 1 - INDEX];
}
