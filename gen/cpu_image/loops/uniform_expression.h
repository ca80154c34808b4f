/* uniform_expression.h: expressions that are the same for all threads of a grid, and have no effect
 * but their value: numbers and pointers, what memory holds, operators and casts. No calls. */
#ifndef GEN_UNIFORM_EXPRESSION_H
#define GEN_UNIFORM_EXPRESSION_H

#include "cpu_image/loops/body_value.h"

/* A word of a number's type: `const`, `unsigned`, `float`, `size_t`. */
bool gen_token_is_number_type(gen_token token);

/* Goes up to `end`, outside of brackets. False if something else stands there. */
bool gen_uniform_take(const gen_body_values *values, gen_scan *scan, const char *end);

#endif
