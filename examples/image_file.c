/* Kernels from a file that the program is given: a cubin, a fatbin, PTX, or an image for the CPU
 * driver. Loading compares the kernels' parameters with those of the header. */
#include "saxpy.custub.h"
#include <custub/custub.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    custub_error error = custub_error_none();
    custub_device *device = custub_device_open(0, &error);
    custub_image images[] = {custub_image_read(argc > 1 ? argv[1] : "saxpy.cubin", &error),
                             {NULL, NULL, 0}};
    saxpy_kernels kernels = saxpy_load_images(images, &error);
    custub_f32_buffer x = custub_f32_buffer_create_filled(100, 20.0f, 0, &error);
    custub_f32_buffer y = custub_f32_buffer_create_filled(100, 2.0f, 0, &error);
    float last = 0;

    launch_saxpy(&kernels, NULL, 100, 2.0f, x.view, y.view, &error);
    custub_f32_download(custub_f32_slice(y.view, 99, 1, &error), &last, 1, 0, &error);

    custub_f32_buffer_destroy(&y, &error);
    custub_f32_buffer_destroy(&x, &error);
    saxpy_unload(&kernels, &error);
    custub_image_free(&images[0]);
    custub_device_close(device, &error);
    puts(custub_failed(&error) ? error.message : "done");
    return custub_failed(&error) || last != 42.0f;
}
