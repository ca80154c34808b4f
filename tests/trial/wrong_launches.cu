// Kernels whose contracts allow launches that are wrong: the shape, alignment, shared memory, overlaps. The
// comment before each says what a trial finds, as in wrong_counts.cu.
#include <custub/kernel.h>

#define INDEX (int)(blockIdx.x * blockDim.x + threadIdx.x)

// --- Conditions --------------------------------------------------------------------------------------------

// finds: of 16 bytes | n = 1
extern "C" CUSTUB_THREADS(ceil_div(n, 4)) __global__ void whole_vectors(
    int n, const float *__restrict__ x CUSTUB_COUNTED_BY(n) CUSTUB_ALIGNED(16),
    float *__restrict__ y CUSTUB_COUNTED_BY(n) CUSTUB_ALIGNED(16))
{
    if (INDEX * 4 < n)
        reinterpret_cast<float4 *>(y)[INDEX] = reinterpret_cast<const float4 *>(x)[INDEX];
}

// finds: the result depends on the shape: sums
extern "C" CUSTUB_THREADS(256 * rows) CUSTUB_SHARED(blockDim.x * sizeof(int)) __global__ void block_of_a_power_of_two(
    int rows, const int *__restrict__ x CUSTUB_COUNTED_BY(rows), int *__restrict__ sums CUSTUB_COUNTED_BY(rows))
{
    extern __shared__ int parts[];

    if (blockIdx.x >= rows)
        return;
    parts[threadIdx.x] = threadIdx.x < 8 ? x[blockIdx.x] : 0;
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half)
            parts[threadIdx.x] += parts[threadIdx.x + half];
    }
    if (threadIdx.x == 0)
        sums[blockIdx.x] = parts[0];
}

// finds: after the end of 'x' | n = 0, offset = 0
extern "C" CUSTUB_THREADS(1) __global__ void offset_beyond(
    int n, int offset, const float *__restrict__ x CUSTUB_COUNTED_BY(n), float *__restrict__ y CUSTUB_COUNTED_BY(1))
{
    if (INDEX == 0)
        y[0] = x[offset];
}

// finds: out of bounds of shared memory: write of 4 bytes
extern "C" CUSTUB_THREADS(n) __global__ void block_beyond_shared_array(
    int n, const float *__restrict__ x CUSTUB_COUNTED_BY(n), float *__restrict__ y CUSTUB_COUNTED_BY(n))
{
    __shared__ float tile[128];

    tile[threadIdx.x] = INDEX < n ? x[INDEX] : 0;
    __syncthreads();
    if (INDEX < n)
        y[INDEX] = tile[threadIdx.x];
}

// finds: of 'x' | width = 2
extern "C" CUSTUB_THREADS(width) __global__ void pitch_below_width(
    int width, int pitch, const float *__restrict__ x CUSTUB_COUNTED_BY(pitch), float *__restrict__ y CUSTUB_COUNTED_BY(width))
{
    if (INDEX < width && pitch > 0)
        y[INDEX] = x[INDEX];
}

// finds: after the end of 'x' | n = 1
extern "C" CUSTUB_THREADS(ceil_div(n, 2)) __global__ void odd_pairs(
    int n, const float *__restrict__ x CUSTUB_COUNTED_BY(n), float *__restrict__ y CUSTUB_COUNTED_BY(ceil_div(n, 2)))
{
    if (2 * INDEX < n)
        y[INDEX] = x[2 * INDEX] + x[2 * INDEX + 1];
}

// finds: divi | n = 1, m = 0
extern "C" CUSTUB_THREADS(n) __global__ void division_by_zero(int n, int m, int *__restrict__ y CUSTUB_COUNTED_BY(n))
{
    if (INDEX < n)
        y[INDEX] = n / m;
}

// finds: before 'x' | first = 0
extern "C" CUSTUB_THREADS(1) CUSTUB_REQUIRES(n > 0) __global__ void first_is_zero(
    int n, int first, const float *__restrict__ x CUSTUB_COUNTED_BY(first + n), float *__restrict__ y CUSTUB_COUNTED_BY(1))
{
    if (INDEX == 0)
        y[0] = x[first - 1] + x[first + n - 1];
}

// --- Alignment ---------------------------------------------------------------------------------------------

// finds: misaligned: access to a type that is aligned to 16 bytes…of 'x'
extern "C" CUSTUB_THREADS(n) __global__ void vectors_of_floats(
    int n, const float *__restrict__ x CUSTUB_COUNTED_BY(4 * n), float4 *__restrict__ y CUSTUB_COUNTED_BY(n))
{
    if (INDEX < n)
        y[INDEX] = reinterpret_cast<const float4 *>(x)[INDEX];
}

// finds: misaligned: access to a type that is aligned to 16 bytes…of 'x'
extern "C" CUSTUB_THREADS(n) __global__ void half_aligned(
    int n, const double *__restrict__ x CUSTUB_COUNTED_BY(2 * n) CUSTUB_ALIGNED(8), double2 *__restrict__ y CUSTUB_COUNTED_BY(n))
{
    if (INDEX < n)
        y[INDEX] = reinterpret_cast<const double2 *>(x)[INDEX];
}

// finds: misaligned: access to a type that is aligned to 16 bytes | rows = 2
extern "C" CUSTUB_THREADS(rows) CUSTUB_REQUIRES(pitch >= 4) __global__ void rows_misaligned(
    int rows, int pitch, const float *__restrict__ x CUSTUB_COUNTED_BY(rows * pitch) CUSTUB_ALIGNED(16),
    float4 *__restrict__ y CUSTUB_COUNTED_BY(rows))
{
    if (INDEX < rows)
        y[INDEX] = *reinterpret_cast<const float4 *>(x + INDEX * pitch);
}

// finds: misaligned: access to a type that is aligned to 4 bytes
extern "C" CUSTUB_THREADS(n) __global__ void words_of_bytes(
    int n, const unsigned char *__restrict__ x CUSTUB_COUNTED_BY(4 * n), unsigned *__restrict__ y CUSTUB_COUNTED_BY(n))
{
    if (INDEX < n)
        y[INDEX] = reinterpret_cast<const unsigned *>(x)[INDEX];
}

// --- Threads -----------------------------------------------------------------------------------------------

// finds: y | n = 2
extern "C" CUSTUB_THREADS(n / 2) __global__ void half_the_threads(int n, float *__restrict__ y CUSTUB_COUNTED_BY(n))
{
    if (INDEX < n)
        y[INDEX] = 1;
}

// finds: depends on the shape: y | n = 2
extern "C" CUSTUB_THREADS(n - 1) CUSTUB_REQUIRES(n > 0) __global__ void one_thread_less(int n, float *__restrict__ y CUSTUB_COUNTED_BY(n))
{
    if (INDEX < n)
        y[INDEX] = 1;
}

// finds: y | columns = 1
extern "C" CUSTUB_THREADS(columns) CUSTUB_DIMENSIONS(2) __global__ void rows_not_covered(
    int columns, int rows, float *__restrict__ y CUSTUB_COUNTED_BY(columns * rows))
{
    int column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;

    if (column < columns && row < rows)
        y[row * columns + column] = 3;
}

// finds: after the end of 'y'
extern "C" CUSTUB_THREADS(n) __global__ void no_guard(int n, float *__restrict__ y CUSTUB_COUNTED_BY(n))
{
    y[INDEX] = n;
}

// finds: y
extern "C" CUSTUB_THREADS(n) CUSTUB_GRID_STRIDE __global__ void no_loop(int n, float *__restrict__ y CUSTUB_COUNTED_BY(n))
{
    if (INDEX < n)
        y[INDEX] = 1;
}

// finds: y
extern "C" __global__ void no_threads(int n, float *__restrict__ y CUSTUB_COUNTED_BY(n))
{
    if (INDEX < n)
        y[INDEX] = 1;
}

// finds: y
extern "C" CUSTUB_THREADS(n) __global__ void block_of_128(int n, float *__restrict__ y CUSTUB_COUNTED_BY(n))
{
    int i = blockIdx.x * 128 + threadIdx.x;

    if (i < n)
        y[i] = 1;
}

// finds: out of bounds of shared memory: write of 4 bytes
extern "C" CUSTUB_THREADS(n) CUSTUB_BLOCK(64) __global__ void block_too_large(int n, float *__restrict__ y CUSTUB_COUNTED_BY(n))
{
    __shared__ float tile[32];

    tile[threadIdx.x] = threadIdx.x;
    __syncthreads();
    if (INDEX < n)
        y[INDEX] = tile[threadIdx.x];
}

// --- Shared memory -----------------------------------------------------------------------------------------

// finds: out of bounds of shared memory: write of 4 bytes
extern "C" CUSTUB_THREADS(n) CUSTUB_SHARED((blockDim.x - 1) * sizeof(float)) __global__ void shared_short_by_one(
    int n, float *__restrict__ y CUSTUB_COUNTED_BY(n))
{
    extern __shared__ float tile_of_floats[];

    tile_of_floats[threadIdx.x] = threadIdx.x;
    __syncthreads();
    if (INDEX < n)
        y[INDEX] = tile_of_floats[threadIdx.x];
}

// finds: out of bounds of shared memory: write of 4 bytes
extern "C" CUSTUB_THREADS(n, n) CUSTUB_SHARED(blockDim.x * sizeof(float)) __global__ void shared_of_one_row(
    int n, float *__restrict__ y CUSTUB_COUNTED_BY(n * n))
{
    extern __shared__ float tile_of_floats[];
    int column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    int i = threadIdx.y * blockDim.x + threadIdx.x;

    tile_of_floats[i] = i;
    __syncthreads();
    if (column < n && row < n)
        y[row * n + column] = tile_of_floats[i] - i;
}

// finds: out of bounds of shared memory: write of 4 bytes
extern "C" CUSTUB_THREADS(n) CUSTUB_SHARED(blockDim.x) __global__ void shared_in_elements(
    int n, float *__restrict__ y CUSTUB_COUNTED_BY(n))
{
    extern __shared__ float tile_of_floats[];

    tile_of_floats[threadIdx.x] = threadIdx.x;
    __syncthreads();
    if (INDEX < n)
        y[INDEX] = tile_of_floats[threadIdx.x];
}

// finds: race
extern "C" CUSTUB_THREADS(n) CUSTUB_BLOCK(64) __global__ void no_barrier(
    int n, const float *__restrict__ x CUSTUB_COUNTED_BY(n), float *__restrict__ y CUSTUB_COUNTED_BY(n))
{
    __shared__ float tile[64];

    tile[threadIdx.x] = INDEX < n ? x[INDEX] : 0;
    if (INDEX < n)
        y[INDEX] = tile[63 - threadIdx.x];
}

// finds: never written | n = 1
extern "C" CUSTUB_THREADS(n) CUSTUB_BLOCK(64) __global__ void part_of_a_tile(
    int n, const float *__restrict__ x CUSTUB_COUNTED_BY(n), float *__restrict__ y CUSTUB_COUNTED_BY(n))
{
    __shared__ float tile[64];

    if (INDEX < n)
        tile[threadIdx.x] = x[INDEX];
    __syncthreads();
    if (INDEX < n)
        y[INDEX] = tile[63 - threadIdx.x];
}

// finds: barrier | n = 1
extern "C" CUSTUB_THREADS(n) CUSTUB_BLOCK(64) __global__ void barrier_of_some(int n, float *__restrict__ y CUSTUB_COUNTED_BY(n))
{
    __shared__ float tile[64];

    if (INDEX < n) {
        tile[threadIdx.x] = 1;
        __syncthreads();
        y[INDEX] = tile[threadIdx.x];
    } else {
        __syncthreads();
    }
}

// --- Overlaps ----------------------------------------------------------------------------------------------

// finds: the contract allows 'y' to be the memory of 'x' | n = 2
extern "C" CUSTUB_THREADS(n) __global__ void neighbours_in_place(
    int n, const int *x CUSTUB_COUNTED_BY(n), int *y CUSTUB_COUNTED_BY(n))
{
    if (INDEX < n)
        y[INDEX] = x[INDEX] + x[INDEX > 0 ? INDEX - 1 : 0];
}

// finds: the contract allows 'y' to be the memory of 'x' | n = 2
extern "C" CUSTUB_THREADS(n) __global__ void higher_in_place(
    int n, const int *x CUSTUB_COUNTED_BY(n), int *y CUSTUB_COUNTED_BY(n) CUSTUB_SAME_OR_DISJOINT(x))
{
    if (INDEX < n)
        y[INDEX] = INDEX > 0 && x[INDEX - 1] > x[INDEX] ? x[INDEX - 1] : x[INDEX];
}

extern "C" CUSTUB_THREADS(n) __global__ void doubled_in_place(
    int n, const int *x CUSTUB_COUNTED_BY(n), int *y CUSTUB_COUNTED_BY(n) CUSTUB_SAME_OR_DISJOINT(x))
{
    if (INDEX < n)
        y[INDEX] = 2 * x[INDEX];
}

// finds: the contract allows 'y' to be the memory of 'x' | n = 2
extern "C" CUSTUB_THREADS(n) __global__ void reversed_in_place(
    int n, const int *x CUSTUB_COUNTED_BY(n), int *y CUSTUB_COUNTED_BY(n))
{
    if (INDEX < n)
        y[INDEX] = x[n - 1 - INDEX];
}

// finds: the contract allows 'y' to be the memory of 'x' | n = 2
extern "C" CUSTUB_THREADS(n, n) __global__ void transposed_in_place(
    int n, const int *__restrict__ x CUSTUB_COUNTED_BY(n * n) CUSTUB_ALIASES(y), int *__restrict__ y CUSTUB_COUNTED_BY(n * n))
{
    int column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;

    if (column < n && row < n)
        y[row * n + column] = x[column * n + row];
}

// finds: the contract allows 'y' to be the memory of 'x' | n = 2
extern "C" CUSTUB_THREADS(1) __global__ void shifted_in_place(
    int n, const int *x CUSTUB_COUNTED_BY(n), int *y CUSTUB_COUNTED_BY(n))
{
    for (int i = 0; i < n && INDEX == 0; i++)
        y[i] = i ? x[i - 1] : 0;
}

// finds: the contract allows 'y' to be the memory of 'x' | n = 2
extern "C" CUSTUB_THREADS(n) __global__ void halved_in_place(
    int n, const int *x CUSTUB_COUNTED_BY(2 * n), int *y CUSTUB_COUNTED_BY(n))
{
    if (INDEX < n)
        y[INDEX] = x[2 * INDEX] + x[2 * INDEX + 1];
}

// finds: the contract allows 'y' to be the memory of 'x' | n = 2
extern "C" CUSTUB_THREADS(n) __global__ void repeated_in_place(
    int n, const int *x CUSTUB_COUNTED_BY(n), int *y CUSTUB_COUNTED_BY(2 * n))
{
    if (INDEX < n)
        y[2 * INDEX] = y[2 * INDEX + 1] = x[INDEX];
}

// finds: the contract allows 'y' to be the memory of 'x' | n = 2
extern "C" CUSTUB_THREADS(n) __global__ void widened_in_place(
    int n, const short *x CUSTUB_COUNTED_BY(n), long long *y CUSTUB_COUNTED_BY(n))
{
    if (INDEX < n)
        y[INDEX] = x[INDEX];
}

// finds: the contract allows 'y' to be the memory of 'x' | n = 2
extern "C" CUSTUB_THREADS(n) __global__ void turned_in_place(
    int n, float2 *x CUSTUB_COUNTED_BY(n), float2 *y CUSTUB_COUNTED_BY(n))
{
    if (INDEX < n)
        y[INDEX] = make_float2(x[n - 1 - INDEX].y, x[INDEX].x);
}

extern "C" CUSTUB_THREADS(n) __global__ void rounded_in_place(
    int n, const float *x CUSTUB_COUNTED_BY(n), int *y CUSTUB_COUNTED_BY(n))
{
    if (INDEX < n)
        y[INDEX] = x[INDEX] > 0.0f;
}

// The first element of each row.
extern "C" CUSTUB_THREADS(rows) CUSTUB_BLOCK(32) __global__ void gathered_apart(
    int rows, const int *x CUSTUB_COUNTED_BY(32 * rows), int *__restrict__ y CUSTUB_COUNTED_BY(rows))
{
    if (INDEX < rows)
        y[INDEX] = x[32 * INDEX];
}

// --- Races on global memory --------------------------------------------------------------------------------

// finds: race: write of byte 0 of 'y' | n = 2
extern "C" CUSTUB_THREADS(n) __global__ void all_write_one(int n, int *__restrict__ y CUSTUB_COUNTED_BY(1))
{
    if (INDEX < n)
        y[0] = INDEX;
}

// finds: race
extern "C" CUSTUB_THREADS(n) CUSTUB_BLOCK(64) __global__ void blocks_share_a_border(
    int n, int *__restrict__ y CUSTUB_COUNTED_BY(n))
{
    if (INDEX < n)
        y[INDEX] = blockIdx.x;
    if (threadIdx.x == 0 && INDEX + 64 < n)
        y[INDEX + 64] = -1;
}

// finds: race
extern "C" CUSTUB_THREADS(n) CUSTUB_BLOCK(64) __global__ void reads_other_block(
    int n, int *__restrict__ y CUSTUB_COUNTED_BY(n), int *__restrict__ z CUSTUB_COUNTED_BY(n))
{
    if (INDEX >= n)
        return;
    y[INDEX] = INDEX;
    z[INDEX] = y[(INDEX + 64) % n];
}

// finds: race
extern "C" CUSTUB_THREADS(n) __global__ void counts_without_atomics(
    int n, const unsigned char *__restrict__ x CUSTUB_COUNTED_BY(n), int *__restrict__ bins CUSTUB_COUNTED_BY(256))
{
    if (INDEX < n)
        bins[x[INDEX]]++;
}

// --- Right contracts ---------------------------------------------------------------------------------------

extern "C" CUSTUB_THREADS(n) CUSTUB_BLOCK(64) __global__ void right_barrier(
    int n, const float *__restrict__ x CUSTUB_COUNTED_BY(n), float *__restrict__ y CUSTUB_COUNTED_BY(n))
{
    __shared__ float tile[64];

    tile[threadIdx.x] = INDEX < n ? x[INDEX] : 0;
    __syncthreads();
    if (INDEX < n)
        y[INDEX] = tile[threadIdx.x ^ 1];
}

extern "C" CUSTUB_THREADS(n) CUSTUB_GRID_STRIDE __global__ void right_histogram(
    int n, const unsigned char *__restrict__ x CUSTUB_COUNTED_BY(n), int *__restrict__ bins CUSTUB_COUNTED_BY(256))
{
    for (int i = INDEX; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&bins[x[i]], 1);
}

// The last block to arrive adds what the others have left.
extern "C" CUSTUB_THREADS(n) CUSTUB_BLOCK(32) __global__ void right_last_block(
    int n, const int *__restrict__ x CUSTUB_COUNTED_BY(n), int *__restrict__ parts CUSTUB_COUNTED_BY(gridDim.x),
    int *__restrict__ sum CUSTUB_COUNTED_BY(1))
{
    __shared__ int arrived;
    static __device__ int tickets;

    if (threadIdx.x == 0) {
        int part = 0;
        for (int i = blockIdx.x * 32; i < n && i < (int)blockIdx.x * 32 + 32; i++)
            part += x[i];
        parts[blockIdx.x] = part;
        __threadfence();
        arrived = atomicAdd(&tickets, 1);
        if (arrived == (int)gridDim.x - 1) {
            __threadfence();
            sum[0] = 0;
            for (int i = 0; i < (int)gridDim.x; i++)
                sum[0] += parts[i];
            tickets = 0;
        }
    }
}
