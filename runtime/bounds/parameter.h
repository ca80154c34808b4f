/* parameter.h: the numbers in the further parameter of a kernel with bounds checks. Nothing here
 * can fail or overflow: a limit may be too low, but is never too high. */
#ifndef CUSTUBI_PARAMETER_H
#define CUSTUBI_PARAMETER_H

#include <custub/bounds_table.h>
#include <custub/launch.h>

/* The limit of a group of accesses through a pointer with the value `pointer`, which may touch
 * `extent`; the pointer may be anywhere in it, or outside. */
uint64_t custubi_parameter_limit(const custub_bounds_limit *limit, uint64_t pointer,
                                 const custub_bounds_extent *extent);

/* Writes the limits of a kernel behind the head and the extents of its parameter, which are filled.
 * needs[i].ptr is the value of pointer i. */
void custubi_parameter_fill_limits(custub_bounds_head *parameter,
                                   const custub_bounds_kernel *kernel,
                                   const custub_bounds_limit *limits, const custub_need *needs);

#endif
