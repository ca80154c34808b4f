/* From nothing to a checked result: a device, two buffers, one launch.
 *
 * Runs on the GPU; with CUSTUB_DRIVER=cpu in the environment, on the CPU. After a failure every
 * call does nothing, except those that free something, so the program asks once. */
#include "saxpy.custub.h"
#include <custub/custub.h>
#include <stdio.h>

#define COUNT 1000

int main(void)
{
    static float values[COUNT];
    int wrong = 0;

    for (int i = 0; i < COUNT; i++)
        values[i] = (float)i;
    custub_error error = custub_error_none();
    custub_device *device = custub_device_open(0, &error);
    saxpy_kernels kernels = saxpy_load(&error);
    custub_f32_buffer x = custub_f32_buffer_create_uploaded(values, COUNT, 0, &error);
    custub_f32_buffer y = custub_f32_buffer_create_filled(COUNT, 1.0f, 0, &error);

    launch_saxpy(&kernels, NULL, COUNT, 2.0f, x.view, y.view, &error); /* y = 2 x + y */
    custub_f32_download(y.view, values, COUNT, 0, &error);
    for (int i = 0; i < COUNT; i++)
        wrong += values[i] != 2.0f * (float)i + 1.0f; /* a float holds these exactly */

    custub_f32_buffer_destroy(&y, &error);
    custub_f32_buffer_destroy(&x, &error);
    saxpy_unload(&kernels, &error);
    custub_device_close(device, &error);
    if (custub_failed(&error))
        fprintf(stderr, "%s: %s\n", custub_status_name(error.status), error.message);
    else
        printf("saxpy of %d elements: %d wrong\n", COUNT, wrong);
    return custub_failed(&error) || wrong != 0;
}
