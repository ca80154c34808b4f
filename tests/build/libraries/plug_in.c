/* A plug-in with the kernels of scale.cu, for host.c, which finds these functions by name. */
#include "scale.custub.h"

#include <custub/custub.h>

#include <string.h>

#define EXPORTED __attribute__((visibility("default")))

EXPORTED int scale(void);
EXPORTED int refuses(void);
EXPORTED const char *driver_name(void);
EXPORTED void set_check(custub_check check);

/* Launches for one element, with a view of `count` elements. */
static custub_status launch(uint64_t count, float *result)
{
    const float one = 1.0f;
    custub_launch launch = custub_launch_of(1, 1);
    custub_error error = custub_error_none();
    custub_device *device = NULL;
    scale_kernels kernels;
    custub_f32_buffer x;
    custub_f32_view view;

    custub_driver_open(CUSTUB_DRIVER_CPU, &error);
    device = custub_device_open(0, &error);
    kernels = scale_load(&error);
    x = custub_f32_buffer_create(1, &error);
    custub_f32_upload(x.view, &one, 1, NULL, &error);
    view = x.view;
    view.count = count;
    launch_scale(&kernels, &launch, 1, view, &error);
    custub_f32_download(x.view, result, 1, NULL, &error);
    custub_f32_buffer_destroy(&x, &error);
    scale_unload(&kernels, &error);
    custub_device_close(device, &error);
    return error.status;
}

/* Returns the result of the plug-in's kernel for 1. */
int scale(void)
{
    float result = 0.0f;

    return launch(1, &result) == CUSTUB_OK ? (int)result : -1;
}

/* True if a launch with a view that is too short is refused, as at every level except "none". */
int refuses(void)
{
    float result = 0.0f;

    return launch(0, &result) == CUSTUB_ERROR_COUNT_TOO_SMALL;
}

const char *driver_name(void)
{
    const char *name = custub_driver_name();

    return name ? name : "none";
}

void set_check(custub_check check)
{
    custub_set_check(check);
}
