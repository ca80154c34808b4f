/* range_analysis.h: what is known of a function's values while they are looked for. */
#ifndef GEN_BOUNDS_RANGE_ANALYSIS_H
#define GEN_BOUNDS_RANGE_ANALYSIS_H

#include "bounds/flow/loop.h"
#include "bounds/ranges/operation.h"

/* How far comparisons are followed: of a value, of what it is compared with, … */
#define GEN_BOUNDS_MAX_NESTING 2

typedef struct gen_bounds_ranges {
    gen_bounds_function *function;
    gen_bounds_value *written; /* by each statement, to its first register */
    uint8_t *growth;           /* how often that has grown */
    bool *is_compared;         /* of each register */
    gen_bounds_loops loops;
    struct gen_bounds_counter **counters; /* of each block: of the loop that it is the header of */
    int64_t *marks;                       /* ascending: where ranges may end */
    size_t mark_count;
    unsigned repeated; /* operations, for one address */
    unsigned nesting;  /* of comparisons */
    unsigned round;    /* over all statements, from 1; what counters have is found once in each */
} gen_bounds_ranges;

static inline const gen_bounds_flow *gen_bounds_ranges_flow(const gen_bounds_ranges *ranges)
{
    return &ranges->function->flow;
}

/* True for registers whose ranges are followed. */
bool gen_bounds_is_integer(const gen_ptx_register *reg);

/* True if the statement's first operand is such a register, which it writes. */
bool gen_bounds_writes_integer(const gen_ptx_statement *statement);

/* True for `name`.type d, a, b, with a type of integers. */
bool gen_bounds_is_operation(const gen_ptx_statement *statement, const char *name);

#endif
