/* turn_sum.h: arithmetic with values that change by turns of a loop. A result that is no such value
 * is not known. */
#ifndef GEN_BOUNDS_TURN_SUM_H
#define GEN_BOUNDS_TURN_SUM_H

#include "bounds/regions/turn_value.h"

gen_bounds_turn_value gen_bounds_turn_constant(uint64_t number, uint32_t bits);
gen_bounds_turn_value gen_bounds_turn_term_value(gen_bounds_term term, uint32_t bits);
bool gen_bounds_turn_is_constant(const gen_bounds_turn_value *value);

/* a + factor * b */
gen_bounds_turn_value gen_bounds_turn_sum(const gen_bounds_turn_value *a,
                                          const gen_bounds_turn_value *b, uint64_t factor);
gen_bounds_turn_value gen_bounds_turn_scaled(const gen_bounds_turn_value *a, uint64_t factor);

/* a * b, where b is the same in all turns. */
gen_bounds_turn_value gen_bounds_turn_product(gen_bounds_turns *turns,
                                              const gen_bounds_turn_value *a,
                                              const gen_bounds_turn_value *b);

/* 32 bits as 64, and the low half of 64. */
gen_bounds_turn_value gen_bounds_turn_extended(gen_bounds_turns *turns,
                                               const gen_bounds_turn_value *value, bool is_signed);
gen_bounds_turn_value gen_bounds_turn_low_half(const gen_bounds_turns *turns,
                                               const gen_bounds_turn_value *value);

#endif
