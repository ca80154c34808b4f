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

#include "cpu_image/loop.h"
#include "support/address_table.h"

typedef struct gen_loop_guards {
    gen_loop_guard *first; /* in the order of the source; null if there are none */
    gen_address_table of_kernels;
} gen_loop_guards;

/* Finds the guards of the model's kernels, in the arena. */
gen_loop_guards gen_loop_guards_find(const gen_model *model, gen_arena *arena);

/* Null if the kernel has no such parts. */
const gen_loop_guard *gen_loop_guard_of(const gen_loop_guards *guards, const gen_kernel *kernel);

#endif
