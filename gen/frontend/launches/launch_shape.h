/* launch_shape.h: the blocks with which the program's own code launches kernels. */
#ifndef GEN_LAUNCH_SHAPE_H
#define GEN_LAUNCH_SHAPE_H

#include "frontend/launches/host_code.h"

/* Adds to the model the block of each launch whose extents are constants, or variables that begin
 * as constants. */
void gen_read_launch_shapes(gen_host_code *code);

#endif
