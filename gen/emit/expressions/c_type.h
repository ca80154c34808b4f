/* c_type.h: the types of the C expressions that expression_text.c writes. */
#ifndef GEN_C_TYPE_H
#define GEN_C_TYPE_H

#include "contract/expression.h"

/* The C type of a plain expression, as far as conversions depend on it. */
typedef enum gen_c_type {
    GEN_C_NONE, /* not a plain expression */
    GEN_C_LITERAL,
    GEN_C_INT,      /* int, and types that are promoted to it */
    GEN_C_UNSIGNED, /* unsigned int, and unsigned types that are promoted to int */
    GEN_C_INT64,
    GEN_C_UINT64
} gen_c_type;

bool gen_c_type_is_unsigned(gen_c_type type);

bool gen_c_is_comparison(custub_op op);

/* The type of an expression without operands. */
gen_c_type gen_c_type_of_leaf(const gen_expr *expr);

/* The 64-bit type that an operation on plain operands is computed in; GEN_C_NONE if a value may not
 * fit. The shape of a launch can be any number, and overflow of unsigned arithmetic is harmless.
 *
 * `outer` is the type that the operation around it is computed in, or GEN_C_NONE. An operand of
 * int64_t arithmetic is computed in int64_t too, if its values fit: in n - (int64_t)((uint64_t)n +
 * 37), GCC moves the 37 out of the conversion and warns of an overflow that no value causes. */
gen_c_type gen_c_work_type(const gen_expr *expr, gen_c_type outer);

/* The same for ?:, which needs a condition that C can write. */
gen_c_type gen_c_conditional_type(const gen_expr *expr);

/* True if the plain expression can be compared with zero. */
bool gen_c_is_plain_truth(const gen_expr *expr);

/* The type of the text of a plain expression. `outer` is as in gen_c_work_type(). */
gen_c_type gen_c_type_of(const gen_expr *expr, gen_c_type outer);

#endif
