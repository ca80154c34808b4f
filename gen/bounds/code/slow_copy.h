/* slow_copy.h: the copy of a run in which each access is looked at before it is made. */
#ifndef GEN_BOUNDS_SLOW_COPY_H
#define GEN_BOUNDS_SLOW_COPY_H

#include "bounds/code/code.h"

/* The copy begins with the label `<code->label>_slow<run>`, and goes on at
 * `<code->label>_back<run>`, behind the run. */
void gen_bounds_write_slow_copy(const gen_bounds_code *code, size_t run);

#endif
