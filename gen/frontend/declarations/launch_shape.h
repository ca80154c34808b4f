/* launch_shape.h: the blocks with which the program's own <<<>>> launches kernels. */
#ifndef GEN_LAUNCH_SHAPE_H
#define GEN_LAUNCH_SHAPE_H

#include "frontend/reader/reader.h"

/* Adds to the model the block of each launch whose extents are constants, or variables that begin
 * as constants. The unit is one of gen_read_open_launches(). */
void gen_read_launch_shapes(gen_reader *reader, CXTranslationUnit unit);

#endif
