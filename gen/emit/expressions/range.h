/* range.h: the range of values that an expression of a contract can take, from the types of what it
 * names. */
#ifndef GEN_RANGE_H
#define GEN_RANGE_H

#include "contract/expression.h"

/* Every value of the expression is between `low` and `high`. If a step may have no value, both are
 * invalid. */
typedef struct gen_range {
    custub_int low;
    custub_int high;
} gen_range;

gen_range gen_range_of(const gen_expr *expr);

/* True if every step has a value. */
bool gen_range_is_known(gen_range range);

/* True if the range is known and a 64-bit integer can hold all of it. */
bool gen_range_fits_i64(gen_range range);
bool gen_range_fits_u64(gen_range range);

/* True if a comparison has the same result for all values of both ranges. */
bool gen_range_decides(custub_op comparison, gen_range a, gen_range b);

/* The smallest range that contains both. */
gen_range gen_range_union(gen_range a, gen_range b);

#endif
