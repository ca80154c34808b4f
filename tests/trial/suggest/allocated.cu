// Counts that only the host's code tells. allocated.expected has the contracts that are found, allocated.host what is
// read of the host's code.
#include <custub/kernel.h>

extern "C" int cudaMalloc(void **pointer, size_t bytes);
extern "C" int cudaLaunchKernel(const void *kernel, dim3 grid, dim3 block, void **arguments, size_t shared,
                                void *stream);
extern "C" int cuMemAlloc(unsigned long long *pointer, size_t bytes);
extern "C" int cuModuleGetFunction(void **function, void *module, const char *name);
extern "C" int cuLaunchKernel(void *function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,
                              unsigned block_y, unsigned block_z, unsigned shared, void *stream, void **arguments,
                              void **extra);

#define INDEX   (int)(blockIdx.x * blockDim.x + threadIdx.x)
#define CHECK(call) if ((call) != 0) return
#define THREADS 128

// An index comes from data: what is allocated for x is the limit of the indices.
extern "C" __global__ void gather(int n, int sources, const int *__restrict__ index, const float *__restrict__ x,
                                  float *__restrict__ y)
{
    if (INDEX < n)
        y[INDEX] = x[index[INDEX]];
}

// Rows of a sparse matrix: the last one ends at the number of the values, which is one more than an index.
extern "C" __global__ void multiply_rows(int rows, int columns, int values, const int *__restrict__ begin,
                                         const int *__restrict__ column, const float *__restrict__ value,
                                         const float *__restrict__ x, float *__restrict__ y)
{
    float sum = 0;

    if (INDEX >= rows)
        return;
    for (int i = begin[INDEX]; i < begin[INDEX + 1]; i++)
        sum += value[i] * x[column[i]];
    y[INDEX] = sum;
}

// What is allocated for the indices is not their limit: nothing tells how large x is.
extern "C" __global__ void set_nodes(int indices, int skips, const int *__restrict__ node, float *__restrict__ x)
{
    if (INDEX < indices && skips == 0)
        x[node[INDEX]] = 0;
}

// The pointer is moved, swapped or given two sizes; two arguments have the size; a byte may not hold it; the operator is
// behind a comment, or in a macro; a lambda, and another function, have changed what is passed.
#define FILL_FROM(name, type)                                                                                          \
    extern "C" __global__ void name(int n, type m, float *x)                                                           \
    {                                                                                                                  \
        if (INDEX < n)                                                                                                 \
            x[INDEX] = m;                                                                                              \
    }
FILL_FROM(of_moved, int)
FILL_FROM(of_swapped, int)
FILL_FROM(of_two, int)
FILL_FROM(of_same, int)
FILL_FROM(of_narrow, unsigned char)
FILL_FROM(of_sum, int)
FILL_FROM(of_halo, int)
FILL_FROM(of_passed, int)
FILL_FROM(of_changed, int)

// Constants are guesses, with and without an index from data.
extern "C" __global__ void look_up(int n, const int *__restrict__ index, const float *__restrict__ table,
                                   float *__restrict__ y)
{
    if (INDEX < n)
        y[INDEX] = table[index[INDEX]];
}

// No expression that is looked for fits: the first is launched with enough, the second with too little, the third with
// both, the fourth with a constant.
#define TRIANGLE(name)                                                                                                 \
    extern "C" __global__ void name(int n, float *x)                                                                   \
    {                                                                                                                  \
        if (INDEX < n)                                                                                                 \
            x[INDEX * (INDEX + 1) / 2 + (INDEX & 3)] = 1;                                                              \
    }
TRIANGLE(triangle)
TRIANGLE(too_small)
TRIANGLE(large_and_small)
TRIANGLE(constant)

// A measured count is kept, though more is allocated.
#define FILL(name)                                                                                                     \
    extern "C" __global__ void name(int n, float *x)                                                                   \
    {                                                                                                                  \
        if (INDEX < n)                                                                                                 \
            x[INDEX] = 1;                                                                                              \
    }
FILL(fill)
FILL(reassigned)
FILL(unknown_size)

static void make(float **pointer, size_t count)
{
    cudaMalloc((void **)pointer, count * sizeof(float));
}

static void run_triangle(int n, float *x)
{
    triangle<<<1, THREADS>>>(n, x);
}

void run(int n, int width, int height, int capacity, void *module)
{
    const int sources = width * height;
    const size_t bytes = sources * sizeof(float);
    int values = 5, *index, *begin, *column;
    float *x, *y, *value, *a, *b, *c, *small, *right, *lost;
    unsigned long long filled;
    void *fill_it;

    CHECK(cudaMalloc((void **)&index, n << 2));
    CHECK(cudaMalloc((void **)&x, bytes));
    cudaMalloc((void **)&y, n * sizeof(*y));
    gather<<<(n + THREADS - 1) / THREADS, THREADS>>>(n, sources, index, x, y);

    if (n > 7)
        values = 7 * n;
    cudaMalloc((void **)&begin, sizeof(int) + height * sizeof(int));
    cudaMalloc((void **)&column, values * sizeof(int));
    make(&value, values);
    void *arguments[] = {&height, &width, &values, &begin, &column, &value, &a, &b};
    make(&a, width);
    make(&b, height);
    cudaLaunchKernel((const void *)multiply_rows, dim3(height / 2), dim3(THREADS), arguments, 0, nullptr);

    make(&c, width * (width + 1) / 2 + 4);
    run_triangle(width, c);
    make(&small, width);
    make(&right, width * width + 4);
    too_small<<<1, 32>>>(width, small);
    large_and_small<<<1, 32>>>(width, small);
    large_and_small<<<1, 32>>>(width, right);
    make(&lost, capacity * capacity);
    unknown_size<<<1, 32>>>(width, lost);

    cuMemAlloc(&filled, 2 * n * sizeof(float));
    cuModuleGetFunction(&fill_it, module, "fill");
    void *of_fill[] = {&n, &filled};
    cuLaunchKernel(fill_it, 1, 1, 1, 64, 2, 1, 0, nullptr, of_fill, nullptr);
}

void run_guesses(int n)
{
    int *node, *index;
    float *x, *table, *y, *constants;

    cudaMalloc((void **)&node, n * sizeof(int));
    cudaMalloc((void **)&x, 1000 * sizeof(float));
    set_nodes<<<1, 32>>>(n, 0, node, x);
    cudaMalloc((void **)&index, n * sizeof(int));
    cudaMalloc((void **)&table, 256 * sizeof(float));
    cudaMalloc((void **)&y, n * sizeof(float));
    look_up<<<1, 32>>>(n, index, table, y);
    cudaMalloc((void **)&constants, sizeof(float) << 22);
    constant<<<1, 32>>>(n, constants);
}

void run_reassigned(int n)
{
    float *x;

    cudaMalloc((void **)&x, n * n * sizeof(float) + 4 * sizeof(float));
    n = n / 2;
    reassigned<<<1, 32>>>(n, x);
}

#define HALO 2 + 1

template <class T> static void swap(T &a, T &b)
{
    T c = a;
    a = b;
    b = c;
}

static void halve(int &n)
{
    n /= 2;
}

void run_doubtful(int n, int m)
{
    const unsigned char narrow = m;
    const size_t bytes = m * sizeof(float);
    int changed = m;
    float *moved, *a, *b, *two, *same, *small, *sum, *halo, *passed, *large;

    cudaMalloc((void **)&moved, m * sizeof(float));
    moved += n;
    of_moved<<<1, 32>>>(n, m, moved);
    cudaMalloc((void **)&a, n * sizeof(float));
    cudaMalloc((void **)&b, m * sizeof(float));
    swap(a, b);
    of_swapped<<<1, 32>>>(n, m, a);
    cudaMalloc((void **)&two, n * sizeof(float));
    cudaMalloc((void **)&two, m * sizeof(float));
    of_two<<<1, 32>>>(n, m, two);
    cudaMalloc((void **)&same, n * sizeof(float));
    of_same<<<1, 32>>>(n, n, same);
    cudaMalloc((void **)&small, m * sizeof(float));
    of_narrow<<<1, 32>>>(n, narrow, small);
    cudaMalloc((void **)&sum, (n + // rows, one for each *
                               m) * sizeof(float));
    of_sum<<<1, 32>>>(n, m, sum);
    cudaMalloc((void **)&halo, bytes - HALO * sizeof(float));
    of_halo<<<1, 32>>>(n, m, halo);
    cudaMalloc((void **)&passed, m * sizeof(float));
    auto pass = [](int count, int size, float *to) {
        of_passed<<<1, 32>>>(count, size, to);
    };
    pass(n, m, passed);
    cudaMalloc((void **)&large, changed * sizeof(float));
    halve(changed);
    of_changed<<<1, 32>>>(n, changed, large);
}
