/* expr_random.h: random expressions over expr_sample.h's kernel, as text and as exact values. */
#ifndef TEST_EXPR_RANDOM_H
#define TEST_EXPR_RANDOM_H

#include "expr_sample.h"
#include "support/text.h"

typedef struct random_expr random_expr;

/* At most `height` operations deep. */
const random_expr *random_expr_make(gen_arena *arena, uint64_t *state, unsigned height);

/* With the parentheses that C needs, a few more, and literals in all forms. */
void random_expr_print(gen_text *out, const random_expr *expr, uint64_t *state);

/* The value, from 128-bit arithmetic on the tree. */
wide random_expr_value(const random_expr *expr, const sample_values *values);

#endif
