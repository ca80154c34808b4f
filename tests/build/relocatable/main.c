/* Prints the tags of the embedded images, and what the CPU driver computes. */
#include "caller.custub.h"

#include <custub/custub.h>

#include <stdio.h>

int main(void)
{
    custub_launch launch = custub_launch_of(1, 1);
    custub_error error = custub_error_none();
    custub_device *device;
    caller_kernels kernels;
    custub_i32_buffer x;
    int result = 0;

    for (const custub_image *image = caller_custub_images; image->data; image++)
        printf("image: %s\n", image->tag);
    fflush(stdout);
    custub_driver_open(CUSTUB_DRIVER_CPU, &error);
    device = custub_device_open(0, &error);
    kernels = caller_load(&error);
    x = custub_i32_buffer_create_filled(1, 40, NULL, &error);
    launch_ask(&kernels, &launch, x.view, &error);
    custub_i32_download(x.view, &result, 1, NULL, &error);
    custub_i32_buffer_destroy(&x, &error);
    caller_unload(&kernels, &error);
    custub_device_close(device, &error);
    if (custub_failed(&error)) {
        fprintf(stderr, "%s\n", error.message);
        return 1;
    }
    printf("result: %d\n", result);
    return 0;
}
