/* A library with kernels of a file called scale.cu: int <LIBRARY>_scale(void). */
#include "scale.custub.h"

#include <custub/custub.h>

#include <stdio.h>

#define JOIN(library, name) library##_##name
#define NAME(library, name) JOIN(library, name)

int NAME(LIBRARY, scale)(void);

static int run(const scale_kernels *kernels, custub_error *error)
{
    const float one = 1.0f;
    float result = 0.0f;
    custub_launch launch = custub_launch_of(1, 1);
    custub_f32 x;

    launch.error = error;
    if (custub_f32_create(&x, 1, error))
        return 0;
    if (!custub_f32_upload(x, &one, 0, error) && !launch_scale(kernels, &launch, 1, x))
        custub_f32_download(x, &result, 0, error);
    custub_f32_destroy(&x);
    return (int)result;
}

int NAME(LIBRARY, scale)(void)
{
    custub_error error = {CUSTUB_OK, 0, NULL, NULL, NULL, -1, 0, NULL, 0, 0, ""};
    custub_device *device = NULL;
    scale_kernels kernels;
    int result = 0;

    if (custub_driver_open(CUSTUB_DRIVER_CPU, &error) == CUSTUB_OK &&
        custub_device_open(&device, 0, &error) == CUSTUB_OK &&
        scale_load(&kernels, &error) == CUSTUB_OK) {
        result = run(&kernels, &error);
        scale_unload(&kernels);
    }
    custub_device_close(device);
    if (error.status)
        fprintf(stderr, "%s\n", error.message);
    return result;
}
