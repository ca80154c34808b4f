/* counter.h: registers that each turn of a loop adds a constant to. If one of them has an end, all
 * have. */
#ifndef GEN_BOUNDS_COUNTER_H
#define GEN_BOUNDS_COUNTER_H

#include "bounds/ranges/range_analysis.h"

typedef struct gen_bounds_counter {
    struct gen_bounds_counter *next; /* in the same loop */
    const gen_bounds_loop *loop;
    const gen_ptx_register *reg;
    const gen_ptx_register *source; /* has the sum: `reg`, or what is moved to it */
    size_t sum;                     /* the statement that adds */
    size_t place; /* the statement that writes `reg`: the same, or what moves it */
    int64_t step;
    unsigned rounds[GEN_BOUNDS_MAX_NESTING]; /* when `values` were found; 0: never */
    gen_bounds_value values[GEN_BOUNDS_MAX_NESTING];
} gen_bounds_counter;

/* Fills `loops` and `counters`. */
void gen_bounds_find_counters(gen_bounds_ranges *ranges);

/* The counter that the register is in the loop with this header, or null. */
gen_bounds_counter *gen_bounds_counter_at(const gen_bounds_ranges *ranges, size_t header,
                                          const gen_ptx_register *reg);

/* What the counter has at its loop's header. */
gen_bounds_value gen_bounds_counted(gen_bounds_ranges *ranges, gen_bounds_counter *at);

#endif
