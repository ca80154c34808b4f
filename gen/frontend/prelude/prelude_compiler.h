/* prelude_compiler.h: gives the file the macros of nvcc's host compiler in place of clang's. */
#ifndef GEN_PRELUDE_COMPILER_H
#define GEN_PRELUDE_COMPILER_H

#include "support/text.h"

/* To be written before the rest of the prelude. `macros`: the compiler's predefined macros; clang
 * then gets -undef. Null if they are unknown: then the file sees clang's own macros, with the
 * version of a GCC. */
void gen_prelude_begin_compiler(gen_text *out, const char *macros);

/* To be written after the rest. */
void gen_prelude_end_compiler(gen_text *out);

#endif
