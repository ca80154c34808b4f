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
    static float host_x[COUNT], host_y[COUNT];
    custub_error error = custub_error_none();
    custub_device *device = custub_device_open(0, &error);
    saxpy_kernels kernels = saxpy_load(&error);
    custub_f32_buffer x = custub_f32_buffer_create(COUNT, &error);
    custub_f32_buffer y = custub_f32_buffer_create(COUNT, &error);
    int wrong = 0;

    for (int i = 0; i < COUNT; i++) {
        host_x[i] = (float)i;
        host_y[i] = 1.0f;
    }
    custub_f32_upload(x.view, host_x, COUNT, 0, &error);
    custub_f32_upload(y.view, host_y, COUNT, 0, &error);
    launch_saxpy(&kernels, NULL, COUNT, 2.0f, x.view, y.view, &error); /* y = 2 x + y */
    custub_f32_download(y.view, host_y, COUNT, 0, &error);

    custub_f32_buffer_destroy(&y, &error);
    custub_f32_buffer_destroy(&x, &error);
    saxpy_unload(&kernels, &error);
    custub_device_close(device, &error);
    if (custub_failed(&error)) {
        fprintf(stderr, "%s: %s\n", custub_status_name(error.status), error.message);
        return 1;
    }
    for (int i = 0; i < COUNT; i++)
        wrong += host_y[i] != 2.0f * (float)i + 1.0f; /* a float holds these exactly */
    printf("saxpy of %d elements: %d wrong; y[%d] = %g\n", COUNT, wrong, COUNT - 1,
           (double)host_y[COUNT - 1]);
    return wrong != 0;
}
