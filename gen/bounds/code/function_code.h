/* function_code.h: a function with its tests and slow copies. */
#ifndef GEN_BOUNDS_FUNCTION_CODE_H
#define GEN_BOUNDS_FUNCTION_CODE_H

#include "bounds/code/code.h"

/* Appends the body in its braces. */
void gen_bounds_write_body(const gen_bounds_code *code);

#endif
