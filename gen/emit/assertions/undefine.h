/* undefine.h: #undefs for names that the text after the source uses, because the source may define
 * them as macros. */
#ifndef GEN_UNDEFINE_H
#define GEN_UNDEFINE_H

#include "model/model.h"
#include "support/text.h"

/* An #undef for each name of the model that assertions use, besides those that <custub/assertion.h>
 * undefines. `kernels`: also for the kernels' names and their namespaces. */
void gen_emit_undefine(gen_text *out, const gen_model *model, gen_arena *arena, bool kernels);

/* An #undef for each word of `text`, which follows the source in the CPU image, and for the words
 * in its headers' macros; only of words that the program's files define as macros. */
void gen_emit_undefine_defined(gen_text *out, const gen_model *model, gen_arena *arena,
                               const char *text);

#endif
