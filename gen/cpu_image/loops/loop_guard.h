/* loop_guard.h: finds what of a kernel's text lets the loop over its threads be a plain loop: its
 * grid-stride loops (stride_loop.h), or its indices, `blockIdx.x * blockDim.x + threadIdx.x`, and
 * the guards that keep the threads outside of the data away, `if (i >= n) return;` and, as the last
 * statement, `if (i < n) { … } else { … }`.
 *
 * This is read from the text of the body, and only where the text has one meaning: a name is a
 * parameter or a local variable that is a number, and anything else ends the search. Macros may
 * write code that the text does not show, so the result is compared with what the front end saw. */
#ifndef GEN_LOOP_GUARD_H
#define GEN_LOOP_GUARD_H

#include "model/model.h"

/* Gives the kernels of a model that was read their `loop`, where they have an index. */
void gen_loop_guards_find(gen_model *model, gen_arena *arena);

#endif
