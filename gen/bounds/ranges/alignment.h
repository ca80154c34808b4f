/* alignment.h: how many low bits of each register are 0, if those of the pointers are that it is
 * computed from. */
#ifndef GEN_BOUNDS_ALIGNMENT_H
#define GEN_BOUNDS_ALIGNMENT_H

#include "bounds/flow/checked_function.h"

/* Fills `zeros` and `own_zeros`. */
void gen_bounds_find_alignments(gen_bounds_function *function);

/* True if the address is a multiple of `align` wherever its buffer's address is one. `is_own`: if
 * the address is that of a variable, which does not depend on buffers. */
bool gen_bounds_is_aligned(const gen_bounds_function *function, const gen_ptx_operand *address,
                           uint32_t align, bool is_own);

#endif
