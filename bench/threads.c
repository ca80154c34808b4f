/* Kernels whose threads wait for each other, on the CPU driver and, alternating with it, on an
 * OpenCL device of the CPU (PoCL) if there is one: arrivals at barriers, a sum of blocks over 2^24
 * floats, a tiled product of 512 x 512 matrices. Prints the medians of nine rounds.
 *
 * Times are processor time, summed over all threads, as if one core did everything. Other load on
 * the machine hardly changes them. */
#define _POSIX_C_SOURCE 200809L

#include "sorted.h"
#include "threads.custub.h"

#include <custub/custub.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#if defined(BENCH_OPENCL)
#include "opencl.h"
#endif

#define ROUNDS      9
#define BARRIERS    200
#define BLOCKS      64
#define BLOCK       256
#define SUM_COUNT   ((size_t)1 << 24)
#define MATRIX_SIZE 512
#define CASES       3

static const char *const case_names[CASES] = {"arrivals at barriers", "sum of 2^24 floats",
                                              "product of 512 x 512"};

static threads_kernels kernels;
static custub_error error;
static float *values; /* SUM_COUNT of them; the matrices are the first ones */
static float *results;

static void succeed(int status)
{
    if (status == CUSTUB_OK)
        return;
    fprintf(stderr, "%s\n", error.message);
    exit(EXIT_FAILURE);
}

/* Processor time of all threads together, which excludes other programs. */
static double now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* --- custub --------------------------------------------------------------------------------------
 */

static custub_f32_buffer in;
static custub_f32_buffer out;
static custub_i32_buffer arrived;

static void open_custub(void)
{
    custub_device_open(0, &error);
    kernels = threads_load(&error);
    in = custub_f32_buffer_create(SUM_COUNT, &error);
    out = custub_f32_buffer_create(MATRIX_SIZE * MATRIX_SIZE, &error);
    arrived = custub_i32_buffer_create(BLOCKS * BLOCK, &error);
    succeed(custub_f32_upload(in.view, values, SUM_COUNT, 0, &error));
}

static double run_custub(int which)
{
    custub_launch launch = custub_launch_default();
    double begin = now();

    launch.block = custub_block(BLOCK, 1, 1);
    if (which == 0) {
        launch.grid = custub_grid(BLOCKS, 1, 1);
        launch_arrive(&kernels, &launch, BARRIERS, arrived.view, &error);
    } else if (which == 1) {
        launch.grid = custub_grid(SUM_COUNT / BLOCK, 1, 1);
        launch_sum_blocks(&kernels, &launch, in.view, out.view, &error);
    } else {
        launch.grid = custub_grid(MATRIX_SIZE / 16, MATRIX_SIZE / 16, 1);
        launch.block = custub_block(16, 16, 1);
        launch_multiply(&kernels, &launch, MATRIX_SIZE, in.view, in.view, out.view, &error);
    }
    succeed(custub_f32_download(out.view, results, 1, 0, &error)); /* waits */
    return now() - begin;
}

/* Checks the last case's result: the product of the first matrix with itself. */
static void check_product(const char *who)
{
    for (int at = 0; at < MATRIX_SIZE * MATRIX_SIZE; at += 4097) {
        double sum = 0;
        for (int k = 0; k < MATRIX_SIZE; k++)
            sum += (double)values[at / MATRIX_SIZE * MATRIX_SIZE + k] *
                   (double)values[k * MATRIX_SIZE + at % MATRIX_SIZE];
        if (fabs(sum - (double)results[at]) > 1e-3 * (1 + fabs(sum))) {
            fprintf(stderr, "%s: element %d is %g, not %g\n", who, at, (double)results[at], sum);
            exit(EXIT_FAILURE);
        }
    }
}

/* --- OpenCL --------------------------------------------------------------------------------------
 */

#if defined(BENCH_OPENCL)

static cl_kernel cl_kernels[CASES];
static cl_mem cl_out;

static int open_opencl(void)
{
    static const char *const names[CASES] = {"arrive", "sum_blocks", "multiply"};
    const cl_int barriers = BARRIERS;
    const cl_int size = MATRIX_SIZE;
    cl_mem cl_in;
    cl_mem cl_arrived;

    if (!opencl_open(BENCH_OPENCL, 1))
        return 0;
    for (int i = 0; i < CASES; i++)
        cl_kernels[i] = opencl_kernel(names[i]);
    cl_in = opencl_buffer(SUM_COUNT * sizeof(float), values);
    cl_out = opencl_buffer(MATRIX_SIZE * MATRIX_SIZE * sizeof(float), NULL);
    cl_arrived = opencl_buffer(BLOCKS * BLOCK * sizeof(cl_int), NULL);
    opencl_set(cl_kernels[0], 0, sizeof(barriers), &barriers);
    opencl_set(cl_kernels[0], 1, sizeof(cl_mem), &cl_arrived);
    opencl_set(cl_kernels[1], 0, sizeof(cl_mem), &cl_in);
    opencl_set(cl_kernels[1], 1, sizeof(cl_mem), &cl_out);
    opencl_set(cl_kernels[2], 0, sizeof(size), &size);
    opencl_set(cl_kernels[2], 1, sizeof(cl_mem), &cl_in);
    opencl_set(cl_kernels[2], 2, sizeof(cl_mem), &cl_in);
    opencl_set(cl_kernels[2], 3, sizeof(cl_mem), &cl_out);
    return 1;
}

static double run_opencl(int which)
{
    static const size_t global[CASES][2] = {
        {BLOCKS * BLOCK, 1}, {SUM_COUNT, 1}, {MATRIX_SIZE, MATRIX_SIZE}};
    static const size_t local[CASES][2] = {{BLOCK, 1}, {BLOCK, 1}, {16, 16}};
    double begin = now();

    opencl_run(cl_kernels[which], global[which], local[which]);
    return now() - begin;
}

static void read_opencl(void)
{
    opencl_read(cl_out, MATRIX_SIZE * MATRIX_SIZE * sizeof(float), results);
}

#else

static int open_opencl(void)
{
    return 0;
}

static double run_opencl(int which)
{
    (void)which;
    return 0;
}

static void read_opencl(void)
{
}

#endif

/* --- The runs ------------------------------------------------------------------------------------
 */

static void measure(int which, int has_opencl)
{
    double custub[ROUNDS];
    double opencl[ROUNDS];
    double seconds;

    run_custub(which);
    if (has_opencl)
        run_opencl(which);
    for (int i = 0; i < ROUNDS; i++) {
        custub[i] = run_custub(which);
        if (has_opencl)
            opencl[i] = run_opencl(which);
    }
    seconds = median_of(custub, ROUNDS);
    printf("%s: custub %.3f ms", case_names[which], seconds * 1e3);
    if (which == 0)
        printf(" (%.1f million a second and core)", 1e-6 * BARRIERS * BLOCKS * BLOCK / seconds);
    if (has_opencl)
        printf(", OpenCL %.3f ms, %.2f times as long", median_of(opencl, ROUNDS) * 1e3,
               seconds / median_of(opencl, ROUNDS));
    printf("\n");
    fflush(stdout);
}

/* An argument is the number of the only case to run, from 0. */
int main(int count, char **arguments)
{
    int only = count > 1 ? atoi(arguments[1]) : -1;
    int has_opencl;

    values = malloc(SUM_COUNT * sizeof(*values));
    results = malloc(MATRIX_SIZE * MATRIX_SIZE * sizeof(*results));
    if (!values || !results)
        return EXIT_FAILURE;
    for (size_t i = 0; i < SUM_COUNT; i++)
        values[i] = (float)(i * 2654435761u % 1000) * 0.001f;
    open_custub();
    has_opencl = open_opencl();
    for (int which = 0; which < CASES; which++) {
        if (only < 0 || only == which)
            measure(which, has_opencl);
    }
    if (only >= 0 && only != CASES - 1)
        return EXIT_SUCCESS;
    succeed(custub_f32_download(out.view, results, MATRIX_SIZE * MATRIX_SIZE, 0, &error));
    check_product("custub");
    if (has_opencl) {
        read_opencl();
        check_product("OpenCL");
    }
    free(values);
    free(results);
    return EXIT_SUCCESS;
}
