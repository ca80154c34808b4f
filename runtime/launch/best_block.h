/* best_block.h: the block of a launch that gives none. */
#ifndef CUSTUBI_BEST_BLOCK_H
#define CUSTUBI_BEST_BLOCK_H

#include "check/call.h"

/* Chooses call->block: among the blocks that keep the kernel's contract, the one with the most
 * resident threads; on a tie the largest. If no block keeps the contract, one that the device runs:
 * the refusal then names that block. With `has_grid` call->grid is the caller's, else it follows
 * from the block. */
custub_status custubi_best_block(custubi_call *call, bool has_grid);

#endif
