/* need.h: what the accesses of a kernel follow from. */
#ifndef GEN_BOUNDS_NEED_H
#define GEN_BOUNDS_NEED_H

#include "bounds/regions/region.h"
#include "bounds/repeats/control.h"

#include <custub/bounds_table.h>

/* Bytes of the parameters that decide. The PTX of all architectures shares them. */
typedef struct gen_bounds_numbers {
    gen_arena *arena;
    size_t count;
    size_t capacity;
    custub_bounds_number *items;
} gen_bounds_numbers;

/* Adds the bytes of the parameters that addresses, and branches before accesses, follow from, and
 * sets decides[i] of each statement i with another result that they follow from: a load, the clock,
 * or that calls a function in which something else decides. False if that cannot be told. */
bool gen_bounds_find_needs(bool *decides, const gen_bounds_plan *plan,
                           const gen_bounds_control *control, gen_bounds_numbers *numbers);

#endif
