/* turn_limit.h: comparisons of a counter that say how many turns of a loop there are, or up to
 * which turn a part of its body is executed. */
#ifndef GEN_BOUNDS_TURN_LIMIT_H
#define GEN_BOUNDS_TURN_LIMIT_H

#include "bounds/flow/comparison.h"
#include "bounds/regions/turn_value.h"

/* After the block, a turn goes on while the relation holds; the first turn in which it does not
 * hold is the last that comes to the block's end, or for a guard to what it guards. */
typedef struct gen_bounds_turn_limit {
    size_t block;
    gen_bounds_relation relation; /* less: each turn adds to the counter; greater: it subtracts */
    bool or_equal;
    bool is_signed;
    uint32_t bits; /* of the comparison */
    gen_bounds_turn_value counter;
    gen_bounds_turn_value bound;
    gen_bounds_form step; /* of the counter, 64 bits */
} gen_bounds_turn_limit;

typedef enum gen_bounds_condition {
    GEN_BOUNDS_IS_LIMIT,
    GEN_BOUNDS_IS_FIXED, /* it is of values that a test before the loop could know, but no limit */
    GEN_BOUNDS_IS_DATA   /* it depends on what the loop reads or computes otherwise */
} gen_bounds_condition;

/* What the predicate at the place says: `is_true` if it must be true to go on. */
gen_bounds_condition gen_bounds_read_limit(gen_bounds_turns *turns, gen_ptx_register *predicate,
                                           bool is_true, size_t place,
                                           gen_bounds_turn_limit *limit);

/* The limit that the block's last statement, a branch out of the loop, sets. False if there is
 * none. */
bool gen_bounds_read_exit(gen_bounds_turns *turns, size_t block, gen_bounds_turn_limit *limit);

#endif
