/* predecessor.h: searches from a block back to those that control may have come from. */
#ifndef GEN_BOUNDS_PREDECESSOR_H
#define GEN_BOUNDS_PREDECESSOR_H

#include "bounds/flow/control_flow.h"

#define GEN_BOUNDS_MAX_SEARCHED 256

/* Blocks that a search backwards comes to. */
typedef struct gen_bounds_backwards {
    size_t count;
    size_t blocks[GEN_BOUNDS_MAX_SEARCHED];
} gen_bounds_backwards;

/* False if there are too many. */
bool gen_bounds_add_block(gen_bounds_backwards *at, size_t block);

/* The blocks before `block`, one after another: the first one after `last`, or
 * GEN_BOUNDS_NOWHERE. */
size_t gen_bounds_next_predecessor(const gen_bounds_flow *flow, size_t block, size_t last);

/* True if no path from statement `from`, which dominates `to`, writes the register. */
bool gen_bounds_is_kept(const gen_bounds_flow *flow, const gen_ptx_register *reg, size_t from,
                        size_t to);

/* Where the operand is written, if at one place, which was passed before all that read it; or
 * GEN_BOUNDS_NOWHERE. */
size_t gen_bounds_only_write(const gen_bounds_flow *flow, const gen_ptx_operand *operand);

#endif
