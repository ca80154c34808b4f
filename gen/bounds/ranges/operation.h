/* operation.h: the range of what an instruction computes. */
#ifndef GEN_BOUNDS_OPERATION_H
#define GEN_BOUNDS_OPERATION_H

#include "bounds/flow/checked_function.h"
#include "bounds/ranges/range.h"

/* An integer, or the address of a variable plus an integer. */
typedef struct gen_bounds_value {
    size_t variable; /* GEN_BOUNDS_NOWHERE: none */
    gen_bounds_range range;
} gen_bounds_value;

#define GEN_BOUNDS_MAX_OPERANDS 5 /* of operations that are followed, with the result */

gen_bounds_value gen_bounds_any_value(uint32_t bits);
gen_bounds_value gen_bounds_no_value(void);

bool gen_bounds_value_equals(const gen_bounds_value *a, const gen_bounds_value *b);

/* What one of both is, in a register of so many bits. */
gen_bounds_value gen_bounds_value_join(gen_bounds_value a, gen_bounds_value b, uint32_t bits);

/* The value of an operand that is no register: a number, a variable, %tid.x. */
gen_bounds_value gen_bounds_value_of_text(const gen_bounds_function *function,
                                          const gen_ptx_operand *operand, uint32_t bits);

/* What the instruction writes to its first register. `operands` has the values of its operands but
 * the first, each at its place. */
gen_bounds_value gen_bounds_operation(const gen_ptx_statement *statement,
                                      const gen_bounds_value *operands);

#endif
