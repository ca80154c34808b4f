/* What the memory checker costs. checker.sh runs these kernels on the CPU driver once with
 * CUSTUB_CPU_CHECK and twice without it. Prints the shortest time of a few launches of each.
 *
 * Times are processor time, summed over all threads, as if one core did everything. Other load on
 * the machine hardly changes them. */
#define _POSIX_C_SOURCE 200809L

#include "block_sum.custub.h"
#include "saxpy.custub.h"
#include "stencil.custub.h"
#include "threads.custub.h"

#include <custub/custub.h>

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define ROUNDS 5
#define COUNT  ((size_t)1 << 20)
#define SUMMED ((size_t)1 << 17)
#define WIDTH  1024
#define MATRIX 128
#define BLOCK  256

static custub_error error;
static custub_device *device;
static saxpy_kernels saxpy;
static block_sum_kernels block_sum;
static stencil_kernels stencil;
static threads_kernels threads;
static custub_f32 x, y;

static void succeed(custub_status status)
{
    if (status == CUSTUB_OK)
        return;
    fprintf(stderr, "%s\n", error.message);
    exit(EXIT_FAILURE);
}

static double now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec * 1e-6;
}

static custub_f32 ones(void)
{
    float *values = malloc(COUNT * sizeof(*values));
    custub_f32 buffer;

    if (!values)
        exit(EXIT_FAILURE);
    for (size_t i = 0; i < COUNT; i++)
        values[i] = 1.0f;
    succeed(custub_f32_create(&buffer, COUNT, &error));
    succeed(custub_f32_upload(buffer, values, 0, &error));
    free(values);
    return buffer;
}

static custub_launch shape_of(size_t blocks)
{
    custub_launch shape = custub_launch_of(blocks, BLOCK);

    shape.error = &error;
    return shape;
}

static void run_saxpy(void)
{
    custub_launch shape = shape_of(COUNT / BLOCK);

    succeed(launch_saxpy(&saxpy, &shape, COUNT, 0.5f, x, y));
}

static void run_stencil(void)
{
    custub_launch shape = custub_launch_default();

    shape.error = &error;
    shape.grid = custub_grid(WIDTH / 32, COUNT / WIDTH / 8, 1);
    shape.block = custub_block(32, 8, 1);
    succeed(launch_stencil(&stencil, &shape, WIDTH, (int)(COUNT / WIDTH), x, y));
}

static void run_block_sum(void)
{
    custub_launch shape = shape_of(SUMMED / BLOCK);

    succeed(launch_block_sum(&block_sum, &shape, SUMMED, x, y));
}

static void run_product(void)
{
    custub_launch shape = custub_launch_default();

    shape.error = &error;
    shape.grid = custub_grid(MATRIX / 16, MATRIX / 16, 1);
    shape.block = custub_block(16, 16, 1);
    succeed(launch_multiply(&threads, &shape, MATRIX, x, x, y));
}

static const struct {
    const char *name;
    void (*run)(void);
} cases[] = {
    {"saxpy, 2^20 floats", run_saxpy},
    {"stencil of five points, 2^20 floats", run_stencil},
    {"sum of blocks, 2^17 floats", run_block_sum},
    {"tiled product of 128 x 128", run_product},
};

int main(void)
{
    succeed(custub_device_open(&device, 0, &error));
    succeed(saxpy_load(&saxpy, &error));
    succeed(block_sum_load(&block_sum, &error));
    succeed(stencil_load(&stencil, &error));
    succeed(threads_load(&threads, &error));
    x = ones();
    y = ones();
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        double least = 1e30;
        for (int round = 0; round < ROUNDS; round++) {
            double start = now();
            cases[i].run();
            succeed(custub_device_synchronize(device, &error));
            if (now() - start < least)
                least = now() - start;
        }
        printf("%.3f\t%s\n", least, cases[i].name);
    }
    return EXIT_SUCCESS;
}
