/* file_plan.h: the plans of all functions of a file that are rewritten: what they access, and which
 * copies of functions they call. They are made before code is written. */
#ifndef GEN_BOUNDS_FILE_PLAN_H
#define GEN_BOUNDS_FILE_PLAN_H

#include "bounds/bounds.h"
#include "bounds/rewritten_file.h"

/* Fills `copies`, `in_place` and `plans`. The kernels are those of the table, in its order. */
void gen_bounds_plan_file(gen_arena *arena, const gen_bounds_table *table,
                          const gen_bounds_kernel *kernels, gen_rewritten_file *file);

/* The number of the kernel if the function is one that is checked; else GEN_BOUNDS_NOWHERE. */
size_t gen_bounds_checked_kernel(const gen_bounds_table *table, const gen_ptx_function *function);

#endif
