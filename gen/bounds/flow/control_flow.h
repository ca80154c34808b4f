/* control_flow.h: the statements of a function by number, its blocks, and where its registers are
 * written. */
#ifndef GEN_BOUNDS_CONTROL_FLOW_H
#define GEN_BOUNDS_CONTROL_FLOW_H

#include "ptx/ptx.h"
#include "support/address_table.h"

#define GEN_BOUNDS_NOWHERE SIZE_MAX

/* The statements [begin, end). */
typedef struct gen_bounds_block {
    size_t begin;
    size_t end;
    size_t successor_count;
    size_t *successors;
    size_t
        first_predecessor; /* in the order of the statements; GEN_BOUNDS_NOWHERE: there is none */
    size_t last_predecessor;
    size_t dominator; /* the nearest block that all paths to this one go through; that of the first
                       * block is itself */
    size_t order;     /* in a reverse postorder */
    bool is_reached;
} gen_bounds_block;

/* Where a register is written, in the order of the statements. */
typedef struct gen_bounds_writes {
    size_t number; /* of the register, from 0 */
    size_t count;
    size_t capacity;
    size_t *places;      /* numbers of statements */
    bool is_read_before; /* somewhere it is read, and the first write may not have been executed */
} gen_bounds_writes;

typedef struct gen_bounds_flow {
    gen_arena *arena;
    size_t statement_count;
    gen_ptx_statement **statements;
    size_t *blocks_of; /* of each statement */
    size_t block_count;
    gen_bounds_block *blocks;
    gen_address_table writes; /* from registers */
    size_t register_count;
} gen_bounds_flow;

void gen_bounds_flow_initialize(gen_bounds_flow *flow, gen_arena *arena,
                                const gen_ptx_function *function);

const gen_bounds_writes *gen_bounds_writes_of(const gen_bounds_flow *flow,
                                              const gen_ptx_register *reg);

/* The last statement in [begin, end) that writes the register, or GEN_BOUNDS_NOWHERE. */
size_t gen_bounds_last_write(const gen_bounds_flow *flow, const gen_ptx_register *reg, size_t begin,
                             size_t end);

/* True if statement `a` was executed whenever statement `b` is. */
bool gen_bounds_dominates(const gen_bounds_flow *flow, size_t a, size_t b);

/* The block that the jump at the end of a block leads to. */
size_t gen_bounds_jump_target(const gen_bounds_block *block);

/* The end of a hammock, blocks in the order of the text that are entered by the first one only and
 * left for the end only, without a way back. GEN_BOUNDS_NOWHERE: no hammock of at most `most`
 * statements begins with the jump of the block. */
size_t gen_bounds_hammock_end(const gen_bounds_flow *flow, size_t block, size_t most);

#endif
