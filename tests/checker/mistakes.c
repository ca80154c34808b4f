/* Runs one kernel of checker_table.c, on whatever driver there is: `mistakes NAME` in a process of
 * its own, since a mistake may leave the context dead. `mistakes` lists the names.
 *
 * Prints what the driver says when the kernel has ended. Exits with 0 if it could be launched, 77
 * if there is no driver, 1 else. */
#include "checker_table.h"
#include "legal_memory.custub.h"
#include "legal_synchronization.custub.h"
#include "memory_patterns.custub.h"
#include "mistakes.custub.h"
#include "shared_patterns.custub.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static custub_error error;

#define SOURCES 5

/* The loaded kernels of each source. */
static void load(const struct custub_library *libraries[SOURCES])
{
    static mistakes_kernels mistakes;
    static memory_patterns_kernels memory_patterns;
    static shared_patterns_kernels shared_patterns;
    static legal_memory_kernels legal_memory;
    static legal_synchronization_kernels legal_synchronization;

    checker_require(mistakes_load(&mistakes, &error), &error);
    checker_require(memory_patterns_load(&memory_patterns, &error), &error);
    checker_require(shared_patterns_load(&shared_patterns, &error), &error);
    checker_require(legal_memory_load(&legal_memory, &error), &error);
    checker_require(legal_synchronization_load(&legal_synchronization, &error), &error);
    libraries[0] = mistakes.library;
    libraries[1] = memory_patterns.library;
    libraries[2] = shared_patterns.library;
    libraries[3] = legal_memory.library;
    libraries[4] = legal_synchronization.library;
}

static const custub_kernel *find(const struct custub_library *const libraries[SOURCES],
                                 const char *name)
{
    const custub_kernel *kernel = NULL;

    for (size_t i = 0; i < SOURCES; i++) {
        if (custub_library_find(libraries[i], name, &kernel, &error) == CUSTUB_OK)
            return kernel;
    }
    printf("no source has a kernel %s\n", name);
    exit(1);
}

static custub_status launch(const custub_kernel *kernel, const checker_row *row, CUdeviceptr a,
                            CUdeviceptr b)
{
    custub_launch shape = custub_launch_of(row->blocks, row->threads);
    custub_argument arguments[3];

    shape.block.y = row->rows;
    shape.check = CUSTUB_CHECK_NONE;
    shape.shared = row->shared > 0 ? row->shared : CUSTUB_SHARED_NONE;
    shape.error = &error;
    arguments[0] = custub_argument_buffer(CUSTUB_SCALAR_I32, a, CHECKER_COUNT);
    arguments[1] = custub_argument_buffer(CUSTUB_SCALAR_I32, b, CHECKER_COUNT);
    arguments[2] = custub_argument_i32(CHECKER_COUNT);
    return custub_launch_dynamic(kernel, &shape, 3, arguments);
}

static int run(const checker_row *row)
{
    custub_device *device = NULL;
    const struct custub_library *libraries[SOURCES];
    custub_status status;
    CUdeviceptr a, b;

    checker_require(custub_device_open(&device, 0, &error), &error);
    load(libraries);
    a = checker_memory_create(WRITTEN);
    b = checker_memory_create(row->b);
    if (row->before) {
        checker_require(launch(find(libraries, row->before), row, a, b), &error);
        checker_require(custub_device_synchronize(device, &error), &error);
        checker_memory_free(row->b, b);
    }
    status = launch(find(libraries, row->name), row, a, b);
    if (status == CUSTUB_OK)
        status = custub_device_synchronize(device, &error);
    printf("%s: %s\n", row->name, status == CUSTUB_OK ? "success" : error.message);
    return 0;
}

int main(int count, char **arguments)
{
    for (size_t i = 0; i < checker_row_count; i++) {
        if (count < 2)
            puts(checker_rows[i].name);
        else if (strcmp(checker_rows[i].name, arguments[1]) == 0)
            return run(&checker_rows[i]);
    }
    if (count < 2)
        return 0;
    fprintf(stderr, "no mistake is called %s\n", arguments[1]);
    return 1;
}
