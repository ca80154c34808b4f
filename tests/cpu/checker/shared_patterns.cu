// Typical mistakes with shared memory and barriers, in tiles, reductions, scans, histograms and sorts.
// The expected report is at the end of the line, as in mistakes.cu.
#define KERNEL(name) extern "C" __global__ void name(int *a, int *b, int n)
#define LANE         (threadIdx.x % 32)
#define WARP         (threadIdx.x / 32)

// --- Shared memory: indices ----------------------------------------------------------------------

KERNEL(halo_too_small)
{
    __shared__ int tile[64 + 1];

    tile[threadIdx.x + 1] = a[threadIdx.x];
    if (threadIdx.x == 0)
        tile[0] = tile[n / 4 + 1] = 0; // fault: out of bounds of shared memory: write of 4 bytes
    __syncthreads();
    b[threadIdx.x] = tile[threadIdx.x];
}

KERNEL(tile_indexed_by_column)
{
    __shared__ int tile[4][16];

    tile[threadIdx.x][threadIdx.y] = a[threadIdx.y * 16 + threadIdx.x]; // fault: out of bounds of shared
    __syncthreads();
    b[threadIdx.y * 16 + threadIdx.x] = tile[threadIdx.y][threadIdx.x];
}

KERNEL(padded_index_of_unpadded_tile)
{
    __shared__ int tile[16 * 16];

    tile[threadIdx.y * 17 + threadIdx.x] = n; // fault: out of bounds of shared memory: write of 4 bytes
    __syncthreads();
    b[threadIdx.y * 16 + threadIdx.x] = tile[threadIdx.x];
}

KERNEL(second_piece_does_not_fit)
{
    extern __shared__ int pieces[];
    int *sums = pieces;
    int *counts = pieces + blockDim.x;

    sums[threadIdx.x] = a[threadIdx.x];
    counts[threadIdx.x] = 1; // fault: out of bounds of shared memory: write of 4 bytes
    __syncthreads();
    b[threadIdx.x] = sums[63 - threadIdx.x] + counts[63 - threadIdx.x];
}

KERNEL(pieces_overlap)
{
    extern __shared__ int pieces[];
    int *sums = pieces;
    int *counts = pieces + blockDim.x / 2;

    sums[threadIdx.x] = a[threadIdx.x]; // fault: race: write of
    counts[threadIdx.x] = n;
    __syncthreads();
    b[threadIdx.x] = sums[threadIdx.x] + counts[threadIdx.x];
}

KERNEL(misaligned_piece)
{
    extern __shared__ int pieces[];
    double *values = (double *)(pieces + 1);

    values[threadIdx.x] = n; // fault: misaligned
    __syncthreads();
    b[threadIdx.x] = (int)values[63 - threadIdx.x];
}

KERNEL(misaligned_atomic_of_shared)
{
    extern __shared__ int pieces[];

    pieces[threadIdx.x] = 0;
    __syncthreads();
    atomicAdd((unsigned long long *)(pieces + 1), 1ull); // fault: misaligned
}

KERNEL(vector_beyond_tile)
{
    __shared__ int tile[64 + 2];

    tile[threadIdx.x] = n;
    if (threadIdx.x < 2)
        tile[64 + threadIdx.x] = n;
    __syncthreads();
    if (threadIdx.x < 17)
        b[threadIdx.x] = ((const int4 *)tile)[threadIdx.x].w; // fault: out of bounds of shared memory:
}

// --- Shared memory: barriers that are missing ----------------------------------------------------

KERNEL(tile_before_it_is_loaded)
{
    __shared__ int tile[64];
    int sum = 0;

    tile[threadIdx.x] = a[threadIdx.x]; // fault: race: write of
    for (int k = 0; k < 64; k++)
        sum += tile[k]; // fault: race: read of
    b[threadIdx.x] = sum;
}

KERNEL(tile_loaded_anew_too_early)
{
    __shared__ int tile[64];
    int sum = 0;

    for (int part = 0; part < 4; part++) {
        tile[threadIdx.x] = a[part * 64 + (int)threadIdx.x]; // fault: race: write of
        __syncthreads();
        for (int k = 0; k < 64; k++)
            sum += tile[k]; // fault: race: read of
    }
    b[threadIdx.x] = sum;
}

KERNEL(scan_in_place)
{
    __shared__ int sums[64];

    sums[threadIdx.x] = a[threadIdx.x];
    __syncthreads();
    for (unsigned distance = 1; distance < 64; distance *= 2) {
        if (threadIdx.x >= distance)
            sums[threadIdx.x] += sums[threadIdx.x - distance]; // fault: race:
        __syncthreads();
    }
    b[threadIdx.x] = sums[threadIdx.x];
}

KERNEL(two_buffers_and_no_barrier)
{
    __shared__ int sums[2][64];
    int from = 0;

    sums[0][threadIdx.x] = a[threadIdx.x];
    __syncthreads();
    for (unsigned distance = 1; distance < 64; distance *= 2) {
        int sum = sums[from][threadIdx.x];
        if (threadIdx.x >= distance)
            sum += sums[from][threadIdx.x - distance]; // fault: race: read of
        from = 1 - from;
        sums[from][threadIdx.x] = sum; // fault: race: write of
    }
    __syncthreads();
    b[threadIdx.x] = sums[from][threadIdx.x];
}

KERNEL(transpose_without_barrier)
{
    __shared__ int tile[16][17];

    tile[threadIdx.y][threadIdx.x] = a[threadIdx.y * 16 + threadIdx.x]; // fault: race: write of
    b[threadIdx.y * 16 + threadIdx.x] = tile[threadIdx.x][threadIdx.y]; // fault: race: read of
}

KERNEL(warp_without_syncwarp)
{
    volatile __shared__ int sums[64];

    sums[threadIdx.x] = a[threadIdx.x];
    __syncthreads();
    for (unsigned half = 16; half > 0; half /= 2) {
        if (LANE < half)
            sums[threadIdx.x] = sums[threadIdx.x] + sums[threadIdx.x + half]; // fault: race:
    }
    b[threadIdx.x] = sums[threadIdx.x];
}

KERNEL(sums_of_warps_before_they_are_there)
{
    __shared__ int sums[2];
    int sum = a[threadIdx.x];

    for (unsigned half = 16; half > 0; half /= 2)
        sum += __shfl_down_sync(0xffffffffu, sum, half);
    if (LANE == 0)
        sums[WARP] = sum; // fault: race: write of
    if (threadIdx.x == 0)
        b[0] = sums[0] + sums[1]; // fault: never written: read of 4 bytes
}

KERNEL(result_read_by_others_too_early)
{
    __shared__ int total;

    if (threadIdx.x == 0)
        total = a[0];
    b[threadIdx.x] = total; // fault: race: read of
}

KERNEL(counter_set_while_others_count)
{
    __shared__ int count;

    if (threadIdx.x == 0)
        count = 0;
    atomicAdd(&count, 1); // fault: race: write of
    __syncthreads();
    b[threadIdx.x] = count;
}

KERNEL(counter_never_set)
{
    __shared__ int count;

    atomicAdd(&count, 1); // fault: never written: read of 4 bytes
    __syncthreads();
    b[threadIdx.x] = count;
}

KERNEL(counter_set_back_too_early)
{
    __shared__ int count;

    for (int round = 0; round < 2; round++) {
        if (threadIdx.x == 0)
            count = 0; // fault: race: write of
        __syncthreads();
        atomicAdd(&count, 1);
        __syncthreads();
        b[threadIdx.x] = count; // fault: race: read of
    }
}

KERNEL(flag_without_barrier)
{
    __shared__ int stop;
    int round = 0;

    if (threadIdx.x == 0)
        stop = 0;
    __syncthreads();
    while (!stop && round < 4) { // fault: race: read of
        round++;
        if (threadIdx.x == 40 && round == 2)
            stop = 1; // fault: race: write of
        __syncthreads();
    }
    b[threadIdx.x] = round;
}

KERNEL(atomic_and_plain_sum)
{
    __shared__ int sum;

    if (threadIdx.x == 0)
        sum = 0;
    __syncthreads();
    if (threadIdx.x % 2)
        atomicAdd(&sum, 1); // fault: race: write of
    else
        sum += 1; // fault: race:
    __syncthreads();
    b[threadIdx.x] = sum;
}

KERNEL(read_beside_atomics)
{
    __shared__ int counts[4];

    if (threadIdx.x < 4)
        counts[threadIdx.x] = 0;
    __syncthreads();
    atomicAdd(&counts[threadIdx.x % 4], 1); // fault: race: write of
    if (threadIdx.x < 4)
        b[threadIdx.x] = counts[threadIdx.x]; // fault: race: read of
}

KERNEL(histogram_not_merged_in_time)
{
    __shared__ int counts[64];

    counts[threadIdx.x] = 0;
    __syncthreads();
    atomicAdd(&counts[a[threadIdx.x] * 7 % 64], 1); // fault: race: write of
    b[threadIdx.x] = counts[threadIdx.x]; // fault: race: read of
}

KERNEL(lock_without_fence)
{
    __shared__ int lock;
    __shared__ int sum;

    if (threadIdx.x == 0)
        lock = sum = 0;
    __syncthreads();
    if (LANE == 0) {
        while (atomicCAS(&lock, 0, 1) != 0) {
        }
        sum = sum + 1; // fault: race: read of
        atomicExch(&lock, 0);
    }
    __syncthreads();
    b[threadIdx.x] = sum;
}

KERNEL(bytes_of_one_word)
{
    __shared__ unsigned char flags[64];
    __shared__ unsigned all;

    flags[threadIdx.x] = (unsigned char)a[threadIdx.x]; // fault: race: write of
    if (threadIdx.x == 0)
        all = *(const unsigned *)flags; // fault: never written: read of 4 bytes
    __syncthreads();
    b[threadIdx.x] = (int)all;
}

KERNEL(sort_with_one_barrier_too_few)
{
    __shared__ int keys[64];

    keys[threadIdx.x] = a[63 - threadIdx.x];
    __syncthreads();
    for (unsigned size = 2; size <= 64; size *= 2) {
        for (unsigned distance = size / 2; distance > 0; distance /= 2) {
            unsigned other = threadIdx.x ^ distance;
            if (other > threadIdx.x) {
                bool up = (threadIdx.x & size) == 0;
                int low = keys[threadIdx.x], high = keys[other]; // fault: race: read of
                if ((low > high) == up) {
                    keys[threadIdx.x] = high; // fault: race: write of
                    keys[other] = low; // fault: race: write of
                }
            }
        }
        __syncthreads();
    }
    b[threadIdx.x] = keys[threadIdx.x];
}

// --- Barriers that some threads do not reach -----------------------------------------------------

__device__ __noinline__ void wait_for_all()
{
    __syncthreads(); // fault of barrier_of_a_function: divergent barrier
}

KERNEL(barrier_of_a_function)
{
    if (threadIdx.x < 32)
        wait_for_all();
    else
        wait_for_all();
    b[threadIdx.x] = n;
}

KERNEL(barrier_inside_the_guard)
{
    __shared__ int tile[64];

    tile[threadIdx.x] = 0;
    __syncthreads();
    if (threadIdx.x < 40) {
        tile[threadIdx.x] = a[threadIdx.x];
        __syncthreads(); // fault: divergent barrier
    }
    b[threadIdx.x] = tile[threadIdx.x];
    __syncthreads();
}

KERNEL(loop_left_before_its_barrier)
{
    for (int round = 0; round < 4; round++) {
        if ((int)threadIdx.x == round)
            break;
        __syncthreads(); // fault: divergent barrier
    }
    __syncthreads(); // fault: divergent barrier
    b[threadIdx.x] = n;
}

KERNEL(count_against_barrier)
{
    int count = 0;

    if (threadIdx.x < 32)
        count = __syncthreads_count(1);
    else
        __syncthreads(); // fault: divergent barrier
    b[threadIdx.x] = count;
}
