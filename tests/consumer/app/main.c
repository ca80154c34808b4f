/* Prints the tags of the embedded images, then launches on the CPU driver and prints target[2]. */
#include "weigh.custub.h"

#include <custub/custub.h>

#include <stdio.h>

static int run(const weigh_kernels *kernels, custub_error *error)
{
    const float source[3] = {1.0f, 10.0f, 100.0f};
    float target[3] = {0.0f, 0.0f, 0.0f};
    custub_f32 x;
    custub_f32 y;
    custub_launch launch = custub_launch_of(1, 32);
    custub_status status;

    launch.error = error;
    if (custub_f32_create(&x, 3, error) != CUSTUB_OK)
        return 1;
    if (custub_f32_create(&y, 3, error) != CUSTUB_OK) {
        custub_f32_destroy(&x);
        return 1;
    }
    status = custub_f32_upload(x, source, 0, error);
    if (status == CUSTUB_OK)
        status = launch_weigh(kernels, &launch, 3, x, y);
    if (status == CUSTUB_OK)
        status = custub_f32_download(y, target, 0, error);
    custub_f32_destroy(&y);
    custub_f32_destroy(&x);
    if (status != CUSTUB_OK)
        return 1;
    printf("result: %g\n", (double)target[2]);
    return 0;
}

int main(void)
{
    const custub_image *image;
    custub_error error = {CUSTUB_OK, 0, NULL, NULL, NULL, -1, 0, NULL, 0, 0, ""};
    custub_device *device = NULL;
    weigh_kernels kernels;
    int failed = 1;

    for (image = weigh_custub_images; image->data; image++)
        printf("image: %s\n", image->tag);
    fflush(stdout);
    if (custub_driver_open(CUSTUB_DRIVER_CPU, &error) == CUSTUB_OK &&
        custub_device_open(&device, 0, &error) == CUSTUB_OK &&
        weigh_load(&kernels, &error) == CUSTUB_OK) {
        failed = run(&kernels, &error);
        weigh_unload(&kernels);
    }
    custub_device_close(device);
    if (failed)
        fprintf(stderr, "%s\n", error.message);
    return failed;
}
