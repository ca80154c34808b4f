/* value_range.h: between which integers a value lies wherever a legal launch brings it, by interval
 * analysis: from the sizes of blocks, through operations, branches and loops. What is known to stay
 * inside its variable needs no check when the kernel runs. */
#ifndef GEN_BOUNDS_VALUE_RANGE_H
#define GEN_BOUNDS_VALUE_RANGE_H

#include "bounds/ranges/operation.h"

/* The address that an operand in brackets names, when statement `place` is executed. */
gen_bounds_value gen_bounds_address_range(gen_bounds_function *function,
                                          const gen_ptx_operand *address, size_t place);

/* The number that an operand of 32 bits is then. */
gen_bounds_value gen_bounds_operand_range(gen_bounds_function *function,
                                          const gen_ptx_operand *operand, size_t place);

#endif
