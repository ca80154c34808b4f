/* evaluate.h: the runtime's evaluator of contract expressions. */
#ifndef CUSTUBI_EVALUATE_H
#define CUSTUBI_EVALUATE_H

#include <custub/launch.h>

/* The value of an expression's postfix code. arguments[i] points to parameter i's value, which need
 * not be aligned; there must be as many as the code names. No value, never a fault, where the code
 * is missing or malformed, where it is deeper than CUSTUB_EXPR_DEPTH, where it names gridDim or
 * blockDim and that shape is null, and where an argument that it names is null. Pure; any thread.
 */
custub_int custubi_evaluate(const custub_expr *expr, void *const *arguments,
                            const custub_dim3 *grid, const custub_dim3 *block);

/* A valid value that is not negative; else false. */
static inline bool custubi_is_count(custub_int value, uint64_t *out)
{
    *out = value.bits;
    return !value.invalid && !value.negative;
}

#endif
