// What memory and arguments hold: kernels without contracts. memory.expected has the contracts that are found.
#include <custub/kernel.h>

#define INDEX (int)(blockIdx.x * blockDim.x + threadIdx.x)

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

// Without a bias the pointer is null. The last parameter is for another kernel of the family.
extern "C" __global__ void add_bias(int n, const float *bias, float *__restrict__ x, float *unused)
{
    if (INDEX < n)
        x[INDEX] += bias ? bias[INDEX] : 1;
}

// Rows are so far apart that a small buffer ends long before them.
extern "C" __global__ void add_far(int n, const float *__restrict__ x, float *__restrict__ y)
{
    if (INDEX < n)
        y[INDEX] += x[INDEX * 4096];
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

// Nothing that the kernel does shows how many rows the table has, nor that `unread` says it.
extern "C" __global__ void rows_of(int n, int columns, int unread, const int *__restrict__ rows,
                                   const float *__restrict__ table, float *__restrict__ out)
{
    (void)unread;
    if (INDEX < n)
        for (int i = 0; i < columns; i++)
            out[INDEX * columns + i] = table[rows[INDEX] * columns + i];
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

struct body {
    float place, speed;
};

// With structs of zeros no thread changes anything.
extern "C" __global__ void move(int n, float time, body *x)
{
    if (INDEX < n)
        x[INDEX].place += time * x[INDEX].speed;
}
