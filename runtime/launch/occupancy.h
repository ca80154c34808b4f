/* occupancy.h: what the driver says of how many blocks fit a multiprocessor (CUDA Driver API,
 * "Occupancy"), and the block that follows from it. */
#ifndef CUSTUBI_OCCUPANCY_H
#define CUSTUBI_OCCUPANCY_H

#include "launch/call.h"
#include "check/facts.h"

/* The blocks of call->block and call->shared that the whole device holds at once. */
custub_status custubi_occupancy_resident(const custubi_call *call, custubi_device_facts *device,
                                         uint64_t *blocks);

/* Chooses call->block: of the blocks that keep the kernel's contract, those that keep the most
 * threads resident, and of these the largest. If none keeps it, a block that runs: what is wrong is
 * then said of that one. With `has_grid` call->grid is the caller's, else it follows from the
 * block. */
custub_status custubi_occupancy_block(custubi_call *call, bool has_grid);

#endif
