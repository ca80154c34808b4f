/* shape.h: the shape of a launch: what the caller gives, and what is computed. */
#ifndef CUSTUBI_SHAPE_H
#define CUSTUBI_SHAPE_H

#include "check/call.h"

/* A shape whose numbers are settled: none of them is 0. */
typedef struct custubi_shape {
    custub_dim3 grid;
    custub_dim3 block;
    uint64_t shared; /* bytes of dynamic shared memory */
} custubi_shape;

static inline custubi_shape custubi_shape_along_x(uint64_t blocks, uint64_t threads)
{
    custubi_shape shape;

    shape.grid = custub_grid(blocks, 1, 1);
    shape.block = custub_block(threads, 1, 1);
    shape.shared = 0;
    return shape;
}

/* Fills call->grid and call->block. On failure the record is written. */
custub_status custubi_shape_resolve(custubi_call *call);

#endif
