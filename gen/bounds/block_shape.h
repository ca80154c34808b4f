/* block_shape.h: the blocks that a kernel is launched with, as far as the build knows them. What is
 * known of values in the kernel follows from them, so the driver has to refuse others. */
#ifndef GEN_BOUNDS_BLOCK_SHAPE_H
#define GEN_BOUNDS_BLOCK_SHAPE_H

#include "bounds/flow/checked_function.h"
#include "support/text.h"

/* `block`: that of the kernel's contract; 0: not known. */
gen_bounds_block_shape gen_bounds_block_shape_of(const gen_ptx_function *kernel,
                                                 const uint32_t *block);

/* The kernel's directives, with .reqntid if the contract gives the block. */
void gen_bounds_write_directives(gen_text *out, const gen_ptx_function *kernel,
                                 const uint32_t *block);

#endif
