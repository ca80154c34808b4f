/* Prints the tags of the embedded images, then launches on the CPU driver and prints target[2]. */
#include "weigh.custub.h"

#include <custub/custub.h>

#include <stdio.h>

int main(void)
{
    const float source[3] = {1.0f, 10.0f, 100.0f};
    float target[3] = {0.0f, 0.0f, 0.0f};
    const custub_image *image;
    custub_launch launch = custub_launch_of(1, 32);
    custub_error error = custub_error_none();
    custub_device *device;
    weigh_kernels kernels;
    custub_f32_buffer x;
    custub_f32_buffer y;

    for (image = weigh_custub_images; image->data; image++)
        printf("image: %s\n", image->tag);
    fflush(stdout);
    custub_driver_open(CUSTUB_DRIVER_CPU, &error);
    device = custub_device_open(0, &error);
    kernels = weigh_load(&error);
    x = custub_f32_buffer_create(3, &error);
    y = custub_f32_buffer_create(3, &error);
    custub_f32_upload(x.view, source, 3, NULL, &error);
    launch_weigh(&kernels, &launch, 3, x.view, y.view, &error);
    custub_f32_download(y.view, target, 3, NULL, &error);
    custub_f32_buffer_destroy(&y, &error);
    custub_f32_buffer_destroy(&x, &error);
    weigh_unload(&kernels, &error);
    custub_device_close(device, &error);
    if (custub_failed(&error)) {
        fprintf(stderr, "%s\n", error.message);
        return 1;
    }
    printf("result: %g\n", (double)target[2]);
    return 0;
}
