/* check.h: parses and checks the contract of each kernel. One function per rule;
 * docs/DIAGNOSTICS.md has a line for each id. */
#ifndef GEN_CHECK_H
#define GEN_CHECK_H

#include "model/model.h"

#define GEN_MAX_PARAMETER_BYTES                                                                    \
    32764 /* CUDA C++ Programming Guide, "__global__ function parameters" */

/* Fills the fields of the model that are marked "Filled by check.c". Names must have been assigned.
 * False if it reported an error. */
bool gen_check(gen_model *model, gen_arena *arena, gen_diag *diag);

#endif
