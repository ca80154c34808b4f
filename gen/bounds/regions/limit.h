/* limit.h: the numbers that a kernel compares with before its groups of accesses. */
#ifndef GEN_BOUNDS_LIMIT_H
#define GEN_BOUNDS_LIMIT_H

#include "support/arena.h"

#include <custub/bounds_table.h>

#include <stddef.h>

/* Those of a kernel. The PTX of all architectures shares them. */
typedef struct gen_bounds_limits {
    gen_arena *arena;
    size_t count;
    size_t capacity;
    custub_bounds_limit *items;
    uint32_t bytes; /* of the parameter so far */
    uint32_t most;  /* bytes that the parameter may have */
} gen_bounds_limits;

/* `most`: what the kernel's own parameters leave. */
void gen_bounds_limits_initialize(gen_bounds_limits *limits, gen_arena *arena, size_t pointers,
                                  uint32_t most);

/* Where a number in the parameter is that is the least of these limits, which have one kind; the
 * same one is kept once. 0: there is no room. */
uint32_t gen_bounds_limit_offset(gen_bounds_limits *limits, const custub_bounds_limit *wanted,
                                 size_t count);

#endif
