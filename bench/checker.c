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
static custub_f32_buffer x, y;

static double now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec * 1e-6;
}

static custub_f32_buffer ones(void)
{
    float *values = malloc(COUNT * sizeof(*values));
    custub_f32_buffer buffer;

    if (!values)
        exit(EXIT_FAILURE);
    for (size_t i = 0; i < COUNT; i++)
        values[i] = 1.0f;
    buffer = custub_f32_buffer_create(COUNT, &error);
    custub_f32_upload(buffer.view, values, COUNT, 0, &error);
    free(values);
    return buffer;
}

static custub_launch shape_of(size_t blocks)
{
    custub_launch shape = custub_launch_of(blocks, BLOCK);

    return shape;
}

static void run_saxpy(void)
{
    custub_launch shape = shape_of(COUNT / BLOCK);

    launch_saxpy(&saxpy, &shape, COUNT, 0.5f, x.view, y.view, &error);
}

static void run_stencil(void)
{
    custub_launch shape = custub_launch_default();

    shape.grid = custub_grid(WIDTH / 32, COUNT / WIDTH / 8, 1);
    shape.block = custub_block(32, 8, 1);
    launch_stencil(&stencil, &shape, WIDTH, (int)(COUNT / WIDTH), x.view, y.view, &error);
}

static void run_block_sum(void)
{
    custub_launch shape = shape_of(SUMMED / BLOCK);

    launch_block_sum(&block_sum, &shape, SUMMED, x.view, y.view, &error);
}

static void run_product(void)
{
    custub_launch shape = custub_launch_default();

    shape.grid = custub_grid(MATRIX / 16, MATRIX / 16, 1);
    shape.block = custub_block(16, 16, 1);
    launch_multiply(&threads, &shape, MATRIX, x.view, x.view, y.view, &error);
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
    device = custub_device_open(0, &error);
    saxpy = saxpy_load(&error);
    block_sum = block_sum_load(&error);
    stencil = stencil_load(&error);
    threads = threads_load(&error);
    x = ones();
    y = ones();
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        double least = 1e30;
        for (int round = 0; round < ROUNDS; round++) {
            double start = now();
            cases[i].run();
            custub_device_synchronize(device, &error);
            if (now() - start < least)
                least = now() - start;
        }
        if (custub_failed(&error)) {
            fprintf(stderr, "%s\n", error.message);
            return EXIT_FAILURE;
        }
        printf("%.3f\t%s\n", least, cases[i].name);
    }
    return EXIT_SUCCESS;
}
