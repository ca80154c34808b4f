/* contract_shape.h: what the launch and the kernel's contract say together of a launch's shape.
 * Nothing is reported. */
#ifndef CUSTUBI_CONTRACT_SHAPE_H
#define CUSTUBI_CONTRACT_SHAPE_H

#include <stdbool.h>

#include "launch/call.h"

/* The grid of CUSTUB_THREADS for call->block, in whole clusters; `resident` blocks at most for a
 * CUSTUB_GRID_STRIDE kernel. False: a number of threads is negative or has no value. */
bool custubi_contract_grid(const custubi_call *call, uint64_t resident, custub_dim3 *grid);

/* The dynamic shared memory in bytes for call->block; 0 where nothing says how much. False: the
 * kernel's expression is negative or has no value. */
bool custubi_contract_shared(const custubi_call *call, uint64_t *bytes);

/* The cluster in blocks: the launch's, else the kernel's, else all zero. */
custub_dim3 custubi_contract_cluster(const custub_kernel_info *info, const custub_launch *launch);

#endif
