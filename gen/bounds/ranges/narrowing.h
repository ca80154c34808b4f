/* narrowing.h: what branches and alignments say of values. */
#ifndef GEN_BOUNDS_NARROWING_H
#define GEN_BOUNDS_NARROWING_H

#include "bounds/ranges/branch_outcome.h"
#include "bounds/ranges/range_analysis.h"

/* A register's value at a place. */
typedef struct gen_bounds_narrowing {
    gen_bounds_ranges *ranges;
    const gen_ptx_register *reg;
    size_t place;
    gen_bounds_range range; /* becomes smaller */
} gen_bounds_narrowing;

void gen_bounds_narrow_by(gen_bounds_narrowing *at, const gen_bounds_outcome *outcome);

/* An aligned number ends at a multiple. */
gen_bounds_range gen_bounds_range_aligned(const gen_bounds_ranges *ranges,
                                          const gen_ptx_register *reg, gen_bounds_range range);

/* What the register holds at the place, whose value is `value` without what branches say. */
gen_bounds_value gen_bounds_narrowed(gen_bounds_ranges *ranges, const gen_ptx_register *reg,
                                     size_t place, gen_bounds_value value);

/* The operands of selp d, a, b, p: a is only taken if p holds, and b if not. */
void gen_bounds_narrow_choice(gen_bounds_ranges *ranges, size_t place, gen_bounds_value *operands);

#endif
