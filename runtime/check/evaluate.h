/* evaluate.h: the runtime's evaluator of contract expressions, and its table of scalar types. */
#ifndef CUSTUBI_EVALUATE_H
#define CUSTUBI_EVALUATE_H

#include <stdbool.h>

#include <custub/stub.h>

/* The value of an expression's postfix code. arguments[i] points to the value of parameter i, which
 * need not be aligned; every parameter that the code names must be there. The result has no value
 * if the code is missing, malformed or deeper than CUSTUB_EXPR_DEPTH, or if a shape or an argument
 * that it names is null. Pure; any thread. */
custub_int custubi_evaluate(const custub_expr *expr, void *const *arguments,
                            const custub_dim3 *grid, const custub_dim3 *block);

/* The two sides of a comparison, and its sign: "<="; null if the expression is not a comparison. */
const char *custubi_evaluate_comparison(const custub_expr *expr, void *const *arguments,
                                        const custub_dim3 *grid, const custub_dim3 *block,
                                        custub_int sides[2]);

/* False: the value is negative, or there is none. Else *out is the value. */
static inline bool custubi_is_count(custub_int value, uint64_t *out)
{
    *out = value.bits;
    return !value.invalid && !value.negative;
}

/* The classes of CUSTUB_SCALAR_TABLE. */
typedef enum custubi_scalar_class {
    CUSTUBI_SCALAR_UNKNOWN,
    CUSTUBI_SCALAR_BOOL,
    CUSTUBI_SCALAR_SIGNED,
    CUSTUBI_SCALAR_UNSIGNED,
    CUSTUBI_SCALAR_FLOAT,
    CUSTUBI_SCALAR_BITS
} custubi_scalar_class;

typedef struct custubi_scalar {
    const char *name; /* "uint8_t" */
    uint64_t most;    /* the greatest number that an integer holds */
    uint32_t size;    /* bytes */
    custubi_scalar_class class;
} custubi_scalar;

#define CUSTUBI_COUNT_SCALAR(name, NAME, type, class) +1
enum { CUSTUBI_SCALARS = 1 CUSTUB_SCALAR_TABLE(CUSTUBI_COUNT_SCALAR) };

extern const custubi_scalar custubi_scalars[CUSTUBI_SCALARS];

/* The row of a custub_scalar. Any other number has the row of CUSTUB_SCALAR_NONE: "nothing", 0
 * bytes. */
static inline const custubi_scalar *custubi_scalar_of(uint32_t scalar)
{
    return &custubi_scalars[scalar < CUSTUBI_SCALARS ? scalar : CUSTUB_SCALAR_NONE];
}

/* True also for bool. */
static inline bool custubi_scalar_is_integer(const custubi_scalar *scalar)
{
    return scalar->class >= CUSTUBI_SCALAR_BOOL && scalar->class <= CUSTUBI_SCALAR_UNSIGNED;
}

#endif
