/* uniform_expression.h: expressions without side effects that are the same for all threads of a
 * grid: numbers, pointers, reads of memory, operators and casts, but no calls. */
#ifndef GEN_UNIFORM_EXPRESSION_H
#define GEN_UNIFORM_EXPRESSION_H

#include "cpu_image/loops/body_value.h"

/* True for a word of a number's type: `const`, `unsigned`, `float`, `size_t`. */
bool gen_token_is_number_type(gen_token token);

/* Reads up to `end` outside brackets. False if there is something else. */
bool gen_uniform_take(const gen_body_values *values, gen_scan *scan, const char *end);

#endif
