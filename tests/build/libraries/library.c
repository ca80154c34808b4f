/* A library with the kernels of scale.cu, or of the file that STEM names. Its function is
 * int <LIBRARY>_scale(void). */
#ifndef STEM
#define STEM   scale
#define HEADER "scale.custub.h"
#endif
#include HEADER

#include <custub/custub.h>

#include <stdio.h>

#define JOIN(first, name) first##_##name
#define NAME(first, name) JOIN(first, name)

int NAME(LIBRARY, scale)(void);

int NAME(LIBRARY, scale)(void)
{
    const float one = 1.0f;
    float result = 0.0f;
    custub_launch launch = custub_launch_of(1, 1);
    custub_error error = custub_error_none();
    custub_device *device;
    NAME(STEM, kernels) kernels;
    custub_f32_buffer x;

    custub_driver_open(CUSTUB_DRIVER_CPU, &error);
    device = custub_device_open(0, &error);
    kernels = NAME(STEM, load)(&error);
    x = custub_f32_buffer_create(1, &error);
    custub_f32_upload(x.view, &one, 1, NULL, &error);
    launch_scale(&kernels, &launch, 1, x.view, &error);
    custub_f32_download(x.view, &result, 1, NULL, &error);
    custub_f32_buffer_destroy(&x, &error);
    NAME(STEM, unload)(&kernels, &error);
    custub_device_close(device, &error);
    if (custub_failed(&error))
        fprintf(stderr, "%s\n", error.message);
    return (int)result;
}
