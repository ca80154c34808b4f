/* image_compiler.h: the C++ compiler of the memory checker's images, and how it is called: as
 * CustubCpuImage.cmake calls it, which says why. */
#ifndef GEN_IMAGE_COMPILER_H
#define GEN_IMAGE_COMPILER_H

#include "command_line/shell_words.h"
#include "support/diag.h"

typedef struct gen_image_compiler {
    gen_words program; /* $CXX or c++, with its options */
    gen_words options; /* for the checker's images of the host's architecture */
} gen_image_compiler;

void gen_image_compiler_find(gen_image_compiler *compiler, gen_arena *arena);

/* Commands: from C++, read with `flags`, to assembly; from assembly to the image. */
gen_words gen_image_compiler_compile(const gen_image_compiler *compiler, gen_arena *arena,
                                     const gen_words *flags, const char *source,
                                     const char *assembly);
gen_words gen_image_compiler_link(const gen_image_compiler *compiler, gen_arena *arena,
                                  const char *assembly, const char *image);

#endif
