// Kernels that race on global memory: blocks run in any order, and at the same time. A comment "race: WORDS"
// marks each of the two accesses, of which the later one is reported.
#include <string.h>

#define KERNEL(name) extern "C" __global__ void name(int *a, int *b, int n)
#define INDEX        (blockIdx.x * blockDim.x + threadIdx.x)

__device__ int total;
__device__ int is_ready;
__device__ unsigned arrivals;
__device__ unsigned all_arrived;
__device__ volatile int signals[16];

// --- Between blocks ------------------------------------------------------------------------------

KERNEL(global_index_without_block)
{
    b[threadIdx.x] = a[INDEX]; // race: write of byte
}

KERNEL(global_read_of_the_next_block)
{
    const unsigned next = (INDEX + blockDim.x) % (gridDim.x * blockDim.x);

    b[INDEX] = a[INDEX]; // race: write of byte
    a[INDEX] = b[next]; // race: read of byte
}

// The first block has long ended when the last one writes.
KERNEL(global_write_after_the_read)
{
    if (blockIdx.x == 0)
        a[threadIdx.x] = b[threadIdx.x + 64]; // race: read of byte
    else if (blockIdx.x == 3)
        b[threadIdx.x + 64] = -1; // race: write of byte
}

KERNEL(global_sum_without_atomic)
{
    if (threadIdx.x == 0)
        b[0] += a[INDEX]; // race: read of byte 0 of the device allocation
}

KERNEL(global_sum_in_a_variable)
{
    if (threadIdx.x == 0)
        total = total + a[INDEX]; // race: read of byte 0 of the variable 'total'
}

KERNEL(global_stencil_in_place)
{
    const int left = INDEX > 0 ? a[INDEX - 1] : 0; // race: read of byte

    __syncthreads();
    a[INDEX] += left; // race: write of byte
}

KERNEL(global_plain_read_of_a_counter)
{
    if (threadIdx.x == 0)
        atomicAdd(&b[0], 1); // race: write of byte
    if (threadIdx.x == 1)
        a[blockIdx.x] = b[0]; // race: read of byte 0 of the device allocation
}

KERNEL(global_guard_by_a_plain_read)
{
    if (b[3] < (int)INDEX) // race: read of byte 12 of the device allocation
        atomicMax(&b[3], (int)INDEX); // race: write of byte
}

KERNEL(global_reset_of_a_counter)
{
    if (threadIdx.x == 0 && blockIdx.x == 2)
        b[7] = 0; // race: write of byte 28 of the device allocation
    if (threadIdx.x == 0 && blockIdx.x != 2)
        atomicAdd(&b[7], 1); // race: write of byte
}

// A block is idle after its only write, until the others have ended.
KERNEL(global_write_of_an_idle_block)
{
    if (threadIdx.x == 0)
        b[11] = (int)blockIdx.x + 1; // race: write of byte 44 of the device allocation
    if (blockIdx.x == 1 && threadIdx.x == 0)
        __nanosleep(20000000);
}

KERNEL(global_vectors_that_overlap)
{
    int four[4] = {(int)INDEX, 1, 2, (int)INDEX};

    if (threadIdx.x == 0)
        memcpy(b + 3 * blockIdx.x, four, sizeof(four)); // race: write of byte
}

struct sums {
    int of_block[6];
};

// GCC tells the checker of both sides of a copy before it makes it.
KERNEL(global_structures_that_overlap)
{
    struct sums *all = (struct sums *)a;

    if (threadIdx.x > 0)
        return;
    all[blockIdx.x + 1].of_block[5] = (int)blockIdx.x;
    *(struct sums *)b = all[blockIdx.x + 1]; // race: write of byte
}

KERNEL(global_bytes_of_a_word)
{
    char *bytes = (char *)b;

    if (threadIdx.x == 0) {
        bytes[blockIdx.x] = 7; // race: write of byte
        a[blockIdx.x] = b[0]; // race: read of byte
    }
}

// --- Flags ---------------------------------------------------------------------------------------

KERNEL(global_last_block_without_fence)
{
    __shared__ bool is_last;

    b[INDEX] = a[INDEX]; // race: write of byte
    __syncthreads();
    if (threadIdx.x == 0)
        is_last = atomicInc(&arrivals, gridDim.x - 1) == gridDim.x - 1;
    __syncthreads();
    if (is_last)
        a[threadIdx.x + 192] = b[threadIdx.x] + b[threadIdx.x + 64]; // race: read of byte
}

KERNEL(global_last_block_without_barrier)
{
    __shared__ bool is_last;

    b[INDEX] = a[INDEX]; // race: write of byte
    if (threadIdx.x == 0) {
        __threadfence();
        is_last = atomicInc(&arrivals, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (is_last)
        a[threadIdx.x + 192] = b[threadIdx.x] + b[threadIdx.x + 64]; // race: read of byte
}

KERNEL(global_all_blocks_are_the_last)
{
    b[INDEX] = a[INDEX]; // race: write of byte
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0)
        atomicAdd(&arrivals, 1);
    __syncthreads();
    a[INDEX] = b[(INDEX + blockDim.x) % (gridDim.x * blockDim.x)]; // race: read of byte
}

KERNEL(global_signal_without_fence)
{
    if (threadIdx.x > 0)
        return;
    if (blockIdx.x > 0)
        while (signals[blockIdx.x - 1] == 0)
            __nanosleep(20);
    b[blockIdx.x] = blockIdx.x > 0 ? b[blockIdx.x - 1] + 1 : n; // race: read of byte
    signals[blockIdx.x] = 1;
}

KERNEL(global_plain_flag)
{
    if (threadIdx.x > 0)
        return;
    if (blockIdx.x == 0) {
        b[0] = n; // race: write of byte
        __threadfence();
        is_ready = 1; // race: write of byte
    } else if (is_ready) { // race: read of byte 0 of the variable 'is_ready'
        a[blockIdx.x] = b[0]; // race: read of byte 0 of the device allocation
    }
}

KERNEL(global_lock_without_fence)
{
    if (threadIdx.x > 0)
        return;
    while (atomicCAS(&all_arrived, 0u, 1u) != 0)
        __nanosleep(20);
    b[0] = b[0] + 1; // race: read of byte 0 of the device allocation
    atomicExch(&all_arrived, 0u);
}

KERNEL(global_barrier_of_the_block_only)
{
    b[INDEX] = a[INDEX]; // race: write of byte
    __threadfence();
    __syncthreads();
    a[INDEX] = b[gridDim.x * blockDim.x - 1 - INDEX]; // race: read of byte
}

// --- In a block ----------------------------------------------------------------------------------

KERNEL(global_without_barrier)
{
    b[threadIdx.x] = a[threadIdx.x]; // race: write of byte
    a[threadIdx.x] = b[63 - threadIdx.x]; // race: read of byte
}

KERNEL(global_barrier_too_late)
{
    for (int round = 1; round < 3; round++) {
        b[threadIdx.x] = round; // race: write of byte
        __syncthreads();
        a[threadIdx.x] += b[63 - threadIdx.x]; // race: read of byte
    }
}

KERNEL(global_between_warps)
{
    b[threadIdx.x] = a[threadIdx.x]; // race: write of byte
    __syncwarp();
    a[threadIdx.x] = b[threadIdx.x ^ 1] + b[threadIdx.x ^ 32]; // race: read of byte
}

__device__ void store(int *place, int value)
{
    *place = value; // race of global_in_a_function: write of byte
}

KERNEL(global_in_a_function)
{
    store(b + threadIdx.x / 2, (int)threadIdx.x);
}
