/* check.h: parses and checks the contract of each kernel. Each rule is one function, and each id
 * has a line in docs/DIAGNOSTICS.md. */
#ifndef GEN_CHECK_H
#define GEN_CHECK_H

#include "model/model.h"

#define GEN_MAX_PARAMETER_BYTES                                                                    \
    32764 /* CUDA C++ Programming Guide, "__global__ function parameters" */

/* Fills the model's fields that are marked "Filled by check.c". Call it after names were assigned.
 * False if it reported an error. */
bool gen_check(gen_model *model, gen_arena *arena, gen_diag *diag);

#endif
