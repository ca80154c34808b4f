// How many elements there are: kernels without contracts. counts.expected has the contracts that are found.
#include <custub/kernel.h>

#define INDEX (int)(blockIdx.x * blockDim.x + threadIdx.x)

// Rows lie `pitch` apart.
extern "C" __global__ void fill(int rows, int columns, int pitch, float value, float *image)
{
    if (INDEX >= columns || pitch < columns)
        return;
    for (int row = 0; row < rows; row++)
        image[row * pitch + INDEX] = value;
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

// Each thread has four elements, the last one as well.
extern "C" __global__ void negate_padded(int n, const float *__restrict__ x, float *__restrict__ y)
{
    const int i = 4 * INDEX;

    if (i < n)
        for (int k = 0; k < 4; k++)
            y[i + k] = -x[i + k];
}

// Blocks of 64 threads each have 256 elements: no integer says so.
extern "C" __global__ void unpack(const unsigned char *__restrict__ packed, float *__restrict__ y)
{
    const int i = 4 * threadIdx.x;

    for (int k = 0; k < 4; k++)
        y[256 * blockIdx.x + i + k] = packed[256 * blockIdx.x + i + k];
}

// Eight elements at a time; few launches of one number are large.
extern "C" __global__ void add_eights(int n, const float *__restrict__ x, float *__restrict__ y)
{
    const int i = 8 * INDEX;

    if (i < n)
        for (int k = 0; k < 8; k++)
            y[i + k] += x[i + k];
}

// An item for each `per_item` elements.
extern "C" __global__ void item_of(int n, int per_item, const float *__restrict__ items,
                                   float *__restrict__ x)
{
    if (INDEX < n)
        x[INDEX] += items[INDEX / per_item];
}

// Planes of `filters` rows of `length` elements: the threads are whole rows.
extern "C" __global__ void scale_planes(int n, int filters, int length, float *x)
{
    const int plane = INDEX / length, i = INDEX % length;

    for (int f = 0; INDEX < n && f < filters; f++)
        x[(plane * filters + f) * length + i] *= 2;
}

// More elements than most launches have threads.
extern "C" __global__ void halve_cube(int n, const float *__restrict__ x, float *__restrict__ y)
{
    if (INDEX < n * n * n)
        y[INDEX] = x[INDEX] / 2;
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

// A column of a matrix whose rows have 512 elements.
extern "C" __global__ void scale_column(int rows, int column, float *__restrict__ x)
{
    if (INDEX < rows)
        x[INDEX * 512 + column] *= 2;
}

// Elements, rows and planes lie apart.
extern "C" __global__ void sum_apart(int n, int step, int rows, int pitch, int planes, int distance,
                                     const float *__restrict__ x, float *__restrict__ sum)
{
    float all = 0;

    if (INDEX >= planes)
        return;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < rows; k++)
            all += x[i * step + k * pitch + INDEX * distance];
    sum[INDEX] = all;
}

// A thread for each inner element of rows of 514 elements; there are as many as the grid has.
extern "C" __global__ void smooth_inner(const float *__restrict__ x, float *__restrict__ y)
{
    const int i = INDEX + 1, j = (int)(blockIdx.y * blockDim.y + threadIdx.y) + 1;

    y[j * 514 + i] = (x[(j - 1) * 514 + i] + x[(j + 1) * 514 + i]) / 2;
}

// Batches of `stride` elements have factors of their own. With one batch all counts could be told, but then the
// contract would not allow more.
extern "C" __global__ void turn_pairs(int rows, int length, int stride, const float *__restrict__ factors,
                                      float *__restrict__ x)
{
    const int half = length / 2;
    const int batch = stride > 0 ? 2 * INDEX / stride : 0;

    if (2 * INDEX < rows * length)
        x[2 * INDEX + 1] = x[2 * INDEX] * factors[batch * half + INDEX % half];
}

// Each element and its mirror image: that of the first is an element behind the last row.
extern "C" __global__ void add_mirrored(int pitch, int rows, int columns, const float *__restrict__ x,
                                        float *__restrict__ y)
{
    const int row = blockIdx.y * blockDim.y + threadIdx.y;

    if (row >= rows || INDEX >= columns || pitch < columns)
        return;
    y[row * columns + INDEX] = x[row * pitch + INDEX] + x[(rows - row) * pitch + columns - INDEX];
}

// Elements beside padding: no rows of two elements.
extern "C" __global__ void fill_padded(int n, int padding, float *__restrict__ y)
{
    if (INDEX < n + 2 * padding)
        y[INDEX] = INDEX;
}

// Rows of 512 elements overlap if there are more columns.
extern "C" __global__ void number_columns(int rows, int columns, float *__restrict__ y)
{
    const int row = blockIdx.y * blockDim.y + threadIdx.y;

    if (row < rows && INDEX < columns)
        y[row * 512 + INDEX] = INDEX;
}

// The same for all threads of the grid.
extern "C" __global__ void number_threads(float *__restrict__ y)
{
    y[(blockIdx.y * blockDim.y + threadIdx.y) * 512 + INDEX] = INDEX;
}

// A guard that launches with few threads do not reach.
extern "C" __global__ void scale_images(int images, const float *__restrict__ x, float *__restrict__ y)
{
    if (INDEX < images * 28 * 28)
        y[INDEX] = x[INDEX] / 255;
}

// Elements from a distance on, which may be larger than the whole.
extern "C" __global__ void delay(int n, int lag, const float *__restrict__ x, float *__restrict__ y)
{
    if (INDEX < n)
        y[INDEX] = INDEX >= lag ? x[INDEX - lag] : 0;
}

// The same of a guard that no launch here reaches: there is no element for each thread.
extern "C" __global__ void scale_photos(int photos, const float *__restrict__ x, float *__restrict__ y)
{
    if (INDEX < photos * 1024 * 1024)
        y[INDEX] = x[INDEX] / 255;
}
