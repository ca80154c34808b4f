/* meaning.h: whether two annotations mean the same, whatever names their declarations use. */
#ifndef GEN_MEANING_H
#define GEN_MEANING_H

#include "model/kernel.h"

/* True if both are of the same kind, and their texts are equal when parameters are replaced by
 * their positions, and constants and types by their values. */
bool gen_expr_means_same(gen_arena *arena, const gen_annotation *a, const gen_annotation *b);

#endif
