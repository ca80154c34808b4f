/* expression_text.h: writes the expressions of contracts as C, and as the postfix code that the
 * runtime evaluates. */
#ifndef GEN_EXPRESSION_TEXT_H
#define GEN_EXPRESSION_TEXT_H

#include "contract/expression.h"
#include "support/text.h"

/* A C expression of type custub_int over the kernel's C parameter names and, for gridDim and
 * blockDim, the shape in the custub_launch that `launch` points to. */
void gen_emit_expression(gen_text *out, const gen_kernel *kernel, const gen_expr *expr,
                         const char *launch);

/* The C value of a parameter, or of a number in one: "p.dims[2]". */
void gen_emit_parameter(gen_text *out, const gen_kernel *kernel, const gen_expr *expr);

/* Calls `word` for each 32-bit word of the postfix code. */
void gen_emit_code(const gen_expr *expr, void (*word)(void *context, uint32_t value),
                   void *context);

/* The code as decimal numbers separated by commas. The caller writes the opening brace or bracket.
 */
void gen_emit_code_words(gen_text *out, const gen_expr *expr);

/* The number of words. */
size_t gen_emit_code_length(const gen_expr *expr);

#endif
