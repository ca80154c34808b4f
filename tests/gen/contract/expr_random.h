/* expr_random.h: random expressions over expr_sample.h's kernel, as text and as exact values. */
#ifndef TEST_EXPR_RANDOM_H
#define TEST_EXPR_RANDOM_H

#include "expr_sample.h"
#include "support/text.h"

typedef struct random_expr random_expr;

/* Makes an expression of at most `height` nested operations. */
const random_expr *random_expr_make(gen_arena *arena, uint64_t *state, unsigned height);

/* Prints it with the parentheses that C needs, a few more, and literals in all forms. */
void random_expr_print(gen_text *out, const random_expr *expr, uint64_t *state);

/* The value, computed on the tree with 128-bit arithmetic. */
wide random_expr_value(const random_expr *expr, const sample_values *values);

#endif
