/* control.h: which branches decide whether a block of a function is executed. */
#ifndef GEN_BOUNDS_CONTROL_H
#define GEN_BOUNDS_CONTROL_H

#include "bounds/flow/control_flow.h"

/* For each block the set of the blocks that all ways from it to the end go through, itself too. */
typedef struct gen_bounds_control {
    const gen_bounds_flow *flow;
    size_t words;
    uint64_t *passed;
} gen_bounds_control;

/* False if the function has so many blocks that it would take too long. */
bool gen_bounds_control_find(gen_bounds_control *control, const gen_bounds_flow *flow);

/* True if the end of block `branch` decides whether `block` is executed, perhaps once more: one way
 * from there cannot avoid it, and another one can. */
bool gen_bounds_controls(const gen_bounds_control *control, size_t branch, size_t block);

#endif
