/* A kernel that is compiled from text while the program runs, by NVRTC, with an option. The stub is
 * that of a kernel with the same parameters; loading compares them. Later runs find the code in
 * ~/.cache/custub. Needs a GPU: the CPU driver runs only what the build has made. */
#include "scale.custub.h"
#include <custub/custub.h>
#include <stdio.h>

static const char source[] = "extern \"C\" __global__ void scale(int width, int height, int pitch, "
                             "float factor, float *x) {\n"
                             "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                             "    if (i < width) x[i] = sinf(factor * x[i]);\n}\n";

int main(void)
{
    float x[3] = {0, 0.5f, 1};
    const char *const options[] = {"--use_fast_math", NULL};
    const custub_jit_program program = {.name = "sine.cu", .source = source, .options = options};
    custub_error error = custub_error_none();
    custub_device *device = custub_device_open(0, &error);
    custub_image images[] = {custub_jit_compile(&program, &error), {NULL, NULL, 0}};
    scale_kernels kernels = scale_load_images(images, &error);
    custub_f32_buffer buffer = custub_f32_buffer_create_uploaded(x, 3, 0, &error);

    custub_launch launch = custub_launch_of(1, 32);
    launch_scale(&kernels, &launch, 3, 1, 3, 3.14159265f, buffer.view, &error);
    custub_f32_download(buffer.view, x, 3, 0, &error);
    custub_f32_buffer_destroy(&buffer, &error);
    scale_unload(&kernels, &error);
    custub_image_free(&images[0]);
    custub_device_close(device, &error);
    puts(custub_failed(&error) ? error.message : "done");
    return custub_failed(&error) || !(x[1] > 0.999f); /* the sine of a quarter */
}
