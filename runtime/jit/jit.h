/* jit.h: images that are programs for NVRTC. */
#ifndef CUSTUBI_JIT_H
#define CUSTUBI_JIT_H

#include <custub/jit.h>

/* The tag of such an image. Its data are texts, each with a zero byte: the options, an empty text;
 * expressions and symbols of kernels, an empty text; and then names and texts: of the source, and
 * of its headers. */
#define CUSTUBI_JIT_TAG "nvrtc"

/* Compiles such an image. The result is freed with custub_image_free(). */
custub_image custubi_jit_compile_image(const custub_image *image, custub_error *error);

#endif
