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

/* Where memory may decide. */
typedef struct gen_bounds_decided {
    bool *statements; /* results that accesses follow from: of a load, of the clock */
    bool *regions; /* with accesses that memory may choose from: if their test fails, it decides */
} gen_bounds_decided;

/* Adds the bytes of the parameters that addresses, and branches before accesses, follow from. False
 * if that cannot be told. */
bool gen_bounds_find_needs(gen_bounds_decided *decided, const gen_bounds_plan *plan,
                           const gen_bounds_control *control, gen_bounds_numbers *numbers);

#endif
