/* decision.h: what decides which memory a kernel touches.
 *
 * If only numbers of the launch do, then two launches with the same numbers make the same accesses,
 * relative to their pointers: what is known of the first one holds for the second. Numbers are the
 * grid, the block, the dynamic shared memory, and bytes of the parameters. A pointer that is only
 * the beginning of an access to its own buffer is none of them, nor is the lowest byte of any: both
 * launches have their pointers aligned alike.
 *
 * Everything else that an address or a branch before an access depends on is a decision of the
 * memory: a load, an atomic operation, a shuffle, the clock, floating-point arithmetic that ptxas
 * may round in two ways, the result of a call, a call of a function that has such a decision. A
 * kernel may avoid them in some launches, so it has code that tells when it does not. */
#ifndef GEN_BOUNDS_DECISION_H
#define GEN_BOUNDS_DECISION_H

#include "bounds/repeats/need.h"

typedef struct gen_bounds_decisions {
    bool repeats; /* launches with the same numbers may be known to make the same accesses */
    bool *blocks; /* of each block: what it executes is a decision of the memory */
} gen_bounds_decisions;

/* Finds the decisions of a kernel, whose plan is made, and adds the numbers that decide. */
void gen_bounds_find_decisions(gen_bounds_decisions *decisions, const gen_bounds_plan *plan,
                               gen_bounds_numbers *numbers);

#endif
