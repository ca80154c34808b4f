/* Launches one kernel of boxes.cu: `boxes KERNEL BLOCKS X Y ROWS WRITTEN`. The tensor has ROWS rows
 * of 32 ints in a memory for 64 rows, of which the first WRITTEN ones have values. Prints the first
 * error, or the sum of the tensor. */
#include "boxes.custub.h"

#include <custub/custub.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS = 32, ROWS = 64, BEFORE = 64 /* ints of `out`, in the same memory */ };

typedef custub_status launch_function(const boxes_kernels *, const custub_launch *,
                                      custub_tensor_map, int, int, custub_i32_view, custub_error *);

static launch_function *find(const char *name)
{
#define KERNEL(kernel)                                                                             \
    if (strcmp(name, #kernel) == 0)                                                                \
        return launch_##kernel;
    KERNEL(boxes_right)
    KERNEL(boxes_read_early)
    KERNEL(boxes_other_barrier)
    KERNEL(boxes_source_changed)
    KERNEL(boxes_target_read_early)
    KERNEL(boxes_of_two_blocks)
#undef KERNEL
    return NULL;
}

int main(int count, char **arguments)
{
    static int32_t host[BEFORE + ROWS * COLUMNS];
    launch_function *const launch = count == 7 ? find(arguments[1]) : NULL;
    custub_error error = custub_error_none();
    custub_launch shape = custub_launch_default();
    long sum = 0;

    if (!launch)
        return 2;
    custub_device *device = custub_device_open(0, &error);
    const boxes_kernels kernels = boxes_load(&error);
    custub_i32_buffer memory = custub_i32_buffer_create(BEFORE + ROWS * COLUMNS, &error);
    custub_tensor_layout layout =
        custub_tensor_layout_matrix((uint64_t)atoi(arguments[5]), COLUMNS, 8, COLUMNS);
    custub_tensor_map map = custub_tensor_map_create(memory.view.ptr + BEFORE * sizeof(int32_t),
                                                     (size_t)atoi(arguments[5]) * COLUMNS,
                                                     CUSTUB_SCALAR_I32, &layout, &error);
    const size_t written = BEFORE + (size_t)atoi(arguments[6]) * COLUMNS;

    for (size_t i = BEFORE; i < written; i++)
        host[i] = (int32_t)i - BEFORE;
    custub_i32_upload(memory.view, host, written, 0, &error);
    shape.check = CUSTUB_CHECK_NONE; /* which would refuse a tensor larger than its memory */
    shape.grid = custub_grid((unsigned)atoi(arguments[2]), 1, 1);
    shape.block = custub_block(COLUMNS, 1, 1);
    launch(&kernels, &shape, map, atoi(arguments[3]), atoi(arguments[4]), memory.view, &error);
    custub_device_synchronize(device, &error);
    if (!custub_failed(&error))
        custub_i32_download(memory.view, host, written, 0, &error);
    for (size_t i = BEFORE; i < written; i++)
        sum += host[i];
    if (custub_failed(&error))
        printf("%s\n", error.message);
    else
        printf("sum %ld\n", sum);
    return 0;
}
