// Mistakes in shared memory and at barriers, and correct kernels that look wrong. The expected report
// is at the end of the line, as in mistakes.cu.
#define KERNEL(name) extern "C" __global__ void name(int *a, int *b, int n)

// --- Shared memory -------------------------------------------------------------------------------

KERNEL(shared_past_end)
{
    __shared__ int tile[64];

    tile[threadIdx.x + 1] = n; // fault: out of bounds of shared memory: write of 4 bytes
    __syncthreads();
    b[threadIdx.x] = tile[threadIdx.x];
}

KERNEL(shared_one_byte_past_end)
{
    __shared__ char tile[61];

    tile[threadIdx.x < 62 ? threadIdx.x : 0] = 1; // fault: out of bounds of shared memory: write of 1
    __syncthreads();
    b[threadIdx.x] = tile[threadIdx.x % 61];
}

KERNEL(shared_negative_index)
{
    __shared__ int tile[64];

    tile[threadIdx.x] = n;
    __syncthreads();
    b[threadIdx.x] = tile[(int)threadIdx.x - 1]; // fault: out of bounds of shared memory: read of 4
}

KERNEL(shared_into_the_next)
{
    __shared__ int first[64];
    __shared__ int second[64];

    second[threadIdx.x] = 1;
    first[threadIdx.x + 4] = n; // fault: out of bounds of shared memory: write of 4 bytes
    __syncthreads();
    b[threadIdx.x] = first[threadIdx.x] + second[threadIdx.x];
}

KERNEL(dynamic_past_end)
{
    extern __shared__ int dynamic[];

    dynamic[threadIdx.x] = n; // fault: out of bounds of shared memory: write of 4 bytes
    __syncthreads();
    b[threadIdx.x] = dynamic[0];
}

KERNEL(dynamic_forgotten)
{
    extern __shared__ int dynamic[];

    dynamic[threadIdx.x] = n; // fault: out of bounds of shared memory: write of 4 bytes
    b[threadIdx.x] = dynamic[threadIdx.x];
}

// --- Races ---------------------------------------------------------------------------------------

KERNEL(race_of_writes)
{
    __shared__ int winner;

    winner = (int)threadIdx.x; // fault: race: write of
    __syncthreads();
    b[threadIdx.x] = winner;
}

KERNEL(race_with_neighbour)
{
    __shared__ int tile[64];

    tile[threadIdx.x] = a[threadIdx.x]; // fault: race: write of
    b[threadIdx.x] = tile[(threadIdx.x + 63) % 64]; // fault: race: read of
}

KERNEL(race_in_loop)
{
    __shared__ int tile[64];

    tile[threadIdx.x] = a[threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 2; i++) {
        int next = tile[(threadIdx.x + 1) % 64]; // fault: race: read of
        tile[threadIdx.x] = next; // fault: race: write of
        __syncthreads();
    }
    b[threadIdx.x] = tile[threadIdx.x];
}

KERNEL(reduction_without_last_barriers)
{
    __shared__ int sums[128];

    sums[threadIdx.x] = a[threadIdx.x];
    __syncthreads();
    for (int half = 64; half > 0; half /= 2) {
        if ((int)threadIdx.x < half)
            sums[threadIdx.x] += sums[threadIdx.x + half]; // fault: race:
        if (half > 32)
            __syncthreads();
    }
    b[threadIdx.x] = sums[threadIdx.x];
}

KERNEL(race_between_warps)
{
    __shared__ int tile[64];

    tile[threadIdx.x] = a[threadIdx.x]; // fault: race: write of
    __syncwarp();
    b[threadIdx.x] = tile[threadIdx.x ^ 32]; // fault: race: read of
}

KERNEL(race_of_atomic_and_plain)
{
    __shared__ int count;

    if (threadIdx.x == 0)
        count = 0;
    __syncthreads();
    atomicAdd(&count, 1); // fault: race: write of
    if (threadIdx.x == 63)
        b[0] = count;
}

// --- Barriers ------------------------------------------------------------------------------------

KERNEL(barriers_in_branches)
{
    if (threadIdx.x < 32)
        __syncthreads();
    else
        __syncthreads(); // fault: divergent barrier
    b[threadIdx.x] = n;
}

#define WAIT_EITHER_WAY(condition)                                                                 \
    do {                                                                                           \
        if (condition)                                                                             \
            __syncthreads();                                                                       \
        else                                                                                       \
            __syncthreads();                                                                       \
    } while (0)

KERNEL(barriers_of_a_macro)
{
    WAIT_EITHER_WAY(threadIdx.x < 32); // fault: divergent barrier
    b[threadIdx.x] = n;
}

KERNEL(right_barriers_of_a_macro)
{
    WAIT_EITHER_WAY(n > 0);
    b[threadIdx.x] = n;
}

KERNEL(barrier_in_divergent_loop)
{
    for (unsigned i = 0; i <= threadIdx.x % 2; i++)
        __syncthreads();
    b[threadIdx.x] = n;
    __syncthreads(); // fault: divergent barrier
}

// --- Correct kernels -----------------------------------------------------------------------------

KERNEL(right_return_before_barrier)
{
    __shared__ int tile[64];

    if (threadIdx.x >= 40)
        return;
    tile[threadIdx.x] = a[threadIdx.x];
    __syncthreads();
    b[threadIdx.x] = tile[39 - threadIdx.x];
}

// A compiler may duplicate the call of this barrier, one for each branch.
KERNEL(right_barrier_between_branches)
{
    __shared__ int tile[32];
    const bool is_first = threadIdx.x < 32;

    if (is_first)
        tile[threadIdx.x] = a[threadIdx.x];
    __syncthreads();
    if (!is_first)
        b[threadIdx.x] = tile[63 - threadIdx.x];
}

KERNEL(right_all_write_the_same)
{
    __shared__ int count;

    count = n;
    __syncthreads();
    b[threadIdx.x] = count;
}

KERNEL(right_reduction)
{
    __shared__ int sums[64];

    sums[threadIdx.x] = a[threadIdx.x];
    __syncthreads();
    for (int half = 32; half > 0; half /= 2) {
        if ((int)threadIdx.x < half)
            sums[threadIdx.x] += sums[threadIdx.x + half];
        __syncthreads();
    }
    b[threadIdx.x] = sums[0];
}

KERNEL(right_reduction_of_warps)
{
    __shared__ int sums[64];
    __shared__ int total;
    const unsigned lane = threadIdx.x % 32;

    sums[threadIdx.x] = a[threadIdx.x];
    __syncwarp();
    for (unsigned half = 16; half > 0; half /= 2) {
        if (lane < half)
            sums[threadIdx.x] += sums[threadIdx.x + half];
        __syncwarp();
    }
    if (threadIdx.x == 0)
        total = 0;
    __syncthreads();
    if (lane == 0)
        atomicAdd(&total, sums[threadIdx.x]);
    __syncthreads();
    b[threadIdx.x] = total + __shfl_xor_sync(0xffffffffu, (int)lane, 1);
}

KERNEL(right_parts_of_warp)
{
    __shared__ int tile[64];
    const unsigned mask = threadIdx.x & 16 ? 0xffff0000u : 0x0000ffffu;

    tile[threadIdx.x] = a[threadIdx.x];
    __syncwarp(mask);
    b[threadIdx.x] = tile[threadIdx.x ^ 15];
}

KERNEL(right_dynamic)
{
    extern __shared__ int dynamic[];

    dynamic[threadIdx.x] = a[threadIdx.x];
    __syncthreads();
    b[threadIdx.x] = dynamic[blockDim.x - 1 - threadIdx.x];
}
