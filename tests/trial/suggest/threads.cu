// How many threads there are: kernels without contracts. threads.expected has the contracts that are found.
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

// Each turn of the loop is a grid further.
extern "C" __global__ void square(int n, const float *__restrict__ x, float *__restrict__ y)
{
    for (int i = INDEX; i < n; i += gridDim.x * blockDim.x)
        y[i] = x[i] * x[i];
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

// The blocks of a plane are counted, one row after the other.
extern "C" __global__ void add_flat(int n, const float *__restrict__ x, float *__restrict__ y)
{
    const int i = (blockIdx.x + blockIdx.y * gridDim.x) * blockDim.x + threadIdx.x;

    if (i < n)
        y[i] += x[i];
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

// A block has 512 elements: smaller ones leave some of them out, and those of larger ones meet. No launch has so many
// by chance.
extern "C" __global__ void halve_blocks(int n, float *x)
{
    const int i = blockIdx.x * 512 + threadIdx.x;

    if (i < n)
        x[i] = x[i] / 2 + 1;
}

/* Five elements for each: they need no whole warps. */
extern "C" __global__ void interleave(float *__restrict__ y, const float *__restrict__ x, int n)
{
    if (INDEX < 5 * n)
        y[INDEX] = x[INDEX];
}
