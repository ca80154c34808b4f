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

// --- Shared memory -------------------------------------------------------------------------------

KERNEL(right_two_buffers)
{
    __shared__ int sums[2][64];
    int from = 0;

    sums[0][threadIdx.x] = a[threadIdx.x];
    __syncthreads();
    for (unsigned distance = 1; distance < 64; distance *= 2) {
        int sum = sums[from][threadIdx.x];
        if (threadIdx.x >= distance)
            sum += sums[from][threadIdx.x - distance];
        from = 1 - from;
        sums[from][threadIdx.x] = sum;
        __syncthreads();
    }
    b[threadIdx.x] = sums[from][threadIdx.x];
}

KERNEL(right_scan_of_tree)
{
    __shared__ int tree[128 + 4];
    unsigned offset = 1;

    tree[2 * threadIdx.x + 2 * threadIdx.x / 32] = a[2 * threadIdx.x];
    tree[2 * threadIdx.x + 1 + (2 * threadIdx.x + 1) / 32] = a[2 * threadIdx.x + 1];
    for (unsigned pairs = 64; pairs > 0; pairs /= 2, offset *= 2) {
        __syncthreads();
        if (threadIdx.x < pairs) {
            unsigned left = offset * (2 * threadIdx.x + 1) - 1;
            unsigned right = offset * (2 * threadIdx.x + 2) - 1;
            tree[right + right / 32] += tree[left + left / 32];
        }
    }
    __syncthreads();
    if (threadIdx.x == 0)
        b[0] = tree[127 + 3];
}

KERNEL(right_sort)
{
    __shared__ int keys[64];

    keys[threadIdx.x] = a[63 - threadIdx.x];
    for (unsigned size = 2; size <= 64; size *= 2) {
        for (unsigned distance = size / 2; distance > 0; distance /= 2) {
            unsigned other = threadIdx.x ^ distance;
            __syncthreads();
            if (other > threadIdx.x && (keys[threadIdx.x] > keys[other]) == ((threadIdx.x & size) == 0)) {
                int key = keys[threadIdx.x];
                keys[threadIdx.x] = keys[other];
                keys[other] = key;
            }
        }
    }
    __syncthreads();
    b[threadIdx.x] = keys[threadIdx.x];
}

KERNEL(right_transpose)
{
    __shared__ int tile[16][17];

    tile[threadIdx.y][threadIdx.x] = a[threadIdx.y * 16 + threadIdx.x];
    __syncthreads();
    b[threadIdx.y * 16 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

KERNEL(right_tile_as_one_row)
{
    __shared__ int tile[16][16];
    int *flat = &tile[0][0];

    for (unsigned i = threadIdx.y * 16 + threadIdx.x; i < 256; i += 64)
        flat[i] = a[i];
    __syncthreads();
    b[threadIdx.y * 16 + threadIdx.x] = tile[0][255 - threadIdx.y * 16 - threadIdx.x];
}

KERNEL(right_memory_used_again)
{
    extern __shared__ int pieces[];
    float *values = (float *)pieces;
    unsigned char *bytes = (unsigned char *)pieces;

    pieces[threadIdx.x] = a[threadIdx.x];
    __syncthreads();
    int own = pieces[63 - threadIdx.x];
    __syncthreads();
    values[63 - threadIdx.x] = (float)own;
    __syncthreads();
    own = (int)values[threadIdx.x];
    __syncthreads();
    bytes[threadIdx.x] = (unsigned char)own;
    __syncthreads();
    b[threadIdx.x] = bytes[(threadIdx.x + 1) % 64];
}

KERNEL(right_pieces)
{
    extern __shared__ double rows[];
    double *values = rows;
    int *counts = (int *)(values + blockDim.x);
    char *marks = (char *)(counts + blockDim.x);

    values[threadIdx.x] = a[threadIdx.x];
    counts[threadIdx.x] = 1;
    marks[threadIdx.x] = 'x';
    __syncthreads();
    b[threadIdx.x] = (int)values[63 - threadIdx.x] + counts[63 - threadIdx.x] + marks[63 - threadIdx.x];
}

KERNEL(right_bytes_of_neighbours)
{
    __shared__ unsigned char bytes[64];
    __shared__ short shorts[64];

    bytes[threadIdx.x] = (unsigned char)a[threadIdx.x];
    shorts[threadIdx.x] = (short)a[threadIdx.x];
    __syncthreads();
    b[threadIdx.x] = ((const int *)bytes)[threadIdx.x % 16] + ((const int *)shorts)[threadIdx.x % 32];
}

KERNEL(right_vectors_of_tile)
{
    __shared__ __align__(16) int tile[64];

    tile[threadIdx.x] = a[threadIdx.x];
    __syncthreads();
    if (threadIdx.x < 16) {
        int4 four = ((const int4 *)tile)[threadIdx.x];
        b[threadIdx.x] = four.x + four.y + four.z + four.w;
    }
}

KERNEL(right_histogram)
{
    __shared__ unsigned counts[16];

    if (threadIdx.x < 16)
        counts[threadIdx.x] = 0;
    __syncthreads();
    atomicAdd(&counts[a[threadIdx.x] % 16], 1u);
    atomicMax(&counts[a[threadIdx.x] % 7], 1u);
    __syncthreads();
    if (threadIdx.x < 16)
        b[threadIdx.x] = (int)counts[threadIdx.x];
}

KERNEL(right_atomics_alone)
{
    __shared__ int least;

    atomicExch(&least, n);
    atomicMin(&least, a[threadIdx.x]);
    if (atomicAdd(&least, 0) < 0)
        b[threadIdx.x] = 1;
}

KERNEL(right_flag_that_all_set)
{
    __shared__ bool is_found;

    is_found = false;
    __syncthreads();
    if (a[threadIdx.x] % 2)
        is_found = true;
    __syncthreads();
    b[threadIdx.x] = is_found;
}

KERNEL(right_lock_of_block)
{
    __shared__ int mutex;
    __shared__ int sum;

    if (threadIdx.x == 0)
        mutex = sum = 0;
    __syncthreads();
    if (LANE == 0) {
        while (atomicCAS(&mutex, 0, 1) != 0)
            __nanosleep(20);
        __threadfence_block();
        sum = sum + a[threadIdx.x];
        __threadfence_block();
        atomicExch(&mutex, 0);
    }
    __syncthreads();
    b[threadIdx.x] = sum;
}

KERNEL(right_flag_between_warps)
{
    __shared__ int values[32];
    volatile __shared__ int ready;

    if (threadIdx.x == 0)
        ready = 0;
    __syncthreads();
    if (WARP == 0) {
        values[LANE] = a[LANE];
        __syncwarp();
        if (LANE == 0) {
            __threadfence_block();
            ready = 1;
        }
    } else {
        while (ready == 0)
            __nanosleep(20);
        __threadfence_block();
        b[LANE] = values[31 - LANE];
    }
}

KERNEL(right_counter_of_arrivals)
{
    __shared__ int values[64];
    __shared__ int arrived;

    if (threadIdx.x == 0)
        arrived = 0;
    __syncthreads();
    values[threadIdx.x] = a[threadIdx.x];
    __threadfence_block();
    if (atomicAdd(&arrived, 1) == 63) {
        __threadfence_block();
        for (int i = 0; i < 64; i++)
            b[i] = values[i];
    }
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
