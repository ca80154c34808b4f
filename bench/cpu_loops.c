/* Compares kernels on the CPU driver with plain loops on as many threads, and with the same kernels
 * in OpenCL (PoCL) if it is installed: saxpy, the same with a grid-stride loop, the same over an
 * area, and a stencil. The three take turns. The loops are compiled with the options of CPU images;
 * several threads share the rows, and wait for each other between runs. A kernel's time includes
 * the launch and the wait for it. */
#define _POSIX_C_SOURCE 200809L

#include "saxpy.custub.h"
#include "sorted.h"
#include "stencil.custub.h"
#include "strides.custub.h"

#include <custub/custub.h>

#if defined(BENCH_OPENCL)
#include "opencl.h"
#endif

#include <math.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define ROUNDS        41
#define THREADS_LIMIT 256
#define LINE_BLOCK    256
#define AREA_BLOCK_X  64
#define AREA_BLOCK_Y  4
/* Blocks of the grid-stride kernel: eight for each multiprocessor of a GPU that has 132. */
#define STRIDE_BLOCKS 1056

enum { LOOP, KERNEL, OPENCL, PARTIES };

typedef enum work_kind { SAXPY, STRIDED, AREA, STENCIL } work_kind;

typedef struct work {
    work_kind kind;
    size_t n; /* elements */
    int width;
    int height;
    const float *x;
    float *y;
} work;

static struct {
    int threads;
    pthread_barrier_t begin;
    pthread_barrier_t end;
    const work *work; /* null: the threads must end */
} pool;

/* --- The loops -----------------------------------------------------------------------------------
 */

static void saxpy_loop(size_t first, size_t end, float a, const float *restrict x,
                       float *restrict y)
{
    for (size_t i = first; i < end; i++)
        y[i] = a * x[i] + y[i];
}

static void stencil_loop(int first, int end, int width, const float *restrict in,
                         float *restrict out)
{
    for (int y = first; y < end; y++) {
        const float *row = in + (size_t)y * (size_t)width;
        float *target = out + (size_t)y * (size_t)width;
        for (int x = 1; x < width - 1; x++)
            target[x] = 0.2f * (row[x] + row[x - 1] + row[x + 1] + row[x - width] + row[x + width]);
    }
}

static void run_share(const work *w, int index)
{
    const size_t threads = (size_t)pool.threads;
    const size_t rows = w->kind == STENCIL ? (size_t)w->height - 2 : w->n;
    const size_t first = rows * (size_t)index / threads;
    const size_t end = rows * ((size_t)index + 1) / threads;

    if (w->kind != STENCIL)
        saxpy_loop(first, end, 2.0f, w->x, w->y);
    else
        stencil_loop((int)first + 1, (int)end + 1, w->width, w->x, w->y);
}

static void *serve(void *index)
{
    for (;;) {
        pthread_barrier_wait(&pool.begin);
        if (!pool.work)
            return NULL;
        run_share(pool.work, (int)(intptr_t)index);
        pthread_barrier_wait(&pool.end);
    }
}

static void run_loop(const work *w)
{
    pool.work = w;
    pthread_barrier_wait(&pool.begin);
    if (w)
        pthread_barrier_wait(&pool.end);
}

/* --- The kernels ---------------------------------------------------------------------------------
 */

static custub_error error;
static saxpy_kernels saxpy;
static stencil_kernels stencil;
static strides_kernels strides;

static void must(custub_status status)
{
    if (status != CUSTUB_OK) {
        fprintf(stderr, "%s\n", error.message);
        exit(1);
    }
}

static void run_kernel(const work *w)
{
    custub_launch launch = custub_launch_default();
    const custub_f32_view x = custub_f32_view_at(w->x, w->n);
    const custub_f32_view y = custub_f32_view_at(w->y, w->n);

    launch.block = custub_block(LINE_BLOCK, 1, 1);
    if (w->kind == AREA || w->kind == STENCIL)
        launch.block = custub_block(AREA_BLOCK_X, AREA_BLOCK_Y, 1);
    switch (w->kind) {
    case SAXPY:
        launch_saxpy(&saxpy, &launch, w->n, 2.0f, x, y, &error);
        break;
    case STRIDED:
        launch.grid = custub_grid(STRIDE_BLOCKS, 1, 1);
        launch_saxpy_strided(&strides, &launch, (int)w->n, 2.0f, x, y, &error);
        break;
    case AREA:
        launch_area(&strides, &launch, (unsigned)w->width, (unsigned)w->height, 2.0f, x, y, &error);
        break;
    case STENCIL:
        launch_stencil(&stencil, &launch, w->width, w->height, x, y, &error);
        break;
    }
    must(custub_stream_synchronize(0, &error)); /* keeps the first failure */
}

/* --- OpenCL --------------------------------------------------------------------------------------
 */

#if defined(BENCH_OPENCL)

static cl_kernel cl_kernels[STENCIL + 1];
static cl_mem cl_x;
static cl_mem cl_y;

static bool open_opencl(size_t count, const float *x, const float *y)
{
    static const char *const names[] = {"saxpy", "saxpy_strided", "area", "stencil"};
    static const cl_uint scalars[] = {1, 1, 2, 2}; /* how many precede the factor, if it has one */
    const cl_float a = 2.0f;

    if (!opencl_open(BENCH_OPENCL, pool.threads))
        return false;
    cl_x = opencl_buffer(count * sizeof(float), x);
    cl_y = opencl_buffer(count * sizeof(float), y);
    for (int i = SAXPY; i <= STENCIL; i++) {
        cl_uint at = scalars[i];
        cl_kernels[i] = opencl_kernel(names[i]);
        if (i != STENCIL)
            opencl_set(cl_kernels[i], at++, sizeof(a), &a);
        opencl_set(cl_kernels[i], at, sizeof(cl_mem), &cl_x);
        opencl_set(cl_kernels[i], at + 1, sizeof(cl_mem), &cl_y);
    }
    return true;
}

static void run_opencl(const work *w)
{
    static const size_t local[2][2] = {{LINE_BLOCK, 1}, {AREA_BLOCK_X, AREA_BLOCK_Y}};
    const bool is_area = w->kind == AREA || w->kind == STENCIL;
    const cl_ulong n = w->n;
    const cl_int count = (cl_int)w->n;
    const cl_int sides[2] = {w->width, w->height};
    size_t global[2] = {w->n, 1};

    if (w->kind == STRIDED)
        global[0] = (size_t)STRIDE_BLOCKS * LINE_BLOCK;
    if (is_area) {
        global[0] = (size_t)w->width;
        global[1] = (size_t)w->height;
        opencl_set(cl_kernels[w->kind], 0, sizeof(cl_int), &sides[0]);
        opencl_set(cl_kernels[w->kind], 1, sizeof(cl_int), &sides[1]);
    } else if (w->kind == STRIDED) {
        opencl_set(cl_kernels[w->kind], 0, sizeof(count), &count);
    } else {
        opencl_set(cl_kernels[w->kind], 0, sizeof(n), &n);
    }
    opencl_run(cl_kernels[w->kind], global, local[is_area]);
}

static void fill_opencl(size_t count, const float *y)
{
    opencl_write(cl_y, count * sizeof(*y), y);
}

static void read_opencl(size_t count, float *y)
{
    opencl_read(cl_y, count * sizeof(*y), y);
}

#else

static bool open_opencl(size_t count, const float *x, const float *y)
{
    (void)count, (void)x, (void)y;
    return false;
}

static void run_opencl(const work *w)
{
    (void)w;
}

static void fill_opencl(size_t count, const float *y)
{
    (void)count, (void)y;
}

static void read_opencl(size_t count, float *y)
{
    (void)count, (void)y;
}

#endif

/* --- Measuring -----------------------------------------------------------------------------------
 */

static double now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static double time_of(void (*run)(const work *), const work *w, int repeats)
{
    double start = now();

    for (int i = 0; i < repeats; i++)
        run(w);
    return (now() - start) / repeats;
}

static float *allocate(size_t count)
{
    float *values = malloc(count * sizeof(*values));

    if (!values)
        exit(1);
    for (size_t i = 0; i < count; i++)
        values[i] = 1.0f + (float)(i % 100) * 1e-3f;
    return values;
}

static void must_be(const char *who, size_t count, const float *found, const float *expected)
{
    for (size_t i = 0; i < count; i++) {
        if (fabsf(found[i] - expected[i]) <= 1e-6f * fabsf(expected[i]))
            continue;
        fprintf(stderr, "%s: element %zu is %g, not %g\n", who, i, (double)found[i],
                (double)expected[i]);
        exit(1);
    }
}

/* All three must compute the same results from the same initial values. */
static void check(const work *w, bool has_opencl)
{
    const size_t count = w->n;
    float *start = allocate(count);
    float *expected = allocate(count);

    memcpy(w->y, start, count * sizeof(*start));
    run_loop(w);
    memcpy(expected, w->y, count * sizeof(*start));
    memcpy(w->y, start, count * sizeof(*start));
    run_kernel(w);
    must_be("the kernel", count, w->y, expected);
    if (has_opencl) {
        fill_opencl(count, start);
        run_opencl(w);
        read_opencl(count, start);
        must_be("OpenCL", count, start, expected);
    }
    free(start);
    free(expected);
}

/* Prints the times, and how many times faster the kernel is than the others. */
static void print_times(const char *when, double times[PARTIES][ROUNDS], int at, int parties)
{
    printf("  %-8s", when);
    for (int i = 0; i < PARTIES; i++) {
        if (i < parties)
            printf(" %10.1f", times[i][at] * 1e6);
        else
            printf(" %10s", "-");
    }
    printf(" %12.2f", times[LOOP][at] / times[KERNEL][at]);
    if (parties > OPENCL)
        printf(" %12.2f", times[OPENCL][at] / times[KERNEL][at]);
    printf("\n");
}

static void measure(const char *name, const work *w, int repeats, bool has_opencl)
{
    static void (*const runs[PARTIES])(const work *) = {run_loop, run_kernel, run_opencl};
    static double times[PARTIES][ROUNDS];
    const int parties = has_opencl ? PARTIES : OPENCL;

    check(w, has_opencl);
    for (int round = 0; round < ROUNDS; round++)
        for (int i = 0; i < parties; i++)
            times[i][round] = time_of(runs[i], w, repeats);
    for (int i = 0; i < parties; i++)
        sort_numbers(times[i], ROUNDS);
    printf("%s\n", name);
    print_times("lower", times, ROUNDS / 4, parties);
    print_times("median", times, ROUNDS / 2, parties);
    print_times("upper", times, 3 * ROUNDS / 4, parties);
    fflush(stdout);
}

static void start_threads(pthread_t *threads)
{
    pthread_barrier_init(&pool.begin, NULL, (unsigned)pool.threads + 1);
    pthread_barrier_init(&pool.end, NULL, (unsigned)pool.threads + 1);
    for (int i = 0; i < pool.threads; i++) {
        if (pthread_create(&threads[i], NULL, serve, (void *)(intptr_t)i) != 0)
            exit(1);
    }
}

static int device_threads(void)
{
    int (*get)(int *, int, int);
    void *symbol = custub_driver_symbol("cuDeviceGetAttribute");
    int count = 1;

    *(void **)(void *)&get = symbol;
    if (symbol)
        get(&count, 16 /* CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT */, 0);
    return count < THREADS_LIMIT ? count : THREADS_LIMIT;
}

/* `x` and `y` have 2^24 elements. */
static void measure_all(const float *x, float *y)
{
    const bool has_opencl = open_opencl((size_t)1 << 24, x, y);
    char name[64];

    printf("%d threads; %d rounds; microseconds\n", pool.threads, ROUNDS);
    printf("%-10s %10s %10s %10s %12s %12s\n", "", "loop", "kernel", "OpenCL", "loop/kernel",
           "OpenCL/kernel");
    for (int bits = 16; bits <= 24; bits += 4) {
        work w = {SAXPY, (size_t)1 << bits, 0, 0, x, y};
        snprintf(name, sizeof(name), "saxpy 2^%d", bits);
        measure(name, &w, bits == 24 ? 1 : 20, has_opencl);
        w.kind = STRIDED;
        snprintf(name, sizeof(name), "saxpy 2^%d, grid-stride loop", bits);
        measure(name, &w, bits == 24 ? 1 : 20, has_opencl);
    }
    for (int side = 256; side <= 4096; side *= 4) {
        work w = {AREA, (size_t)side * (size_t)side, side, side, x, y};
        snprintf(name, sizeof(name), "saxpy %d x %d, unsigned", side, side);
        measure(name, &w, side == 4096 ? 1 : 20, has_opencl);
        w.kind = STENCIL;
        snprintf(name, sizeof(name), "stencil %d x %d", side, side);
        measure(name, &w, side == 4096 ? 1 : 20, has_opencl);
    }
}

int main(void)
{
    const size_t most = (size_t)1 << 24;
    pthread_t threads[THREADS_LIMIT];
    custub_device *device;
    custub_f32_buffer x;
    custub_f32_buffer y;

    custub_driver_open(CUSTUB_DRIVER_CPU, &error);
    device = custub_device_open(0, &error);
    saxpy = saxpy_load(&error);
    stencil = stencil_load(&error);
    strides = strides_load(&error);
    x = custub_f32_buffer_create(most, &error);
    y = custub_f32_buffer_create(most, &error);
    must(error.status);
    pool.threads = device_threads();
    start_threads(threads);
    for (size_t i = 0; i < most; i++) {
        ((float *)(uintptr_t)x.view.ptr)[i] = (float)(i % 100) * 1e-3f;
        ((float *)(uintptr_t)y.view.ptr)[i] = 0;
    }
    measure_all((const float *)(uintptr_t)x.view.ptr, (float *)(uintptr_t)y.view.ptr);
    run_loop(NULL);
    for (int i = 0; i < pool.threads; i++)
        pthread_join(threads[i], NULL);
    custub_f32_buffer_destroy(&x, NULL);
    custub_f32_buffer_destroy(&y, NULL);
    custub_device_close(device, NULL);
    return 0;
}
