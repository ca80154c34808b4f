/* prelude_compiler.h: a file sees the macros of nvcc's host compiler in place of clang's. */
#ifndef GEN_PRELUDE_COMPILER_H
#define GEN_PRELUDE_COMPILER_H

#include "support/text.h"

/* Before the rest of the prelude. `macros`: what the compiler predefines, while clang gets -undef;
 * null if it is not known: then clang's own, but the version of a GCC. */
void gen_prelude_begin_compiler(gen_text *out, const char *macros);

/* After the rest. */
void gen_prelude_end_compiler(gen_text *out);

#endif
