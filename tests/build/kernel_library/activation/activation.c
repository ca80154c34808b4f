#include "unary.custub.h"

#include <custub/custub.h>

#include <stdio.h>

int main(void)
{
    float host[4] = {-1, 0, 1, 2};
    custub_error error = custub_error_none();
    custub_device *device;
    unary_kernels kernels;
    custub_f32_buffer x;

    custub_driver_open(CUSTUB_DRIVER_CPU, &error);
    device = custub_device_open(0, &error);
    kernels = unary_load(&error);
    x = custub_f32_buffer_create(4, &error);
    custub_f32_upload(x.view, host, 4, 0, &error);
    launch_relu_f32(&kernels, NULL, 4, x.view, x.view, &error); /* in place */
    custub_f32_download(x.view, host, 4, 0, &error);
    custub_f32_buffer_destroy(&x, &error);
    unary_unload(&kernels, &error);
    custub_device_close(device, &error);
    if (custub_failed(&error))
        printf("%s\n", error.message);
    printf("relu: %g %g %g %g\n", (double)host[0], (double)host[1], (double)host[2],
           (double)host[3]);
    return custub_failed(&error);
}
