/* Asks which resources a kernel takes, how many of its blocks the device holds at once, and which
 * shape a launch would get, without launching it. */
#include "saxpy.custub.h"
#include <custub/custub.h>
#include <stdio.h>

int main(void)
{
    custub_error error = custub_error_none();
    custub_device *device = custub_device_open(0, &error);
    saxpy_kernels kernels = saxpy_load(&error);
    custub_f32_buffer x = custub_f32_buffer_create(1000, &error);
    custub_f32_buffer y = custub_f32_buffer_create(1000, &error);
    custub_kernel_attributes takes = custub_kernel_attributes_get(&kernels.saxpy, &error);
    custub_occupancy of_256 =
        custub_occupancy_get(&kernels.saxpy, custub_block(256, 1, 1), 0, &error);
    uint64_t best = custub_occupancy_best_block(&kernels.saxpy, NULL, NULL, 0, &error);
    custub_prepared *prepared = prepare_saxpy(&kernels, NULL, 1000, 2, x.view, y.view, &error);
    custub_launch launch = custub_prepared_shape(prepared, &error);

    custub_prepared_destroy(prepared);
    custub_f32_buffer_destroy(&y, &error);
    custub_f32_buffer_destroy(&x, &error);
    saxpy_unload(&kernels, &error);
    custub_device_close(device, &error);
    if (custub_failed(&error)) {
        fprintf(stderr, "%s: %s\n", custub_status_name(error.status), error.message);
        return 1;
    }
    printf("%u registers for each thread, blocks of up to %u\n", takes.registers,
           takes.max_threads);
    printf("%d multiprocessors hold %d blocks of 256 threads each: %d of %d threads\n",
           (int)of_256.multiprocessors, (int)of_256.blocks, (int)of_256.threads,
           (int)of_256.most_threads);
    printf("the best block has %d threads; 1000 elements take %d blocks of %d\n", (int)best,
           (int)launch.grid.x, (int)launch.block.x);
    return 0;
}
