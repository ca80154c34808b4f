/* function.h: one function: an entry or a .func, with or without a body. */
#ifndef GEN_PTX_FUNCTION_H
#define GEN_PTX_FUNCTION_H

#include "ptx/reader.h"

/* Reads from `.entry` or `.func` to the token after its '}' or ';'. `begin` is where its linkage
 * begins. */
bool gen_ptx_read_function(gen_ptx_reader *reader, const char *begin);

#endif
