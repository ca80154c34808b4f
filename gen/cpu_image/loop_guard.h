/* loop_guard.h: finds the parts of a kernel's text that let the CPU image run its threads in a
 * plain loop: its indices, `blockIdx.x * blockDim.x + threadIdx.x`, and the guards for threads
 * outside of the data: `if (i >= n) return;`, and `if (i < n) …` as the last statement.
 *
 * The search reads the body's text, and stops where it does not know a name: anything but a
 * parameter or local variable that is a number may be a macro. Macros may also write code that the
 * text does not show, so the result is compared with what the front end saw.
 */
#ifndef GEN_LOOP_GUARD_H
#define GEN_LOOP_GUARD_H

#include "model/model.h"

/* Sets `loop` of the model's kernels that have such parts. */
void gen_loop_guards_find(gen_model *model, gen_arena *arena);

#endif
