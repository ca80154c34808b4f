/* loop_span.h: PTX that computes how far a value goes during a loop. */
#ifndef GEN_BOUNDS_LOOP_SPAN_H
#define GEN_BOUNDS_LOOP_SPAN_H

#include "bounds/code/loop_code.h"

/* A register with what is added to a value from the first to the last turn, if each turn adds the
 * step: exact or farther, and less than 2^62 away from 0. `before` and `after` are bits of limits,
 * as in a group; if one of `after` does not hold in the first turn, the result means nothing. Null:
 * nothing is added. Sets `fails` if there is no such number. */
const char *gen_bounds_write_span(gen_bounds_loop_code *code, const gen_bounds_form *step,
                                  uint32_t before, uint32_t after, bool *fails);

/* A predicate: the limit's relation holds in the first turn. */
const char *gen_bounds_write_some(gen_bounds_loop_code *code, size_t limit);

#endif
