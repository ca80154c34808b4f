/* A table of constants, uploaded by its name in the .cu file, and a launch that reads it. */
#include "smooth.custub.h"
#include <custub/custub.h>
#include <stdio.h>

#define COUNT 1000

int main(void)
{
    static const float weights[5] = {0.0625f, 0.25f, 0.375f, 0.25f, 0.0625f};
    static float ramp[COUNT + 4], smoothed[COUNT];

    for (int i = 0; i < COUNT + 4; i++)
        ramp[i] = (float)i;
    custub_error error = custub_error_none();
    custub_device *device = custub_device_open(0, &error);
    smooth_kernels kernels = smooth_load(&error);
    custub_f32_buffer x = custub_f32_buffer_create_uploaded(ramp, COUNT + 4, 0, &error);
    custub_f32_buffer y = custub_f32_buffer_create(COUNT, &error);

    smooth_weights_upload(&kernels, weights, 5, 0, &error);
    launch_smooth(&kernels, NULL, COUNT, x.view, y.view, &error);
    custub_f32_download(y.view, smoothed, COUNT, 0, &error);

    custub_f32_buffer_destroy(&y, &error);
    custub_f32_buffer_destroy(&x, &error);
    smooth_unload(&kernels, &error);
    custub_device_close(device, &error);
    if (custub_failed(&error))
        fprintf(stderr, "%s\n", error.message);
    else
        printf("smoothed[7] = %g\n", (double)smoothed[7]); /* a ramp stays one: 9 */
    return custub_failed(&error) || smoothed[7] != 9.0f;
}
