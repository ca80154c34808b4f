/* slow_loop.h: the copy of a loop in which each access is looked at before it is made. */
#ifndef GEN_BOUNDS_SLOW_LOOP_H
#define GEN_BOUNDS_SLOW_LOOP_H

#include "bounds/code/code.h"

/* Appends the copy. It begins with the label `<code->label>_turns<header>`, and goes on in the raw
 * code where the loop does: at labels of the function, or at `<code->label>_exit<block>` if it does
 * not jump. */
void gen_bounds_write_slow_loop(const gen_bounds_code *code, const gen_bounds_loop_region *region);

/* True if a copy goes on at the block's `_exit`. */
bool gen_bounds_is_exit_of_slow_loop(const gen_bounds_plan *plan, size_t block);

#endif
