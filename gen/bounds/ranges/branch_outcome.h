/* branch_outcome.h: what branches say of the values behind them. */
#ifndef GEN_BOUNDS_BRANCH_OUTCOME_H
#define GEN_BOUNDS_BRANCH_OUTCOME_H

#include "bounds/flow/comparison.h"
#include "bounds/flow/control_flow.h"
#include "bounds/ranges/range.h"

/* A predicate that was true or false when the place was passed. */
typedef struct gen_bounds_outcome {
    const gen_ptx_register *predicate; /* null: there is none */
    bool is_true;
    size_t place; /* of the branch */
} gen_bounds_outcome;

/* What holds when control comes from a block into another one. */
gen_bounds_outcome gen_bounds_outcome_between(const gen_bounds_flow *flow, size_t from, size_t to);

/* A comparison of a register with an operand. */
typedef struct gen_bounds_compared {
    size_t place; /* the setp */
    gen_bounds_comparison comparison;
    const gen_ptx_operand *other;
    uint32_t bits;
    bool is_signed;
} gen_bounds_compared;

/* Calls `visit` for each comparison of the register that the outcome is made of. */
typedef void (*gen_bounds_visit_compared)(void *context, const gen_bounds_compared *compared);
void gen_bounds_each_compared(const gen_bounds_flow *flow, const gen_bounds_outcome *outcome,
                              const gen_ptx_register *reg, gen_bounds_visit_compared visit,
                              void *context);

/* The values of `range` for which the comparison with one of `other` holds. */
gen_bounds_range gen_bounds_range_compared(gen_bounds_range range,
                                           const gen_bounds_compared *compared,
                                           gen_bounds_range other);

#endif
