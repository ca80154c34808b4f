// Kernels without contracts. kernels.expected has the contracts that `custub_trial --suggest` finds.
#include <custub/kernel.h>

#define INDEX (int)(blockIdx.x * blockDim.x + threadIdx.x)

extern "C" __global__ void axpy(int n, float a, const float *__restrict__ x, float *__restrict__ y)
{
    if (INDEX < n)
        y[INDEX] += a * x[INDEX];
}

extern "C" __global__ void product(int n, int m, int k, const float *__restrict__ a,
                                   const float *__restrict__ b, float *__restrict__ c)
{
    const int row = blockIdx.y * blockDim.y + threadIdx.y;
    const int column = INDEX;
    float sum = 0;

    if (row >= n || column >= m)
        return;
    for (int i = 0; i < k; i++)
        sum += a[row * k + i] * b[i * m + column];
    c[row * m + column] = sum;
}

// Rows lie `pitch` apart.
extern "C" __global__ void fill(int rows, int columns, int pitch, float value, float *image)
{
    if (INDEX >= columns || pitch < columns)
        return;
    for (int row = 0; row < rows; row++)
        image[row * pitch + INDEX] = value;
}

// Each turn of the loop is a grid further.
extern "C" __global__ void square(int n, const float *__restrict__ x, float *__restrict__ y)
{
    for (int i = INDEX; i < n; i += gridDim.x * blockDim.x)
        y[i] = x[i] * x[i];
}

// A block for each row; the grid has as many blocks as there are rows.
extern "C" __global__ void scale_rows(int columns, const float *__restrict__ factors, float *x)
{
    for (int i = threadIdx.x; i < columns; i += blockDim.x)
        x[blockIdx.x * columns + i] *= factors[blockIdx.x];
}

struct alignas(16) four {
    float x, y, z, w;
};

// Four elements at a time.
extern "C" __global__ void negate(int n, const float *__restrict__ x, float *__restrict__ y)
{
    four v;

    if (INDEX >= n / 4)
        return;
    v = ((const four *)x)[INDEX];
    ((four *)y)[INDEX] = four{-v.x, -v.y, -v.z, -v.w};
}

// The right result only if x is not y: a thread may write what another one has yet to read.
extern "C" __global__ void reverse(int n, const float *x, float *y)
{
    if (INDEX < n)
        y[n - 1 - INDEX] = x[INDEX];
}

// A tile of 16 x 16 threads.
extern "C" __global__ void transpose(int rows, int columns, const float *__restrict__ x,
                                     float *__restrict__ y)
{
    __shared__ float tile[16][17];
    int row = blockIdx.y * 16 + threadIdx.y;
    int column = blockIdx.x * 16 + threadIdx.x;

    if (row < rows && column < columns)
        tile[threadIdx.y][threadIdx.x] = x[row * columns + column];
    __syncthreads();
    row = blockIdx.y * 16 + threadIdx.x;
    column = blockIdx.x * 16 + threadIdx.y;
    if (row < rows && column < columns)
        y[column * rows + row] = tile[threadIdx.x][threadIdx.y];
}

struct shape {
    int rows, columns;
    float factor;
};

// The numbers are in a struct.
extern "C" __global__ void scale_shape(shape s, float *x)
{
    if (INDEX < s.rows * s.columns)
        x[INDEX] *= s.factor;
}

// Launches along y, which the body does not read, would only count more.
extern "C" __global__ void histogram(int n, const float *__restrict__ x, unsigned *bins)
{
    if (INDEX < n)
        atomicAdd(&bins[x[INDEX] > 1 ? 15 : x[INDEX] > 0 ? 1 : 0], 1u);
}

// Two negative extents have a product that is not.
extern "C" __global__ void turn(int rows, int columns, const float *__restrict__ x,
                                float *__restrict__ y)
{
    if (INDEX < rows * columns)
        y[INDEX % columns * rows + INDEX / columns] = x[INDEX];
}

// The blocks of a plane are counted, one row after the other.
extern "C" __global__ void add_flat(int n, const float *__restrict__ x, float *__restrict__ y)
{
    const int i = (blockIdx.x + blockIdx.y * gridDim.x) * blockDim.x + threadIdx.x;

    if (i < n)
        y[i] += x[i];
}

// Rows are 512 elements apart, whatever their number is.
extern "C" __global__ void sum_rows(int rows, int columns, const float *__restrict__ x,
                                    float *__restrict__ sums)
{
    const int row = INDEX;
    float sum = 0;

    if (row >= rows || columns > 512)
        return;
    for (int column = 0; column < columns; column++)
        sum += x[row * 512 + column];
    sums[row] = sum;
}

// No head: the size of one cannot be computed.
extern "C" __global__ void scale_heads(int heads, int channels, const float *__restrict__ x,
                                       float *__restrict__ y)
{
    if (INDEX < channels)
        y[INDEX] = x[INDEX] / (channels / heads + 1);
}

// The sizes of the dimensions are in memory, and divide the index.
extern "C" __global__ void count_digits(int n, int dimensions, const int *__restrict__ sizes,
                                        float *__restrict__ y)
{
    int rest = INDEX;
    float digits = 0;

    if (INDEX >= n)
        return;
    for (int d = 0; d < dimensions; d++) {
        digits += rest % sizes[d];
        rest /= sizes[d];
    }
    y[INDEX] = digits;
}

// A step of 0 never ends.
extern "C" __global__ void sum_steps(int n, int step, const float *__restrict__ x,
                                     float *__restrict__ y)
{
    float sum = 0;

    if (INDEX >= n)
        return;
    for (int i = 0; i < n; i += step)
        sum += x[i];
    y[INDEX] = sum;
}

// The number of rows of the table is no argument.
extern "C" __global__ void look_up(int n, int width, const int *__restrict__ rows,
                                   const float *__restrict__ table, float *__restrict__ y)
{
    if (INDEX >= n)
        return;
    for (int i = 0; i < width; i++)
        y[INDEX * width + i] = table[rows[INDEX] * width + i];
}

// A class of each row: few launches have the last class in the last row.
extern "C" __global__ void pick(int rows, int classes, const float *__restrict__ x,
                                const int *__restrict__ labels, float *__restrict__ y)
{
    if (INDEX < rows)
        y[INDEX] = x[INDEX * classes + labels[INDEX]];
}

// Each thread has four elements, the last one as well.
extern "C" __global__ void negate_padded(int n, const float *__restrict__ x, float *__restrict__ y)
{
    const int i = 4 * INDEX;

    if (i < n)
        for (int k = 0; k < 4; k++)
            y[i + k] = -x[i + k];
}

// Without a bias the pointer is null. The last parameter is for another kernel of the family.
extern "C" __global__ void add_bias(int n, const float *bias, float *__restrict__ x, float *unused)
{
    if (INDEX < n)
        x[INDEX] += bias ? bias[INDEX] : 1;
}

// The elements lie apart, and the threads do not.
extern "C" __global__ void spread_flat(int n, int step, const float *__restrict__ x,
                                       float *__restrict__ y)
{
    const int i = (blockIdx.x + blockIdx.y * gridDim.x) * blockDim.x + threadIdx.x;

    if (i < n && step > 0)
        y[i * step] = x[i];
}

// A warp for each row, whatever the size of the block is.
extern "C" __global__ void scale_rows_by_warps(int rows, float *__restrict__ x)
{
    const int row = INDEX / 32;

    if (row < rows)
        x[row * 32 + threadIdx.x % 32] *= 2;
}

/* Rows in rows of a pitch: a pitch below the width makes a race, which a few small blocks never show. */
extern "C" __global__ void shift_rows(unsigned short *values, int width, int height, int pitch, int by, int missing)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;

    if (x >= width || y >= height)
        return;
    values[y * pitch + x] = values[y * pitch + x] == 65535 ? missing : values[y * pitch + x] + by;
}

/* What the elements are is no index, also where no rows make the count negative. */
extern "C" __global__ void correct_rows(unsigned short *values, int width, int height, int pitch, int missing)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;

    if (x >= width || y >= height)
        return;
    if (values[y * pitch + x] == 65535)
        values[y * pitch + x] = missing;
    else
        values[y * pitch + x] += missing;
}

// Blocks of 64 threads each have 256 elements: no integer says so.
extern "C" __global__ void unpack(const unsigned char *__restrict__ packed, float *__restrict__ y)
{
    const int i = 4 * threadIdx.x;

    for (int k = 0; k < 4; k++)
        y[256 * blockIdx.x + i + k] = packed[256 * blockIdx.x + i + k];
}

// A warp for each row, whose columns are read 64 at a time; the rows lie along the block's other axis.
extern "C" __global__ void add_columns(int rows, int columns, const float *__restrict__ x, float *__restrict__ sums)
{
    const int row = blockIdx.x * blockDim.y + threadIdx.y;
    float sum = 0;

    if (row >= rows)
        return;
    for (int column = 2 * threadIdx.x; column < columns + 2 * (int)threadIdx.x; column += 64)
        sum += x[row * columns + column] + x[row * columns + column + 1];
    for (int mask = 16; mask > 0; mask >>= 1)
        sum += __shfl_xor_sync(0xffffffff, sum, mask);
    if (threadIdx.x == 0)
        sums[row] = sum;
}

// The flat index is that of a pixel, and no count is the number of them.
extern "C" __global__ void grey(int images, int width, int height, float *__restrict__ x)
{
    const int i = (blockIdx.x + blockIdx.y * gridDim.x) * blockDim.x + threadIdx.x;
    const int pixels = width * height;

    if (i >= images * pixels)
        return;
    for (int colour = 0; colour < 3; colour++)
        x[(i / pixels * 3 + colour) * pixels + i % pixels] += 1;
}

// Rows are so far apart that a small buffer ends long before them.
extern "C" __global__ void add_far(int n, const float *__restrict__ x, float *__restrict__ y)
{
    if (INDEX < n)
        y[INDEX] += x[INDEX * 4096];
}

// Eight elements at a time; few launches of one number are large.
extern "C" __global__ void add_eights(int n, const float *__restrict__ x, float *__restrict__ y)
{
    const int i = 8 * INDEX;

    if (i < n)
        for (int k = 0; k < 8; k++)
            y[i + k] += x[i + k];
}

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

struct entry {
    int place;
};

// Which bins there are comes from structs in memory.
extern "C" __global__ void count_entries(int n, const entry *__restrict__ entries, int *bins)
{
    if (INDEX < n)
        atomicAdd(&bins[entries[INDEX].place], 1);
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

// An item for each `per_item` elements.
extern "C" __global__ void item_of(int n, int per_item, const float *__restrict__ items,
                                   float *__restrict__ x)
{
    if (INDEX < n)
        x[INDEX] += items[INDEX / per_item];
}

// Nothing that the kernel does shows how many rows the table has, nor that `unread` says it.
extern "C" __global__ void rows_of(int n, int columns, int unread, const int *__restrict__ rows,
                                   const float *__restrict__ table, float *__restrict__ out)
{
    (void)unread;
    if (INDEX < n)
        for (int i = 0; i < columns; i++)
            out[INDEX * columns + i] = table[rows[INDEX] * columns + i];
}

// Planes of `filters` rows of `length` elements: the threads are whole rows.
extern "C" __global__ void scale_planes(int n, int filters, int length, float *x)
{
    const int plane = INDEX / length, i = INDEX % length;

    for (int f = 0; INDEX < n && f < filters; f++)
        x[(plane * filters + f) * length + i] *= 2;
}

// How many weights there are follows from a number that no count can name.
extern "C" __global__ void blur(int n, float sigma, const float *__restrict__ x,
                                const float *__restrict__ weights, float *__restrict__ y)
{
    const int radius = (int)(3 * sigma);
    float sum = 0;

    if (INDEX >= n)
        return;
    for (int k = -radius; k <= radius; k++)
        sum += x[min(max(INDEX + k, 0), n - 1)] * weights[k + radius];
    y[INDEX] = sum;
}

// An index is compared with a number, which is no limit.
extern "C" __global__ void rows_but_one(int n, int columns, int left_out, const int *__restrict__ rows,
                                        const float *__restrict__ table, float *__restrict__ y)
{
    if (INDEX >= n * columns)
        return;
    const int row = rows[INDEX / columns];
    y[INDEX] = row == left_out ? 0 : table[row * columns + INDEX % columns];
}

// More elements than most launches have threads.
extern "C" __global__ void halve_cube(int n, const float *__restrict__ x, float *__restrict__ y)
{
    if (INDEX < n * n * n)
        y[INDEX] = x[INDEX] / 2;
}

// A chunk for each block: more threads than elements do not tell how many blocks there have to be.
extern "C" __global__ void add_chunks(int n, const float *__restrict__ x, float *__restrict__ y)
{
    for (int k = threadIdx.x; k < 64; k += blockDim.x) {
        const int i = blockIdx.x * 64 + k;

        if (i < n)
            y[i] = x[i] + 1;
    }
}

// One block, which has no threads for more elements than it is large.
extern "C" __global__ void turn_block(int n, const float *__restrict__ x, float *__restrict__ y)
{
    __shared__ float part[256];
    const int i = threadIdx.x;

    part[i] = i < n ? x[i] : 0;
    __syncthreads();
    if (i < n)
        y[i] = part[(i + 1) % 256];
}

struct scaled {
    float scale;
    signed char parts[8];
};

// Structs in memory that lead nowhere.
extern "C" __global__ void unscale(int n, const scaled *__restrict__ x, float *__restrict__ y)
{
    if (INDEX < n)
        for (int i = 0; i < 8; i++)
            y[8 * INDEX + i] = x[INDEX].scale * x[INDEX].parts[i];
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

// Rows of 512 elements, summed from their ends: with more rows, and columns, the first one has too few.
extern "C" __global__ void sum_ends(int n, const float *__restrict__ x, float *__restrict__ sums)
{
    float sum = 0;

    if (INDEX >= n)
        return;
    for (int i = 0; i < n; i++)
        sum += x[INDEX * 512 + 511 - i];
    sums[INDEX] = sum;
}
