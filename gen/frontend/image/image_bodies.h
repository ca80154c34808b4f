/* image_bodies.h: bodies that a host compiler cannot take, and variables of the device. */
#ifndef GEN_IMAGE_BODIES_H
#define GEN_IMAGE_BODIES_H

#include "frontend/reader/declaration_walk.h"

/* Any declaration: it may be a function whose body a host compiler cannot take, or a variable of
 * the device. */
void gen_read_image_declaration(gen_reader *reader, const gen_declaration *declaration);
/* A type's name, if the host's <stdint.h> has it for another type. */
void gen_read_own_integer(gen_reader *reader, CXCursor cursor);
/* After all architectures: puts the bodies in order, and finds the kernels that go with them. */
void gen_read_finish_image(gen_reader *reader);
/* Where the kernel's body is in the main file, its braces included, and what it ends with;
 * nothing if a macro writes it, or another file. */
void gen_read_body_range(gen_reader *reader, CXCursor cursor, gen_kernel *kernel);

#endif
