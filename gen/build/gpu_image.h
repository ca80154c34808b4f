/* gpu_image.h: the image of one source for GPUs. */
#ifndef GEN_GPU_IMAGE_H
#define GEN_GPU_IMAGE_H

#include "build/file_build.h"

const char *gen_gpu_image_path(const gen_file_build *build);

/* Runs nvcc, and compares its PTX with what the generator read, as CustubRunNvcc.cmake does. */
gen_result gen_gpu_image_build(gen_file_build *build);

#endif
