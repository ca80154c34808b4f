// Which blocks are right: kernels without contracts. blocks.expected has the contracts that are found.
#include <custub/kernel.h>

#define INDEX (int)(blockIdx.x * blockDim.x + threadIdx.x)

// Each thread of a block has a sum in dynamic shared memory.
extern "C" __global__ void sum_blocks(int n, const float *__restrict__ x, float *__restrict__ sums)
{
    extern __shared__ float part[];

    part[threadIdx.x] = INDEX < n ? x[INDEX] : 0;
    __syncthreads();
    if (threadIdx.x > 0)
        return;
    for (int i = 1; i < (int)blockDim.x; i++)
        part[0] += part[i];
    sums[blockIdx.x] = part[0];
}

// The sums of a block's elements: right for powers of two, and no launch of another block fails.
extern "C" __global__ void partial_sums(int n, const float *__restrict__ x,
                                        float *__restrict__ sums)
{
    __shared__ float part[1024];
    float sum = 0;

    for (int i = INDEX; i < n; i += gridDim.x * blockDim.x)
        sum += x[i];
    part[threadIdx.x] = sum;
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half)
            part[threadIdx.x] += part[threadIdx.x + half];
    }
    if (threadIdx.x == 0)
        sums[blockIdx.x] = part[0];
}

// The same over a row: that its elements are divided by the sum hides which of them are lost.
extern "C" __global__ void normalize(int columns, const float *__restrict__ x,
                                     float *__restrict__ y)
{
    extern __shared__ float part[];
    float sum = 0;

    for (int i = threadIdx.x; i < columns; i += blockDim.x)
        sum += x[blockIdx.x * columns + i] * x[blockIdx.x * columns + i];
    part[threadIdx.x] = sum;
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half)
            part[threadIdx.x] += part[threadIdx.x + half];
    }
    __syncthreads();
    for (int i = threadIdx.x; i < columns; i += blockDim.x)
        y[blockIdx.x * columns + i] = x[blockIdx.x * columns + i] / (1 + part[0]);
}

// Pairs, fours and eights of lanes: blocks have whole groups of eight.
extern "C" __global__ void group_sums(const float *__restrict__ x, float *__restrict__ y)
{
    float sum = x[INDEX];

    for (int lanes = 4; lanes > 0; lanes /= 2)
        sum += __shfl_xor_sync(0xffffffff, sum, lanes, 8);
    y[INDEX] = sum;
}

// The means of rows by as many threads as an argument says: a power of two, and no more than there are.
extern "C" __global__ void mean_rows(int columns, int threads, const float *__restrict__ x, float *__restrict__ means)
{
    extern __shared__ float part[];
    float sum = 0;

    for (int i = threadIdx.x; i < columns; i += threads)
        sum += x[blockIdx.x * columns + i];
    part[threadIdx.x] = sum;
    for (int half = threads / 2; half > 0; half /= 2) {
        __syncthreads();
        if ((int)threadIdx.x < half)
            part[threadIdx.x] += part[threadIdx.x + half];
    }
    if (threadIdx.x == 0)
        means[blockIdx.x] = part[0] / columns;
}

__device__ float sum_of_warp(float sum)
{
    for (int lanes = 16; lanes > 0; lanes /= 2)
        sum += __shfl_xor_sync(0xffffffff, sum, lanes);
    return sum;
}

// Threads without a column leave, and then there is no warp to sum over.
extern "C" __global__ void center_rows(int rows, int columns, float *__restrict__ x)
{
    const int row = INDEX / 32, lane = threadIdx.x % 32;
    float sum = 0;

    if ((int)threadIdx.x >= columns || row >= rows)
        return;
    for (int i = lane; i < columns; i += 32)
        sum += x[row * columns + i];
    sum = sum_of_warp(sum);
    for (int i = lane; i < columns; i += 32)
        x[row * columns + i] -= sum / columns;
}

// The first warp may write its next sum before others have read the last one: blocks are one warp.
extern "C" __global__ void scale_twice(int columns, float *__restrict__ x)
{
    __shared__ float part[32];

    for (int turn = 0; turn < 2; turn++) {
        float sum = 0;

        for (int i = threadIdx.x; i < columns; i += blockDim.x)
            sum += x[blockIdx.x * columns + i];
        sum = sum_of_warp(sum);
        if (threadIdx.x % 32 == 0)
            part[threadIdx.x / 32] = sum;
        __syncthreads();
        for (int i = threadIdx.x; i < columns; i += blockDim.x)
            x[blockIdx.x * columns + i] *= 1 + part[0];
    }
}

// Heads of equal width: the channels that are left over belong to none.
extern "C" __global__ void copy_heads(int rows, int channels, int heads, const float *__restrict__ x,
                                      float *__restrict__ y)
{
    const int row = INDEX / heads, head = INDEX % heads, width = channels / heads;

    if (row >= rows)
        return;
    for (int i = head * width; i < (head + 1) * width; i++)
        y[row * channels + i] = x[row * channels + i];
}

// Packs of 32 columns, 20 bytes each: most numbers that launches choose are smaller than a pack.
extern "C" __global__ void unpack_rows(int columns, const void *__restrict__ packs, float *__restrict__ sums)
{
    __shared__ float part[4][32];
    const int packs_of_row = columns / 32;
    float sum = 0;

    for (int i = threadIdx.y * 32 + threadIdx.x; i < packs_of_row * 20; i += 128)
        sum += ((const signed char *)packs)[blockIdx.x * packs_of_row * 20 + i];
    part[threadIdx.y][threadIdx.x] = sum_of_warp(sum);
    __syncthreads();
    if (threadIdx.y == 0 && threadIdx.x == 0)
        sums[blockIdx.x] = part[0][0] + part[1][0] + part[2][0] + part[3][0];
}

// A block for each filter, of as many threads as the shared memory has room for. How many filters there are is for
// the caller to know: no launch with more blocks is right.
extern "C" __global__ void mean_filters(const float *__restrict__ x, int batch, int filters, int spatial,
                                        float *__restrict__ means)
{
    __shared__ float part[128];
    const int filter = blockIdx.x;

    part[threadIdx.x] = 0;
    for (int j = 0; j < batch; j++)
        for (int i = threadIdx.x; i < spatial; i += 128)
            part[threadIdx.x] += x[(j * filters + filter) * spatial + i];
    __syncthreads();
    if (threadIdx.x > 0)
        return;
    means[filter] = 0;
    for (int i = 0; i < 128; i++)
        means[filter] += part[i];
}

// A warp for each row, 64 columns at a time; of a pack of 32 columns there are 18 bytes. Without conditions on the
// warp and on the columns no count fits, and with those on the warp alone one of two.
extern "C" __global__ void multiply_packs(const void *packs, const float *x, float *y, int columns, int rows)
{
    const int row = blockIdx.x * blockDim.y + threadIdx.y;
    float sum = 0;

    if (row >= rows)
        return;
    for (int i = 0; i < columns; i += 64) {
        const int column = i + 2 * threadIdx.x;
        const signed char *pack = (const signed char *)packs + (row * columns + column) / 32 * 18;

        sum += (float)*(const short *)pack * pack[2 + column % 32 / 2] * (x[column] + x[column + 1]);
    }
    sum = sum_of_warp(sum);
    if (threadIdx.x == 0)
        y[row] = sum;
}

struct sizes {
    int rows, columns, planes, heads, tokens, batch;
};

// A block of four warps for each row, of which few launches have a pack of 256 columns. Fewer have a second one, which
// is read by larger types.
extern "C" __global__ void sum_packs(const void *__restrict__ packs, float *__restrict__ sums, sizes of)
{
    __shared__ float part[3][32];
    float sum = 0;

    for (int i = threadIdx.y; i < of.columns / 256; i += 4) {
        const signed char *pack = (const signed char *)packs + (blockIdx.x * (of.columns / 256) + i) * 64;

        sum += i == 0 ? (float)pack[2 * threadIdx.x + 1] : (float)((const short *)pack)[threadIdx.x];
    }
    if (threadIdx.y > 0)
        part[threadIdx.y - 1][threadIdx.x] = sum;
    __syncthreads();
    if (threadIdx.y > 0)
        return;
    sum = sum_of_warp(sum + part[0][threadIdx.x] + part[1][threadIdx.x] + part[2][threadIdx.x]);
    if (threadIdx.x == 0)
        sums[blockIdx.x] = sum;
}

// The only number is that of the columns, and one or two packs of them show the count.
extern "C" __global__ void multiply_long_packs(const void *packs, const float *x, float *y, int columns)
{
    const int packs_of_row = columns / 256;
    float sum = 0;

    for (int i = threadIdx.x % 2; i < packs_of_row; i += 2)
        for (int k = threadIdx.x / 2; k < 256; k += 16)
            sum += ((const signed char *)packs)[(blockIdx.x * packs_of_row + i) * 176 + k % 176] * x[i * 256 + k];
    sum = sum_of_warp(sum);
    if (threadIdx.x == 0)
        y[blockIdx.x] = sum;
}
