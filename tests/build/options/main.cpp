// Prints the images, and a kernel's result for 1: 1 * UNIT + 100 + OFFSET + 4.
#include "grow.custub.h"

#include <custub/custub.h>

#include <cstdio>

int main()
{
    custub_error error = custub_error_none();
    custub_device *device = custub_device_open(0, &error);
    grow_kernels kernels = grow_load(&error);
    custub_f32_buffer x = custub_f32_buffer_create_filled(1, 1.0f, nullptr, &error);
    const grow_step step = {1, 100};
    float result = 0;

    launch_grow(&kernels, nullptr, step, x.view, &error);
    custub_f32_download(x.view, &result, 1, nullptr, &error);
    custub_f32_buffer_destroy(&x, &error);
    grow_unload(&kernels, &error);
    custub_device_close(device, &error);
    for (const custub_image *image = grow_custub_images; image->data; image++)
        std::printf("image: %s\n", image->tag);
    std::printf("result: %g\n", result);
    if (custub_failed(&error))
        std::fprintf(stderr, "%s\n", error.message);
    return custub_failed(&error);
}
