/* evaluate.h: the runtime's evaluator of contract expressions. */
#ifndef CUSTUBI_EVALUATE_H
#define CUSTUBI_EVALUATE_H

#include <custub/launch.h>

/* The value of an expression's postfix code. arguments[i] points to the value of parameter i, which
 * need not be aligned; every parameter that the code names must be there. The result has no value
 * if the code is missing, malformed or deeper than CUSTUB_EXPR_DEPTH, or if a shape or an argument
 * that it names is null. Pure; any thread. */
custub_int custubi_evaluate(const custub_expr *expr, void *const *arguments,
                            const custub_dim3 *grid, const custub_dim3 *block);

/* False: the value is negative, or there is none. Else *out is the value. */
static inline bool custubi_is_count(custub_int value, uint64_t *out)
{
    *out = value.bits;
    return !value.invalid && !value.negative;
}

#endif
