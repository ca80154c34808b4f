/* global_text.h: writes types for use at the end of a file, where `using namespace` may make plain
 * names ambiguous. */
#ifndef GEN_GLOBAL_TEXT_H
#define GEN_GLOBAL_TEXT_H

#include "contract/token.h"
#include "support/arena.h"

/* True for the words of C++ that occur in types and constants. */
bool gen_expr_is_keyword(const gen_expr_token *token);

/* Writes `::` before every name of a fully qualified type: "::box<::particle> *". */
const char *gen_expr_global_text(gen_arena *arena, const char *type);

#endif
