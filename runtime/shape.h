/* shape.h: the shape of a launch: what the caller gave, and what is computed where he gave
 * nothing. */
#ifndef CUSTUBI_SHAPE_H
#define CUSTUBI_SHAPE_H

#include <stdbool.h>

#include "call.h"

/* Fills grid and block of a call. On failure the record is written. */
custub_status custubi_shape_resolve(custubi_call *call);

/* The grid of CUSTUB_THREADS for call->block, in whole clusters; `resident` blocks at most for a
 * CUSTUB_GRID_STRIDE kernel. False: a number of threads is negative or has no value. */
bool custubi_shape_grid_for(const custubi_call *call, uint64_t resident, custub_dim3 *grid);

/* The dynamic shared memory in bytes for call->block; 0 where nothing says how much. False: the
 * kernel's expression is negative or has no value. */
bool custubi_shape_shared_for(const custubi_call *call, uint64_t *bytes);

#endif
