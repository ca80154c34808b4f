/* A kernel that is compiled from text while the program runs, by NVRTC, with an option. The stub is
 * that of a kernel with the same parameters; loading compares them. Later runs find the code in
 * ~/.cache/custub. Needs a GPU: the CPU driver runs only what the build has made. */
#include "saxpy.custub.h"
#include <custub/custub.h>
#include <stdio.h>

static const char source[] =
    "extern \"C\" __global__ void saxpy(size_t n, float a, const float *x, float *y) {\n"
    "    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;\n"
    "    if (i < n) y[i] = sinf(a * x[i]);\n}\n";

int main(void)
{
    const float angles[3] = {1, 2, 3};
    const char *const options[] = {"--use_fast_math", NULL};
    const custub_jit_program program = {"sine.cu", source, options, NULL};
    float sines[3] = {0};
    custub_error error = custub_error_none();
    custub_device *device = custub_device_open(0, &error);
    custub_image images[] = {custub_jit_compile(&program, &error), {NULL, NULL, 0}};
    saxpy_kernels kernels = saxpy_load_images(images, &error);
    custub_f32_buffer x = custub_f32_buffer_create_uploaded(angles, 3, 0, &error);
    custub_f32_buffer y = custub_f32_buffer_create(3, &error);

    launch_saxpy(&kernels, NULL, 3, 1.0f, x.view, y.view, &error);
    custub_f32_download(y.view, sines, 3, 0, &error);

    custub_f32_buffer_destroy(&y, &error);
    custub_f32_buffer_destroy(&x, &error);
    saxpy_unload(&kernels, &error);
    custub_image_free(&images[0]);
    custub_device_close(device, &error);
    if (custub_failed(&error))
        fprintf(stderr, "%s\n", error.message);
    else
        printf("%g %g %g\n", (double)sines[0], (double)sines[1], (double)sines[2]);
    return custub_failed(&error);
}
