/* host_syntax.h: the parts of expressions in the host's code. */
#ifndef GEN_HOST_SYNTAX_H
#define GEN_HOST_SYNTAX_H

#include "frontend/reader/reader.h"

/* The child with this number, or the null cursor. */
CXCursor gen_host_child(CXCursor cursor, unsigned number);

/* The last expression in it, such as the initializer of a variable; else the null cursor. */
CXCursor gen_host_last_expression(CXCursor cursor);

/* The expression without parentheses and conversions. */
CXCursor gen_host_unwrapped(CXCursor expression);

/* The operator of an expression, by its first character; '=' is the assignment alone, 'i' is ++ and
 * --. 0 for others, and inside macros, where libclang 14 tells no place. */
char gen_host_operator(CXCursor expression);

/* The name with which a constant is written: of a macro, an enumerator, a variable; else "". */
const char *gen_host_constant_name(gen_reader *reader, CXCursor expression);

/* False if the expression is no integer that clang can compute. */
bool gen_host_evaluate(CXCursor expression, int64_t *out);

/* The place in its file, in bytes. */
unsigned gen_host_offset(CXCursor cursor);

/* The variable, parameter, member or function that a pointer, or an argument that is passed by its
 * address, comes from: that of "x", "&x", "(float *)x", "x[0]", "x.data()". Else the null cursor.
 */
CXCursor gen_host_root(gen_reader *reader, CXCursor expression);

#endif
