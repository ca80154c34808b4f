/* `mistakes NAME` runs one kernel of checker_table.c, on the driver that there is. Each kernel
 * needs its own process, since a mistake may end the context. `mistakes` lists the names.
 *
 * Prints what the driver says when the kernel has ended. Exits with 0 if it could be launched, 77
 * if there is no driver, else 1. */
#include "checker_table.h"
#include "global_mistakes.custub.h"
#include "legal_memory.custub.h"
#include "legal_shared.custub.h"
#include "legal_synchronization.custub.h"
#include "lifetimes.custub.h"
#include "memory_patterns.custub.h"
#include "mistakes.custub.h"
#include "shared_mistakes.custub.h"
#include "shared_patterns.custub.h"

#if defined(CHECKER_TOOLKIT)
#include "access_kinds.custub.h"
#include "async_copies.custub.h"
#include "legal_global.custub.h"
#include "legal_kinds.custub.h"
#include "pipelines.custub.h"
#include "texture_patterns.custub.h"
#include "warp_patterns.custub.h"
#endif

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static custub_error error;

#if defined(CHECKER_TOOLKIT)
#define SOURCES 16
#else
#define SOURCES 9
#endif

/* Loads the kernels of each source. */
static void load(const custub_library *libraries[SOURCES])
{
    size_t count = 0;

#define LOAD(stem)                                                                                 \
    do {                                                                                           \
        static stem##_kernels kernels;                                                             \
        kernels = stem##_load(&error);                                                             \
        checker_require(&error);                                                                   \
        libraries[count++] = kernels.library;                                                      \
    } while (0)
    LOAD(mistakes);
    LOAD(shared_mistakes);
    LOAD(memory_patterns);
    LOAD(shared_patterns);
    LOAD(lifetimes);
    LOAD(global_mistakes);
    LOAD(legal_memory);
    LOAD(legal_shared);
    LOAD(legal_synchronization);
#if defined(CHECKER_TOOLKIT)
    LOAD(access_kinds);
    LOAD(warp_patterns);
    LOAD(legal_kinds);
    LOAD(legal_global);
    LOAD(async_copies);
    LOAD(pipelines);
    LOAD(texture_patterns);
#endif
#undef LOAD
}

static const custub_kernel *find(const custub_library *const libraries[SOURCES], const char *name)
{
    for (size_t i = 0; i < SOURCES; i++) {
        const custub_kernel *kernel = custub_library_find(libraries[i], name, NULL);
        if (kernel)
            return kernel;
    }
    printf("no source has a kernel %s\n", name);
    exit(1);
}

static void launch(const custub_kernel *kernel, const checker_row *row, CUdeviceptr a,
                   CUdeviceptr b)
{
    custub_launch shape = custub_launch_of(row->blocks, row->threads);
    custub_argument arguments[3];

    shape.block.y = row->rows;
    shape.check = CUSTUB_CHECK_NONE;
    shape.shared = row->shared > 0 ? row->shared : CUSTUB_SHARED_NONE;
    arguments[0] = custub_argument_buffer(CUSTUB_SCALAR_I32, a, CHECKER_COUNT);
    arguments[1] = custub_argument_buffer(CUSTUB_SCALAR_I32, b, CHECKER_COUNT);
    arguments[2] = custub_argument_i32(CHECKER_COUNT);
    custub_kernel_launch(kernel, &shape, 3, arguments, &error);
}

static int run(const checker_row *row)
{
    custub_device *device = custub_device_open(0, &error);
    const custub_library *libraries[SOURCES];
    CUdeviceptr a, b;

    checker_require(&error);
    load(libraries);
    a = checker_memory_create(WRITTEN);
    b = checker_memory_create(row->b);
    if (row->before) {
        launch(find(libraries, row->before), row, a, b);
        custub_device_synchronize(device, &error);
        checker_require(&error);
        checker_memory_free(row->b, b);
    }
    launch(find(libraries, row->name), row, a, b);
    custub_device_synchronize(device, &error);
    printf("%s: %s\n", row->name, custub_failed(&error) ? error.message : "success");
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
