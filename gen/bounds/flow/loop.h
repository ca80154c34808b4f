/* loop.h: the innermost loops of a function. Each has one header, the block that all its turns
 * begin in. */
#ifndef GEN_BOUNDS_LOOP_H
#define GEN_BOUNDS_LOOP_H

#include "bounds/flow/control_flow.h"

typedef struct gen_bounds_loop {
    size_t header; /* a block, as all numbers here */
    bool *has;     /* of each block of the function */
    size_t first;  /* all its blocks are in [first, last] */
    size_t last;
} gen_bounds_loop;

typedef struct gen_bounds_loops {
    size_t count;
    size_t capacity;
    gen_bounds_loop *items;
} gen_bounds_loops;

/* Loops that hold no other, and that have no entry but their header. */
void gen_bounds_find_loops(gen_bounds_loops *loops, const gen_bounds_flow *flow);

/* How many loops each block is in. */
uint32_t *gen_bounds_loop_depths(const gen_bounds_flow *flow);

/* True if the block is passed in each turn that is followed by another one. */
bool gen_bounds_is_in_each_turn(const gen_bounds_flow *flow, const gen_bounds_loop *loop,
                                size_t block);

/* True if the block is passed by all who leave the loop, too. */
bool gen_bounds_is_before_exits(const gen_bounds_flow *flow, const gen_bounds_loop *loop,
                                size_t block);

bool gen_bounds_leaves_loop(const gen_bounds_flow *flow, const gen_bounds_loop *loop, size_t block);

/* True if all paths to block `b` go through block `a`. */
bool gen_bounds_block_dominates(const gen_bounds_flow *flow, size_t a, size_t b);

#endif
