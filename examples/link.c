/* Links a kernel and a function that it calls, both compiled at run time. Needs a GPU. */
#include "scale.custub.h"
#include <custub/custub.h>
#include <stdio.h>

static const char *const options[] = {"-rdc=true", NULL};
static const custub_jit_program programs[] = {
    {.name = "kernel.cu",
     .source =
         "__device__ float changed(float pixel, float factor);\n"
         "extern \"C\" __global__ void scale(int w, int h, int pitch, float factor, float *image)\n"
         "{ image[threadIdx.x] = changed(image[threadIdx.x], factor); }\n",
     .options = options},
    {.name = "function.cu",
     .source = "__device__ float changed(float pixel, float factor) { return pixel - factor; }\n",
     .options = options}};

int main(void)
{
    float first = 0;
    custub_error error = custub_error_none();
    custub_device *device = custub_device_open(0, &error);
    custub_image parts[] = {custub_jit_compile(&programs[0], &error),
                            custub_jit_compile(&programs[1], &error),
                            {NULL, NULL, 0}};
    custub_image images[] = {custub_link(parts, NULL, &error), {NULL, NULL, 0}};
    scale_kernels kernels = scale_load_images(images, &error);
    custub_f32_buffer image = custub_f32_buffer_create_filled(32, 44.0f, 0, &error);
    custub_launch launch = custub_launch_of(1, 32);
    launch_scale(&kernels, &launch, 32, 1, 32, 2.0f, image.view, &error);
    custub_f32_download(image.view, &first, 1, 0, &error);
    custub_f32_buffer_destroy(&image, &error);
    scale_unload(&kernels, &error);
    custub_image_free(&images[0]);
    custub_image_free(&parts[1]);
    custub_image_free(&parts[0]);
    custub_device_close(device, &error);
    puts(custub_failed(&error) ? error.message : first == 42.0f ? "right" : "wrong");
    return custub_failed(&error) || first != 42.0f;
}
