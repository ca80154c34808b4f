/* expression_code.h: writes the expressions of contracts as the postfix code that the runtime
 * evaluates. */
#ifndef GEN_EXPRESSION_CODE_H
#define GEN_EXPRESSION_CODE_H

#include "contract/expression.h"
#include "support/text.h"

/* Calls `word` for each 32-bit word in order. */
void gen_emit_code(const gen_expr *expr, void (*word)(void *context, uint32_t value),
                   void *context);

/* The same as decimal numbers with commas between, after an opening brace or bracket. */
void gen_emit_code_words(gen_text *out, const gen_expr *expr);

/* The same with the names of <custub/describe.h>: "CUSTUB_OP_PARAMETER, 0, 0, CUSTUB_SCALAR_U64".
 */
void gen_emit_code_names(gen_text *out, const gen_expr *expr);

/* How many words the code has. */
size_t gen_emit_code_length(const gen_expr *expr);

#endif
