/* best_block.h: the block of a launch that gives none. */
#ifndef CUSTUBI_BEST_BLOCK_H
#define CUSTUBI_BEST_BLOCK_H

#include "check/call.h"

/* Chooses call->block: the block with the most resident threads among those that keep the kernel's
 * contract; on a tie the largest. If none keeps the contract, a block that the device runs, for the
 * refusal to name. With `has_grid` call->grid is the caller's, else it follows from the block. */
custub_status custubi_best_block(custubi_call *call, bool has_grid);

#endif
