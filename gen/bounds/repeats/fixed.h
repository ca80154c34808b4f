/* fixed.h: instructions whose result is the same in each launch in which their operands are. */
#ifndef GEN_BOUNDS_FIXED_H
#define GEN_BOUNDS_FIXED_H

#include "bounds/flow/checked_function.h"
#include "bounds/flow/instruction.h"

/* A load from the parameters, or arithmetic that has the same result in all images. */
bool gen_bounds_is_fixed(const gen_ptx_statement *statement);

bool gen_bounds_is_param_load(const gen_ptx_statement *statement);

/* True if it compares a pointer of the kernel's parameters, unchanged, with null: whether it is
 * null is known of each launch. */
bool gen_bounds_compares_with_null(const gen_bounds_function *function,
                                   const gen_ptx_statement *statement);

#endif
