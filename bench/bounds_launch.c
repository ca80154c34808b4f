/* What bounds checks add to a launch: the same launch of a kernel without them, of one that checks
 * each launch, and of one that has seen its launch repeat, by launch functions and prepared.
 *
 * Times are host time of the call only, as in launch.c. */
#include "rounds.h"

#include "combine.custub.h"
#include "saxpy.custub.h"

#include <custub/custub.h>

#include <stdio.h>
#include <time.h>

#define ELEMENTS 4096
#define THREADS  256
#define BATCH    512
#define ROUNDS   200

enum { CHECKS = 3, BUFFERS = 8, TASKS = 4 };

static const custub_bounds_checks checks[CHECKS] = {
    CUSTUB_BOUNDS_CHECKS_OFF, CUSTUB_BOUNDS_CHECKS_ALWAYS, CUSTUB_BOUNDS_CHECKS_ON};
static const char *const names[CHECKS] = {"no bounds checks", "each launch is checked",
                                          "the launch repeats"};
static const char *const tasks[TASKS] = {" 4 parameters", " 4 parameters, prepared",
                                         "16 parameters", "16 parameters, prepared"};

static struct {
    saxpy_kernels saxpy[CHECKS];
    combine_kernels combine[CHECKS];
    custub_prepared *prepared_saxpy[CHECKS];
    custub_prepared *prepared_combine[CHECKS];
    custub_f32_view x[BUFFERS];
    custub_launch launch;
    custub_error error;
} b;

static void launch_once(int task, int way)
{
    const custub_f32_view *x = b.x;

    if (task == 0)
        launch_saxpy(&b.saxpy[way], &b.launch, ELEMENTS, 2, x[0], x[1], &b.error);
    else if (task == 1)
        custub_prepared_launch(b.prepared_saxpy[way], &b.error);
    else if (task == 2)
        launch_combine(&b.combine[way], &b.launch, ELEMENTS, 1, 2, 3, 4, 5, 6, 7, x[0], x[1], x[2],
                       x[3], x[4], x[5], x[6], x[7], &b.error);
    else
        custub_prepared_launch(b.prepared_combine[way], &b.error);
}

static double now(void)
{
    struct timespec time;

    timespec_get(&time, TIME_UTC);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static double measure(int row)
{
    double start, end;

    custub_stream_synchronize(b.launch.stream, &b.error);
    start = now();
    for (int i = 0; i < BATCH; i++)
        launch_once(row / CHECKS, row % CHECKS);
    end = now();
    custub_stream_synchronize(b.launch.stream, &b.error);
    return (end - start) / BATCH;
}

static void load(void)
{
    const custub_f32_view *x = b.x;

    for (int i = 0; i < CHECKS; i++) {
        const custub_load_options options = {.bounds_checks = checks[i]};
        b.saxpy[i] = saxpy_load_with(&options, &b.error);
        b.combine[i] = combine_load_with(&options, &b.error);
        b.prepared_saxpy[i] =
            prepare_saxpy(&b.saxpy[i], &b.launch, ELEMENTS, 2, x[0], x[1], &b.error);
        b.prepared_combine[i] =
            prepare_combine(&b.combine[i], &b.launch, ELEMENTS, 1, 2, 3, 4, 5, 6, 7, x[0], x[1],
                            x[2], x[3], x[4], x[5], x[6], x[7], &b.error);
    }
}

static void unload(void)
{
    for (int i = 0; i < CHECKS; i++) {
        custub_prepared_destroy(b.prepared_saxpy[i]);
        custub_prepared_destroy(b.prepared_combine[i]);
        saxpy_unload(&b.saxpy[i], &b.error);
        combine_unload(&b.combine[i], &b.error);
    }
}

int main(void)
{
    bench_row rows[TASKS * CHECKS];
    custub_device *device = custub_device_open(0, &b.error);
    int failed;

    for (int row = 0; row < TASKS * CHECKS; row++)
        rows[row] = (bench_row){tasks[row / CHECKS], names[row % CHECKS], true};
    for (int i = 0; i < BUFFERS; i++)
        b.x[i] =
            custub_f32_view_of(custub_memory_create(ELEMENTS, sizeof(float), &b.error), ELEMENTS);
    b.launch = custub_launch_of(ELEMENTS / THREADS, THREADS);
    b.launch.stream = custub_stream_create(&b.error);
    b.launch.check = CUSTUB_CHECK_CONTRACT;
    load();
    failed = custub_failed(&b.error) || bench_compare(rows, TASKS * CHECKS, ROUNDS, measure);
    unload();
    for (int i = 0; i < BUFFERS; i++)
        custub_memory_destroy(b.x[i].ptr, &b.error);
    custub_stream_destroy(b.launch.stream, &b.error);
    custub_device_close(device, &b.error);
    if (custub_failed(&b.error))
        fprintf(stderr, "%s\n", b.error.message);
    return failed || custub_failed(&b.error);
}
