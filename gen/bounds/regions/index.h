/* index.h: what the address of an access has besides its pointer or its array in shared memory, as
 * a multiple of a value that is known before a region. Groups with the same value are tested by one
 * comparison. */
#ifndef GEN_BOUNDS_INDEX_H
#define GEN_BOUNDS_INDEX_H

#include "bounds/addresses/access.h"

/* address = beginning + value * scale + constant, modulo 2^64, or 2^32 in shared memory */
typedef struct gen_bounds_index {
    bool is_known;
    gen_bounds_form value; /* without a constant; no terms: it is 0 */
    uint64_t scale;
    int64_t constant;
} gen_bounds_index;

typedef struct gen_bounds_plan gen_bounds_plan;

/* Takes the pointer of the kernel out of the sum. False if it is not in it, once. */
bool gen_bounds_remove_pointer(const gen_bounds_function *function, gen_bounds_form *form,
                               size_t pointer);

/* The index of an access for a test before the region; what is not available there is moved up. Not
 * known if there is none, or if that cannot be. */
gen_bounds_index gen_bounds_index_of(gen_bounds_plan *plan, size_t region,
                                     const gen_bounds_access *access);

/* True if both are known and have the same value. */
bool gen_bounds_index_matches(const gen_bounds_index *a, const gen_bounds_index *b);

#endif
