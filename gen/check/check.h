/* check.h: the contract of each kernel, parsed and checked. One rule per function;
 * docs/DIAGNOSTICS.md has a line for each id. */
#ifndef GEN_CHECK_H
#define GEN_CHECK_H

#include "model/model.h"

#define GEN_MAX_PARAMETER_BYTES                                                                    \
    32764 /* CUDA C++ Programming Guide, "__global__ function parameters" */

/* Fills the parts of the model that its comments leave to check.c. Names must have been assigned.
 * False if anything was reported as an error. */
bool gen_check(gen_model *model, gen_arena *arena, gen_diag *diag);

#endif
