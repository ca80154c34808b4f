/* comparison.h: what setp compares. */
#ifndef GEN_BOUNDS_COMPARISON_H
#define GEN_BOUNDS_COMPARISON_H

#include "ptx/ptx.h"

typedef enum gen_bounds_relation {
    GEN_BOUNDS_LESS,
    GEN_BOUNDS_GREATER,
    GEN_BOUNDS_DIFFERS
} gen_bounds_relation;

typedef struct gen_bounds_comparison {
    gen_bounds_relation relation;
    bool or_equal;
    bool is_equality; /* ==; the relation is GEN_BOUNDS_DIFFERS */
} gen_bounds_comparison;

/* False if the word, "lt" or "hs", names no comparison of integers. */
bool gen_bounds_read_comparison(gen_token word, gen_bounds_comparison *comparison);

/* !(a < b), and b < a. */
gen_bounds_comparison gen_bounds_comparison_negated(gen_bounds_comparison comparison);
gen_bounds_comparison gen_bounds_comparison_swapped(gen_bounds_comparison comparison);

#endif
