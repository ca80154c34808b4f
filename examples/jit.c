/* Kernels that are compiled while the program runs: one source, a launch function for each type.
 *
 * The first load compiles for the device and keeps the code in ~/.cache/custub, where later runs
 * find it. With CUSTUB_DRIVER=cpu in the environment the build's images run on the CPU. */
#include "as_kernel.jit.h"
#include <custub/custub.h>
#include <stdio.h>

#define COUNT 5

int main(void)
{
    static const float host[COUNT] = {0.0f, 0.1f, 1.0f, 1000.1f, 65504.0f};
    custub_half halves[COUNT] = {{0}};
    custub_error error = custub_error_none();
    custub_device *device = custub_device_open(0, &error);
    float_half_as_kernel_kernels to_half = float_half_as_kernel_load(&error);
    custub_f32_buffer from = custub_f32_buffer_create(COUNT, &error);
    custub_f16_buffer to = custub_f16_buffer_create(COUNT, &error);

    custub_f32_upload(from.view, host, COUNT, 0, &error);
    float_half_launch_as_kernel(&to_half, NULL, COUNT, from.view, to.view, &error);
    custub_f16_download(to.view, halves, COUNT, 0, &error);

    custub_f16_buffer_destroy(&to, &error);
    custub_f32_buffer_destroy(&from, &error);
    float_half_as_kernel_unload(&to_half, &error);
    custub_device_close(device, &error);
    if (custub_failed(&error)) {
        fprintf(stderr, "%s: %s\n", custub_status_name(error.status), error.message);
        return 1;
    }
    for (int i = 0; i < COUNT; i++)
        printf("%g is %g in 16 bits\n", (double)host[i], (double)custub_half_to_float(halves[i]));
    return 0;
}
