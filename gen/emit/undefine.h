/* undefine.h: names that the text behind the source uses, and that the source may define as
 * macros. */
#ifndef GEN_UNDEFINE_H
#define GEN_UNDEFINE_H

#include "model/model.h"
#include "support/text.h"

/* An #undef for each, and for each word of `text`. `kernels`: also for the kernels' own names and
 * their namespaces. */
void gen_emit_undefine(gen_text *out, const gen_model *model, gen_arena *arena, const char *text,
                       bool kernels);

/* An #undef for each word of `text`, which the CPU image has behind the source, and of what the
 * macros of its headers become, that the program's files define. */
void gen_emit_undefine_defined(gen_text *out, const gen_model *model, gen_arena *arena,
                               const char *text);

#endif
