/* loop_guard.h: finds what of a kernel's text lets the loop over its threads be a plain loop: its
 * grid-stride loops (stride_loop.h), or its indices, `blockIdx.x * blockDim.x + threadIdx.x`, and
 * the guards that keep the threads outside of the data away, `if (i >= n) return;` and, as the last
 * statement, `if (i < n) { … } else { … }`.
 *
 * Read from the text of the body, and only where nothing else is possible: names are parameters and
 * local variables that are numbers, whatever else stands there ends the search. What macros may
 * have written is held against what the front end saw. */
#ifndef GEN_LOOP_GUARD_H
#define GEN_LOOP_GUARD_H

#include "model/model.h"

/* Gives the kernels of a model that was read their `loop`, where they have an index. */
void gen_loop_guards_find(gen_model *model, gen_arena *arena);

#endif
