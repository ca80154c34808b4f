/* shared_alignment.h: arrays in shared memory that vectors are read from. */
#ifndef GEN_BOUNDS_SHARED_ALIGNMENT_H
#define GEN_BOUNDS_SHARED_ALIGNMENT_H

#include "ptx/ptx.h"

/* Aligns the function's arrays of whole vectors in shared memory to one. A kernel that reads
 * vectors from an array of numbers relies on that; where ptxas puts the array is the same for all
 * its accesses, so it says nothing about them. */
void gen_bounds_align_shared(gen_arena *arena, gen_ptx_function *function);

#endif
