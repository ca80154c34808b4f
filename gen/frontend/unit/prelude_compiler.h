/* prelude_compiler.h: the end of the prelude, which turns clang's macros into GCC's. */
#ifndef GEN_PRELUDE_COMPILER_H
#define GEN_PRELUDE_COMPILER_H

#include "command_line/host_compiler.h"
#include "support/text.h"

void gen_prelude_write_compiler(gen_text *out, const gen_host_compiler *compiler);

#endif
