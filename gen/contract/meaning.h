/* meaning.h: compares the meaning of annotations whose declarations may use different names. */
#ifndef GEN_MEANING_H
#define GEN_MEANING_H

#include "model/kernel.h"

/* True if both have the same kind, and the same text once parameters are replaced by their
 * positions, and constants and types by their values. */
bool gen_expr_means_same(gen_arena *arena, const gen_annotation *a, const gen_annotation *b);

#endif
