/* remainder.h: how compilers write x % c. A range of a difference forgets that both sides have x.
 */
#ifndef GEN_BOUNDS_REMAINDER_H
#define GEN_BOUNDS_REMAINDER_H

#include "bounds/ranges/range_analysis.h"

/* The range of the difference at `place`, if it is a remainder. */
bool gen_bounds_read_remainder(gen_bounds_ranges *ranges, size_t place, gen_bounds_range *range);

#endif
