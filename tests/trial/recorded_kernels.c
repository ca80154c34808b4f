/* Kernels on the recording driver (tests/common/recording), as a library to be loaded before it:
 * what happens in a launch on a GPU. All have the parameters
 *
 *     (int n, const int *x CUSTUB_COUNTED_BY(n), int *y CUSTUB_COUNTED_BY(n))
 *
 * and a parameter for the bounds checks. RECORDED_LIBRARY is the shared library of the trial.
 */
#define _POSIX_C_SOURCE 200809L

#include "recording_driver.h"

#include <custub/bounds_table.h>

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define CRASHED 719 /* CUDA_ERROR_LAUNCH_FAILED */

typedef struct arguments {
    int n;
    const int *x;
    int *y;
    custub_bounds_head head;
    custub_bounds_extent extents[2];
    uint64_t limits; /* of both accesses */
} arguments;

/* Both are the only ones of their kind in this process. */
static const custub_library_info *library;
static int launches;

static uint32_t index_of(const char *kernel)
{
    uint32_t i = 0;

    while (i < library->kernel_count && strcmp(library->kernels[i].symbol, kernel) != 0)
        i++;
    return i;
}

static bool is(const recording_launch *launch, const char *kernel)
{
    return strcmp(launch->kernel, kernel) == 0;
}

/* --- What the checks do ----------------------------------------------------------------------- */

static void touch(const arguments *a, int pointer, uint64_t elements)
{
    custub_bounds_measure *measure = (custub_bounds_measure *)(uintptr_t)a->head.measures + pointer;

    if (elements == 0)
        return;
    measure->lowest = a->extents[pointer].base;
    measure->end = measure->lowest + 4 * elements;
    if (measure->marks == CUSTUB_BOUNDS_NO_MARKS)
        return;
    for (uint64_t at = measure->lowest; at < measure->end; at++)
        *(uint32_t *)(uintptr_t)(measure->marks + at / 32 * 4) |= 1u << at % 32;
}

/* The read of x[n]: the first access of each kernel. */
static void record_bad_read(const recording_launch *launch, const arguments *a)
{
    custub_bounds_record *record = (custub_bounds_record *)(uintptr_t)a->head.record;

    record->site = 2 * index_of(launch->kernel) + 1;
    record->base = a->extents[0].base;
    record->bytes = a->extents[0].bytes;
    record->address = record->base + record->bytes;
    record->block[0] = launch->grid[0] - 1;
    record->accessed = 4;
    record->state = 2;
}

/* --- What the kernels do ---------------------------------------------------------------------- */

static void hang(void)
{
    for (;;)
        pause();
}

static void fill(const recording_launch *launch, const arguments *a)
{
    for (int i = 0; i < a->n; i++)
        a->y[i] = is(launch, "by_shape")   ? (int)launch->block[0]
                  : is(launch, "changes")  ? launches
                  : is(launch, "reorders") ? (i + launches) % a->n
                                           : a->x[i];
    touch(a, 0, (uint64_t)a->n);
    touch(a, 1, (uint64_t)(is(launch, "leaves_one") && a->n ? a->n - 1 : a->n));
}

static void run(const recording_launch *launch)
{
    arguments a;

    memcpy(&a, launch->parameters, sizeof(a));
    launches++;
    recording_programmed()->synchronize_result = 0;
    if ((is(launch, "reads_beyond") || is(launch, "waits_for_bad_read")) && a.n > 0)
        record_bad_read(launch, &a);
    if (is(launch, "waits_for_bad_read") && a.n > 0)
        hang();
    if (is(launch, "hangs") && a.n % 4 == 3)
        hang();
    if (is(launch, "crashes") && a.n > 2)
        recording_programmed()->synchronize_result = CRASHED;
    else
        fill(launch, &a);
}

/* --- Beginning -------------------------------------------------------------------------------- */

__attribute__((constructor)) static void begin(void)
{
    const char *path = getenv("RECORDED_LIBRARY");
    void *handle = path ? dlopen(path, RTLD_NOW | RTLD_LOCAL) : NULL;

    library = handle ? dlsym(handle, "recorded_custub_library_trial") : NULL;
    if (!library)
        return;
    recording_reset();
    recording_describe(library, NULL);
    for (uint32_t i = 0; i < library->kernel_count; i++) {
        recording_change_param_count(library->kernels[i].symbol, 4);
        recording_change_param(library->kernels[i].symbol, 3, offsetof(arguments, head),
                               sizeof(arguments) - offsetof(arguments, head));
    }
    recording_programmed()->run = run;
}
