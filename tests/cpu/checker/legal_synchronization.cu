// Correct kernels that look wrong: they synchronize by barriers, warps, atomics and fences. The memory
// checker must not report them.

#define KERNEL(name) extern "C" __global__ void name(int *a, int *b, int n)
#define INDEX        (blockIdx.x * blockDim.x + threadIdx.x)
#define LANE         (threadIdx.x % 32)
#define WARP         (threadIdx.x / 32)
#define ALL          0xffffffffu

__device__ unsigned ticket;
__device__ int lock;
__device__ int under_lock;
__device__ volatile int states[16];

// --- Between blocks ------------------------------------------------------------------------------

KERNEL(right_last_block)
{
    __shared__ bool is_last;
    __shared__ int sums[64];

    b[INDEX] = a[INDEX];
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0)
        is_last = atomicInc(&ticket, gridDim.x) == gridDim.x - 1;
    __syncthreads();
    if (!is_last)
        return;
    sums[threadIdx.x] = 0;
    for (unsigned i = threadIdx.x; i < gridDim.x * blockDim.x; i += blockDim.x)
        sums[threadIdx.x] += ((volatile int *)b)[i];
    __syncthreads();
    for (unsigned half = 32; half > 0; half /= 2) {
        if (threadIdx.x < half)
            sums[threadIdx.x] += sums[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        a[0] = sums[0];
}

KERNEL(right_look_back)
{
    __shared__ int before;

    if (threadIdx.x == 0) {
        int sum = 0;
        if (blockIdx.x > 0) {
            while (states[blockIdx.x - 1] == 0)
                __nanosleep(20);
            sum = ((volatile int *)b)[blockIdx.x - 1];
        }
        b[blockIdx.x] = sum + a[INDEX];
        __threadfence();
        states[blockIdx.x] = 1;
        before = sum;
    }
    __syncthreads();
    if (threadIdx.x > 0)
        a[INDEX] = before;
}

KERNEL(right_lock_of_grid)
{
    if (threadIdx.x == 0) {
        while (atomicCAS(&lock, 0, 1) != 0)
            __nanosleep(20);
        __threadfence();
        under_lock = under_lock + 1;
        b[blockIdx.x] = under_lock;
        __threadfence();
        atomicExch(&lock, 0);
    }
}

// --- Warps ---------------------------------------------------------------------------------------

KERNEL(right_block_of_one_warp)
{
    __shared__ int sums[32];

    sums[threadIdx.x] = a[threadIdx.x];
    __syncwarp();
    for (unsigned half = 16; half > 0; half /= 2) {
        int other = threadIdx.x < half ? sums[threadIdx.x + half] : 0;
        __syncwarp();
        sums[threadIdx.x] += other;
        __syncwarp();
    }
    b[threadIdx.x] = sums[0];
}

KERNEL(right_volatile_with_syncwarp)
{
    volatile __shared__ int sums[64];

    sums[threadIdx.x] = a[threadIdx.x];
    __syncthreads();
    for (unsigned half = 16; half > 0; half /= 2) {
        if (LANE < half)
            sums[threadIdx.x] = sums[threadIdx.x] + sums[threadIdx.x + half];
        __syncwarp();
    }
    b[threadIdx.x] = sums[threadIdx.x / 32 * 32];
}

KERNEL(right_sums_of_warps)
{
    __shared__ int sums[32];
    int sum = a[threadIdx.x];

    for (unsigned half = 16; half > 0; half /= 2)
        sum += __shfl_down_sync(ALL, sum, half);
    if (LANE == 0)
        sums[WARP] = sum;
    __syncthreads();
    sum = threadIdx.x < blockDim.x / 32 ? sums[LANE] : 0;
    if (WARP == 0) {
        for (unsigned half = 16; half > 0; half /= 2)
            sum += __shfl_down_sync(ALL, sum, half);
    }
    if (threadIdx.x == 0)
        b[blockIdx.x] = sum;
}

KERNEL(right_halves_of_warp)
{
    __shared__ int tile[64];

    tile[threadIdx.x] = a[threadIdx.x];
    if (LANE < 16) {
        __syncwarp(0x0000ffffu);
        b[threadIdx.x] = tile[threadIdx.x ^ 1];
        __syncwarp(0x0000ffffu);
    } else {
        __syncwarp(0xffff0000u);
        b[threadIdx.x] = tile[threadIdx.x ^ 3];
        __syncwarp(0xffff0000u);
    }
    tile[threadIdx.x] = 0;
}

KERNEL(right_leader_counts)
{
    __shared__ int count;
    unsigned mask;
    int place = 0;

    if (threadIdx.x == 0)
        count = 0;
    __syncthreads();
    if (a[threadIdx.x] % 3 == 0) {
        mask = __activemask();
        unsigned leader = (unsigned)__ffs((int)mask) - 1;
        if (LANE == leader)
            place = atomicAdd(&count, __popc(mask));
        place = __shfl_sync(mask, place, (int)leader);
        b[place + __popc(mask & ((1u << LANE) - 1))] = a[threadIdx.x];
    }
    __syncthreads();
    a[threadIdx.x] = count;
}

KERNEL(right_order_is_transitive)
{
    // Lane 1 synchronizes with lane 0, then lane 2 with lane 1: so lane 2 sees what lane 0 wrote.
    __shared__ int value;

    if (LANE == 0)
        value = n;
    if (LANE <= 1)
        __syncwarp(3u);
    if (LANE == 1 || LANE == 2)
        __syncwarp(6u);
    if (LANE == 2)
        b[0] = value;
}

KERNEL(right_vote_ends_loop)
{
    __shared__ int steps[64];
    int left = a[threadIdx.x] % 5;

    steps[threadIdx.x] = 0;
    while (__any_sync(ALL, left > 0)) {
        if (left > 0) {
            left--;
            steps[threadIdx.x]++;
        }
    }
    __syncthreads();
    b[threadIdx.x] = steps[63 - threadIdx.x];
}

// A lane whose source is outside of its group reads its own value, which is defined.
KERNEL(right_shuffles_of_a_part)
{
    const unsigned lane = threadIdx.x % 32;
    const unsigned mask = 0x000fffffu;
    int sum = a[threadIdx.x];

    if (lane >= 20)
        return;
    for (unsigned k = 1; k < 20; k *= 2) {
        int before = __shfl_up_sync(mask, sum, k);
        if (lane >= k)
            sum += before;
    }
    b[threadIdx.x] = sum + __shfl_sync(mask, sum, 19) + __shfl_xor_sync(mask, sum, 3);
}

// --- Barriers ------------------------------------------------------------------------------------

KERNEL(right_warp_returns_early)
{
    __shared__ int tile[64];

    tile[threadIdx.x] = a[threadIdx.x];
    __syncthreads();
    if (WARP == 1)
        return;
    for (int round = 0; round < 3; round++) {
        int next = tile[(threadIdx.x + 1) % 64];
        __syncthreads();
        tile[threadIdx.x] = next;
        __syncthreads();
    }
    b[threadIdx.x] = tile[threadIdx.x];
}

KERNEL(right_barriers_that_vote)
{
    __shared__ int tile[64];
    int rounds = 0;

    tile[threadIdx.x] = a[threadIdx.x];
    while (__syncthreads_or(tile[threadIdx.x] > rounds && rounds < 5)) {
        int next = tile[(threadIdx.x + 1) % 64];
        if (__syncthreads_and(next >= 0))
            tile[threadIdx.x] = next;
        rounds += __syncthreads_count(1) / 64;
    }
    b[threadIdx.x] = tile[threadIdx.x];
}

KERNEL(right_barrier_by_a_uniform_condition)
{
    __shared__ int tile[64];

    for (int round = 0; round < 4; round++) {
        if (round % 2 == 0) {
            tile[threadIdx.x] = a[threadIdx.x] + round;
            __syncthreads();
        } else {
            b[threadIdx.x] = tile[63 - threadIdx.x];
            __syncthreads();
        }
    }
}

template <int Steps>
__device__ void reduce(int *sums)
{
    if (threadIdx.x < Steps)
        sums[threadIdx.x] += sums[threadIdx.x + Steps];
    __syncthreads();
    reduce<Steps / 2>(sums);
}

template <>
__device__ void reduce<0>(int *)
{
}

KERNEL(right_unrolled_by_template)
{
    __shared__ int sums[64];

    sums[threadIdx.x] = a[threadIdx.x];
    __syncthreads();
    reduce<32>(sums);
    b[threadIdx.x] = sums[0];
}
