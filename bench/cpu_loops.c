/* Kernels on the CPU driver beside plain loops on as many threads, in turn: saxpy and a stencil.
 * The loops are compiled with the options of CPU images and share their rows among threads that
 * wait for each other between runs. */
#define _POSIX_C_SOURCE 200809L

#include "saxpy.custub.h"
#include "stencil.custub.h"

#include <custub/custub.h>

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define ROUNDS        41
#define THREADS_LIMIT 256

typedef struct work {
    size_t n; /* saxpy's; 0: the stencil */
    int width;
    int height;
    const float *x;
    float *y;
} work;

static struct {
    int threads;
    pthread_barrier_t begin;
    pthread_barrier_t end;
    const work *work; /* null: the threads end */
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
    const size_t rows = w->n ? w->n : (size_t)w->height - 2;
    const size_t first = rows * (size_t)index / threads;
    const size_t end = rows * ((size_t)index + 1) / threads;

    if (w->n)
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

    launch.error = &error;
    if (w->n) {
        launch.block = custub_block(256, 1, 1);
        must(launch_saxpy(&saxpy, &launch, w->n, 2.0f, custub_f32_at(w->x, w->n),
                          custub_f32_at(w->y, w->n)));
    } else {
        uint64_t count = (uint64_t)w->width * (uint64_t)w->height;
        launch.block = custub_block(64, 4, 1);
        must(launch_stencil(&stencil, &launch, w->width, w->height, custub_f32_at(w->x, count),
                            custub_f32_at(w->y, count)));
    }
    must(custub_stream_synchronize(0, &error));
}

/* --- Both ----------------------------------------------------------------------------------------
 */

static double now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static int compare(const void *left, const void *right)
{
    double a = *(const double *)left;
    double b = *(const double *)right;

    return (a > b) - (a < b);
}

static double time_of(void (*run)(const work *), const work *w, int repeats)
{
    double start = now();

    for (int i = 0; i < repeats; i++)
        run(w);
    return (now() - start) / repeats;
}

static void measure(const char *name, const work *w, int repeats)
{
    double loops[ROUNDS];
    double kernels[ROUNDS];

    time_of(run_loop, w, 1);
    time_of(run_kernel, w, 1);
    for (int i = 0; i < ROUNDS; i++) {
        loops[i] = time_of(run_loop, w, repeats);
        kernels[i] = time_of(run_kernel, w, repeats);
    }
    qsort(loops, ROUNDS, sizeof(double), compare);
    qsort(kernels, ROUNDS, sizeof(double), compare);
    printf("%-24s %10.1f %10.1f %8.2f   %10.1f %10.1f %8.2f\n", name, loops[ROUNDS / 2] * 1e6,
           kernels[ROUNDS / 2] * 1e6, loops[ROUNDS / 2] / kernels[ROUNDS / 2], loops[0] * 1e6,
           kernels[0] * 1e6, loops[0] / kernels[0]);
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

int main(void)
{
    static const size_t lengths[] = {(size_t)1 << 16, (size_t)1 << 20, (size_t)1 << 24};
    const size_t most = (size_t)1 << 24;
    pthread_t threads[THREADS_LIMIT];
    custub_device *device;
    custub_f32 x;
    custub_f32 y;

    must(custub_driver_open(CUSTUB_DRIVER_CPU, &error));
    must(custub_device_open(&device, 0, &error));
    must(saxpy_load(&saxpy, &error));
    must(stencil_load(&stencil, &error));
    must(custub_f32_create(&x, most, &error));
    must(custub_f32_create(&y, most, &error));
    pool.threads = device_threads();
    start_threads(threads);
    for (size_t i = 0; i < most; i++) {
        ((float *)(uintptr_t)x.ptr)[i] = (float)(i % 100) * 1e-3f;
        ((float *)(uintptr_t)y.ptr)[i] = 0;
    }
    printf("%d threads; microseconds: median of %d, then least\n", pool.threads, ROUNDS);
    printf("%-24s %10s %10s %8s   %10s %10s %8s\n", "", "loop", "kernel", "ratio", "loop", "kernel",
           "ratio");
    for (size_t i = 0; i < 3; i++) {
        char name[64];
        work w = {lengths[i], 0, 0, (const float *)(uintptr_t)x.ptr, (float *)(uintptr_t)y.ptr};
        snprintf(name, sizeof(name), "saxpy 2^%d", 16 + 4 * (int)i);
        measure(name, &w, i == 2 ? 1 : 20);
    }
    for (int side = 256; side <= 4096; side *= 4) {
        char name[64];
        work w = {0, side, side, (const float *)(uintptr_t)x.ptr, (float *)(uintptr_t)y.ptr};
        snprintf(name, sizeof(name), "stencil %d x %d", side, side);
        measure(name, &w, side == 4096 ? 1 : 20);
    }
    run_loop(NULL);
    for (int i = 0; i < pool.threads; i++)
        pthread_join(threads[i], NULL);
    custub_f32_destroy(&x);
    custub_f32_destroy(&y);
    custub_device_close(device);
    return 0;
}
