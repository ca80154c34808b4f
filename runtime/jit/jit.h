/* jit.h: images that are programs for NVRTC. */
#ifndef CUSTUBI_JIT_H
#define CUSTUBI_JIT_H

#include <stdbool.h>

#include <custub/jit.h>

/* The tag of such an image. Its data are texts, each ended by a zero byte: the options, an empty
 * text; expression and symbol of each kernel, an empty text; name and text of the source, then of
 * each header. */
#define CUSTUBI_JIT_TAG "nvrtc"

/* Compiles such an image. The result is freed with custub_image_free(). `is_rewritten`: gives PTX
 * with line numbers, for custubi_rewrite(). */
custub_image custubi_jit_compile_image(const custub_image *image, bool is_rewritten,
                                       custub_error *error);

#endif
