/* sinking.h: what is computed before or in a run, and can be computed behind it.
 *
 * In a run: the two copies then give values from memory only. Where a result of arithmetic came
 * from either copy, ptxas could not join it with the next operation as it does in the raw code
 * (mul.f32 and add.f32), and results would differ in the last bit.
 *
 * Before it: ptxas moves nothing over the branch to the slow copy. Bytes that nvcc takes apart
 * right behind their load, as it does, would all be alive there. */
#ifndef GEN_BOUNDS_SINKING_H
#define GEN_BOUNDS_SINKING_H

#include "bounds/regions/region.h"

/* Chooses the statements that are done behind each run of the plan. */
void gen_bounds_sink(gen_bounds_plan *plan);

#endif
