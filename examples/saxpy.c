/* From nothing to a checked result: a device, two buffers, one launch.
 *
 * Runs on the GPU; with CUSTUB_DRIVER=cpu in the environment, on the CPU. */
#include "saxpy.custub.h"

#include <custub/custub.h>

#include <stdio.h>

#define COUNT 1000

static float host_x[COUNT];
static float host_y[COUNT];

/* y = 2 x + y on the device. */
static custub_status compute(const saxpy_kernels *kernels, custub_f32 x, custub_f32 y,
                             custub_error *error)
{
    custub_launch launch = custub_launch_default(); /* grid and block are computed */
    custub_status status;

    launch.error = error;
    status = custub_f32_upload(x, host_x, launch.stream, error);
    if (status == CUSTUB_OK)
        status = custub_f32_upload(y, host_y, launch.stream, error);
    if (status == CUSTUB_OK)
        status = launch_saxpy(kernels, &launch, COUNT, 2.0f, x, y);
    if (status == CUSTUB_OK)
        status = custub_f32_download(y, host_y, launch.stream, error);
    return status;
}

static custub_status run(custub_error *error)
{
    saxpy_kernels kernels;
    custub_f32 x = custub_f32_of(0, 0);
    custub_f32 y = custub_f32_of(0, 0);
    custub_status status = saxpy_load(&kernels, error);

    if (status != CUSTUB_OK)
        return status;
    status = custub_f32_create(&x, COUNT, error);
    if (status == CUSTUB_OK)
        status = custub_f32_create(&y, COUNT, error);
    if (status == CUSTUB_OK)
        status = compute(&kernels, x, y, error);
    custub_f32_destroy(&y);
    custub_f32_destroy(&x);
    saxpy_unload(&kernels);
    return status;
}

/* The number of wrong elements. A float holds all of these numbers exactly. */
static int count_wrong(void)
{
    int wrong = 0;
    int i;

    for (i = 0; i < COUNT; i++)
        wrong += host_y[i] != 2.0f * (float)i + 1.0f;
    return wrong;
}

int main(void)
{
    custub_device *device;
    custub_error error;
    custub_status status;
    int wrong;
    int i;

    for (i = 0; i < COUNT; i++) {
        host_x[i] = (float)i;
        host_y[i] = 1.0f;
    }
    status = custub_device_open(&device, 0, &error);
    if (status == CUSTUB_OK) {
        status = run(&error);
        custub_device_close(device);
    }
    if (status != CUSTUB_OK) {
        fprintf(stderr, "%s: %s\n", custub_status_name(status), error.message);
        return 1;
    }
    wrong = count_wrong();
    printf("saxpy of %d elements: %d wrong; y[%d] = %g\n", COUNT, wrong, COUNT - 1,
           (double)host_y[COUNT - 1]);
    return wrong != 0;
}
