/* expression_text.h: writes the expressions of contracts as C.
 *
 * If the types of the operands show that no step can leave 64 bits, the text is plain arithmetic;
 * otherwise it calls the checked functions of custub/arith.h. Both call the kernel's parameters by
 * their C names, and take gridDim and blockDim from the custub_launch that `shape` points to. */
#ifndef GEN_EXPRESSION_TEXT_H
#define GEN_EXPRESSION_TEXT_H

#include "contract/expression.h"
#include "emit/names/c_name.h"
#include "support/text.h"

/* What a launch needs, as a uint64_t: UINT64_MAX if the value is negative or invalid. */
void gen_emit_need(gen_text *out, const gen_kernel_names *names, const gen_expr *expr,
                   const char *shape);

/* Nonzero if the expression has a value, and that is nonzero. */
void gen_emit_condition(gen_text *out, const gen_kernel_names *names, const gen_expr *expr,
                        const char *shape);

#endif
