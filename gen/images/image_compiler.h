/* image_compiler.h: the C++ compiler of images for the CPU driver, and how it is called: as
 * CustubCpuImage.cmake calls it, which says why. */
#ifndef GEN_IMAGE_COMPILER_H
#define GEN_IMAGE_COMPILER_H

#include "command_line/shell_words.h"
#include "support/diag.h"

typedef struct gen_image_compiler {
    gen_words program; /* $CXX or c++, with its options */
    gen_words options; /* for images of the host's architecture */
} gen_image_compiler;

/* `is_checked`: for the memory checker's images. */
void gen_image_compiler_find(gen_image_compiler *compiler, gen_arena *arena, bool is_checked);

/* The command for an image that is not for the checker, from C++ that is read with `flags`. */
gen_words gen_image_compiler_build(const gen_image_compiler *compiler, gen_arena *arena,
                                   const gen_words *flags, const char *source, const char *image);

/* Commands for a checked image: from C++, read with `flags`, to assembly; from assembly to the
 * image. */
gen_words gen_image_compiler_compile(const gen_image_compiler *compiler, gen_arena *arena,
                                     const gen_words *flags, const char *source,
                                     const char *assembly);
gen_words gen_image_compiler_link(const gen_image_compiler *compiler, gen_arena *arena,
                                  const char *assembly, const char *image);

#endif
