/* expression_text.h: the expressions of contracts as C.
 *
 * Where the types of the operands show that no step can leave 64 bits, the text is plain
 * arithmetic; elsewhere it calls the checked functions of custub/arith.h. Both name the kernel's
 * parameters by their C names, and gridDim and blockDim by the custub_launch that `shape` points
 * to. */
#ifndef GEN_EXPRESSION_TEXT_H
#define GEN_EXPRESSION_TEXT_H

#include "contract/expression.h"
#include "emit/c_name.h"
#include "support/text.h"

/* What a launch needs, as a uint64_t: UINT64_MAX if the value is negative or there is none. */
void gen_emit_need(gen_text *out, const gen_kernel_names *names, const gen_expr *expr,
                   const char *shape);

/* Not zero if the expression has a value that is not zero. */
void gen_emit_condition(gen_text *out, const gen_kernel_names *names, const gen_expr *expr,
                        const char *shape);

#endif
