/* slow_copy.h: the copies of a function in which each access is looked at before it is made. */
#ifndef GEN_BOUNDS_SLOW_COPY_H
#define GEN_BOUNDS_SLOW_COPY_H

#include "bounds/code.h"

/* Appends what is reached from the regions whose tests lead to the copy. A region's place in it is
 * the label that gen_bounds_copy_label() writes; a copy that rejoins goes on at the labels of
 * gen_bounds_rejoin_label() in the raw code. */
void gen_bounds_write_copy(const gen_bounds_code *code, gen_bounds_copy copy);

void gen_bounds_copy_label(const gen_bounds_code *code, gen_bounds_copy copy, size_t place);
void gen_bounds_rejoin_label(const gen_bounds_code *code, size_t place);

/* The test before a loop in the raw code; `place` is that of the loop's header. */
void gen_bounds_loop_label(const gen_bounds_code *code, size_t place);

#endif
