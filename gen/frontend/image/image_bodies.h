/* image_bodies.h: finds bodies that a host compiler cannot build. */
#ifndef GEN_IMAGE_BODIES_H
#define GEN_IMAGE_BODIES_H

#include "frontend/reader/declaration_walk.h"

/* Reads any declaration, which may have such a body. */
void gen_read_image_declaration(gen_reader *reader, const gen_declaration *declaration);
/* Reads a typedef that has the name of a <stdint.h> type, but is another type. */
void gen_read_own_integer(gen_reader *reader, CXCursor cursor);
/* Call it after all architectures: finds the kernels that such bodies belong to. */
void gen_read_finish_image(gen_reader *reader);
/* Finds the range of the kernel's body in the main file, with its braces, and its last statement.
 * Finds nothing if a macro writes the body, or if it is in another file. */
void gen_read_body_range(gen_reader *reader, CXCursor cursor, gen_kernel *kernel);

#endif
