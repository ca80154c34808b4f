/* undefine.h: names of the source that the assertions use and that it may define as macros. */
#ifndef GEN_UNDEFINE_H
#define GEN_UNDEFINE_H

#include "model/model.h"
#include "support/text.h"

/* An #undef for each, and for each word of `text`. `kernels`: also for the kernels' own names and
 * their namespaces. */
void gen_emit_undefine(gen_text *out, const gen_model *model, gen_arena *arena, const char *text,
                       bool kernels);

#endif
