// Kernels whose contracts ask for too few elements, or for too many. The comment before each says what a trial
// finds: the line of the report, with `…` for any text, then the numbers of the smallest launch.
#include <custub/kernel.h>

#define INDEX (int)(blockIdx.x * blockDim.x + threadIdx.x)

// --- Too few -----------------------------------------------------------------------------------------------

// finds: read of 4 bytes…after the end of 'x' | n = 1
extern "C" CUSTUB_THREADS(n) __global__ void short_by_one(
    int n, const float *__restrict__ x CUSTUB_COUNTED_BY(n - 1), float *__restrict__ y CUSTUB_COUNTED_BY(n))
{
    if (INDEX < n)
        y[INDEX] = x[INDEX];
}

// finds: write of 4 bytes…after the end of 'y' | n = 1
extern "C" CUSTUB_THREADS(n) __global__ void short_output(
    int n, const float *__restrict__ x CUSTUB_COUNTED_BY(n), float *__restrict__ y CUSTUB_COUNTED_BY(n / 2))
{
    if (INDEX < n)
        y[INDEX] = x[INDEX];
}

// finds: read of 4 bytes…after the end of 'x' | size = 4, rows = 1, columns = 4
extern "C" CUSTUB_THREADS(size) CUSTUB_REQUIRES(size > 0 && size == rows * columns && columns % 4 == 0)
CUSTUB_REQUIRES(gridDim.x == ceil_div(size, blockDim.x)) __global__ void tied_numbers(
    int size, int rows, int columns, const float *__restrict__ x CUSTUB_COUNTED_BY(size - 1),
    float *__restrict__ y CUSTUB_COUNTED_BY(size))
{
    if (INDEX < size)
        y[INDEX] = x[INDEX];
}

// finds: read of 4 bytes…after the end of 'x' | rows = 1, columns = 1
extern "C" CUSTUB_THREADS(columns) __global__ void short_by_row(
    int rows, int columns, const float *__restrict__ x CUSTUB_COUNTED_BY((rows - 1) * columns),
    float *__restrict__ y CUSTUB_COUNTED_BY(columns))
{
    float sum = 0;

    for (int r = 0; r < rows && INDEX < columns; r++)
        sum += x[r * columns + INDEX];
    if (INDEX < columns)
        y[INDEX] = sum;
}

// finds: read of 4 bytes…after the end of 'x' | depth = 2
extern "C" CUSTUB_THREADS(width) __global__ void short_by_plane(
    int depth, int width, const float *__restrict__ x CUSTUB_COUNTED_BY(max(depth - 1, 1) * width * 2),
    float *__restrict__ y CUSTUB_COUNTED_BY(width))
{
    float sum = 0;

    for (int d = 0; d < 2 * depth && INDEX < width; d++)
        sum += x[d * width + INDEX];
    if (INDEX < width)
        y[INDEX] = sum;
}

// finds: read of 4 bytes…after the end of 'x' | n = 1
extern "C" CUSTUB_THREADS(n) __global__ void short_halo(
    int n, const float *__restrict__ x CUSTUB_COUNTED_BY(n), float *__restrict__ y CUSTUB_COUNTED_BY(n))
{
    if (INDEX < n)
        y[INDEX] = x[INDEX] + x[INDEX + 2];
}

// finds: read of 4 bytes…after the end of 'x' | n = 2, stride = 2
extern "C" CUSTUB_THREADS(n) CUSTUB_REQUIRES(stride > 0) __global__ void short_stride(
    int n, int stride, const float *__restrict__ x CUSTUB_COUNTED_BY(n), float *__restrict__ y CUSTUB_COUNTED_BY(n))
{
    if (INDEX < n)
        y[INDEX] = x[INDEX * stride];
}

// finds: read of 4 bytes…after the end of 'weights'
extern "C" CUSTUB_THREADS(n) __global__ void short_constant(
    int n, const float *__restrict__ weights CUSTUB_COUNTED_BY(4), float *__restrict__ y CUSTUB_COUNTED_BY(n))
{
    if (INDEX < n)
        y[INDEX] = weights[INDEX % 5];
}

// finds: after the end of 'x' | rows = 2
extern "C" CUSTUB_THREADS(width, rows) CUSTUB_REQUIRES(pitch >= width) __global__ void short_pitch(
    int width, int rows, int pitch, const float *__restrict__ x CUSTUB_COUNTED_BY(width * rows),
    float *__restrict__ y CUSTUB_COUNTED_BY(width * rows))
{
    int column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;

    if (column < width && row < rows)
        y[row * width + column] = x[row * pitch + column];
}

// finds: read of 4 bytes…after the end of 'x' | n = 1
extern "C" CUSTUB_THREADS(n) __global__ void reversed_by_one_more(
    int n, const float *__restrict__ x CUSTUB_COUNTED_BY(n), float *__restrict__ y CUSTUB_COUNTED_BY(n))
{
    if (INDEX < n)
        y[INDEX] = x[n - INDEX];
}

// finds: read of 4 bytes…before 'x' | n = 1
extern "C" CUSTUB_THREADS(n) __global__ void one_before(
    int n, const float *__restrict__ x CUSTUB_COUNTED_BY(n), float *__restrict__ y CUSTUB_COUNTED_BY(n))
{
    if (INDEX < n)
        y[INDEX] = x[INDEX - 1];
}

struct image {
    const float *pixels CUSTUB_COUNTED_BY(width * height);
    int width, height;
};

// finds: after the end of 'in.pixels' | in.width = 1, in.height = 0
extern "C" CUSTUB_THREADS(in.width) __global__ void short_field(
    image in, float *__restrict__ y CUSTUB_COUNTED_BY(in.width))
{
    float sum = 0;

    for (int r = 0; r <= in.height && INDEX < in.width; r++)
        sum += in.pixels[r * in.width + INDEX];
    if (INDEX < in.width)
        y[INDEX] = sum;
}

// finds: after the end of | columns = 1
extern "C" CUSTUB_THREADS(columns, rows) __global__ void square_in_place_of_rectangle(
    int columns, int rows, const float *__restrict__ x CUSTUB_COUNTED_BY(columns * columns),
    float *__restrict__ y CUSTUB_COUNTED_BY(rows * columns))
{
    int column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;

    if (column < columns && row < rows)
        y[row * columns + column] = x[row * columns + column];
}

// finds: read of 4 bytes…at the end of 'x' | n = 1
extern "C" CUSTUB_THREADS(n) __global__ void elements_as_bytes(
    int n, const float *__restrict__ x CUSTUB_SIZED_BY(n), float *__restrict__ y CUSTUB_COUNTED_BY(n))
{
    if (INDEX < n)
        y[INDEX] = x[INDEX];
}

// finds: write of 4 bytes…after the end of 'sums'
extern "C" CUSTUB_THREADS(n) __global__ void one_sum_for_all_blocks(
    int n, const float *__restrict__ x CUSTUB_COUNTED_BY(n), float *__restrict__ sums CUSTUB_COUNTED_BY(1))
{
    if (threadIdx.x == 0)
        sums[blockIdx.x] = n > 0 ? x[0] : 0;
}

// finds: after the end of 'b' | n = 1, m = 0
extern "C" CUSTUB_THREADS(n) __global__ void other_count(
    int n, int m, const float *__restrict__ a CUSTUB_COUNTED_BY(m), const float *__restrict__ b CUSTUB_COUNTED_BY(m),
    float *__restrict__ y CUSTUB_COUNTED_BY(n))
{
    if (INDEX < n)
        y[INDEX] = b[INDEX] + (m > 0 ? a[m - 1] : 0);
}

// finds: read of 4 bytes | n = 1
extern "C" CUSTUB_THREADS(n) __global__ void indices_without_values(
    int n, const int *__restrict__ index CUSTUB_COUNTED_BY(n), const float *__restrict__ x CUSTUB_COUNTED_BY(n),
    float *__restrict__ y CUSTUB_COUNTED_BY(n))
{
    if (INDEX < n)
        y[INDEX] = x[index[INDEX]];
}

// finds: after the end of 'x' | n = 1
extern "C" CUSTUB_THREADS(n) __global__ void values_too_high(
    int n, const int *__restrict__ index CUSTUB_COUNTED_BY(n) CUSTUB_VALUES(0, n + 1),
    const float *__restrict__ x CUSTUB_COUNTED_BY(n), float *__restrict__ y CUSTUB_COUNTED_BY(n))
{
    if (INDEX < n)
        y[INDEX] = x[index[INDEX]];
}

// finds: before 'x' | n = 1
extern "C" CUSTUB_THREADS(n) __global__ void values_too_low(
    int n, const int *__restrict__ index CUSTUB_COUNTED_BY(n) CUSTUB_VALUES(-1, n),
    const float *__restrict__ x CUSTUB_COUNTED_BY(n), float *__restrict__ y CUSTUB_COUNTED_BY(n))
{
    if (INDEX < n)
        y[INDEX] = x[index[INDEX]];
}

// finds: after the end of 'scales' | n = 1
extern "C" CUSTUB_THREADS(n) __global__ void groups_rounded_down(
    int n, const float *__restrict__ scales CUSTUB_COUNTED_BY(n / 32), float *__restrict__ y CUSTUB_COUNTED_BY(n))
{
    if (INDEX < n)
        y[INDEX] = scales[INDEX / 32];
}

// finds: after the end of 'x' | n = 2
extern "C" CUSTUB_THREADS(n) __global__ void triangle_without_diagonal(
    int n, const float *__restrict__ x CUSTUB_COUNTED_BY(max(n * (n - 1) / 2, 1)), float *__restrict__ y CUSTUB_COUNTED_BY(n))
{
    if (INDEX < n)
        y[INDEX] = x[INDEX * (INDEX + 1) / 2 + INDEX];
}

// --- Too many ----------------------------------------------------------------------------------------------

// finds: touched the last 1 of the elements of 'x'
extern "C" CUSTUB_THREADS(n) __global__ void long_by_one(
    int n, const float *__restrict__ x CUSTUB_COUNTED_BY(n + 1), float *__restrict__ y CUSTUB_COUNTED_BY(n))
{
    if (INDEX < n)
        y[INDEX] = x[INDEX];
}

// finds: touched the last …of the elements of 'x'
extern "C" CUSTUB_THREADS(columns) __global__ void long_by_row(
    int rows, int columns, const float *__restrict__ x CUSTUB_COUNTED_BY((rows + 1) * columns),
    float *__restrict__ y CUSTUB_COUNTED_BY(columns))
{
    float sum = 0;

    for (int r = 0; r < rows && INDEX < columns; r++)
        sum += x[r * columns + INDEX];
    if (INDEX < columns)
        y[INDEX] = sum;
}

// finds: touched 'unused'
extern "C" CUSTUB_THREADS(n) __global__ void unused_pointer(
    int n, const float *__restrict__ unused CUSTUB_COUNTED_BY(n), float *__restrict__ y CUSTUB_COUNTED_BY(n))
{
    if (INDEX < n)
        y[INDEX] = 1;
}

// finds: wrote to 'x'
extern "C" CUSTUB_THREADS(n) __global__ void input_without_const(
    int n, float *__restrict__ x CUSTUB_COUNTED_BY(n), float *__restrict__ y CUSTUB_COUNTED_BY(n))
{
    if (INDEX < n)
        y[INDEX] = x[INDEX];
}

// finds: touched the last …of the elements of 'y'
extern "C" CUSTUB_THREADS(n) __global__ void twice_as_long(
    int n, const float *__restrict__ x CUSTUB_COUNTED_BY(n), float *__restrict__ y CUSTUB_COUNTED_BY(2 * n))
{
    if (INDEX < n)
        y[INDEX] = x[INDEX];
}

struct row {
    float *data CUSTUB_COUNTED_BY(length + 4);
    int length;
};

// finds: touched the last 4 of the elements of 'out.data'
extern "C" CUSTUB_THREADS(out.length) __global__ void long_field(row out)
{
    if (INDEX < out.length)
        out.data[INDEX] = 2;
}

// finds: touched the last …of the elements of 'weights'
extern "C" CUSTUB_THREADS(n) __global__ void long_constant(
    int n, const float *__restrict__ weights CUSTUB_COUNTED_BY(9), float *__restrict__ y CUSTUB_COUNTED_BY(n))
{
    if (INDEX < n)
        y[INDEX] = weights[INDEX % 8];
}

// finds: touched the last …of the elements of 'x'
extern "C" CUSTUB_THREADS(rows) __global__ void rows_of_a_tile_more(
    int rows, const float *__restrict__ x CUSTUB_COUNTED_BY((ceil_div(rows, 32) + 1) * 32),
    float *__restrict__ y CUSTUB_COUNTED_BY(rows))
{
    if (INDEX < rows)
        y[INDEX] = x[INDEX];
}

// --- What no launch can show -------------------------------------------------------------------------------

struct window {
    int begin, end;
};

// finds: note: …no launch of …touched 'x' | n = 1,
extern "C" CUSTUB_THREADS(n) __global__ void in_a_window_of_zeros(
    int n, window w, const float *__restrict__ x CUSTUB_COUNTED_BY(n), float *__restrict__ y CUSTUB_COUNTED_BY(n))
{
    const int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);

    if (i < n)
        y[i] = i >= w.begin && i < w.end ? x[i] : 0;
}
