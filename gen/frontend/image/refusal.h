/* refusal.h: what host compilers refused in earlier attempts to build the CPU image. */
#ifndef GEN_REFUSAL_H
#define GEN_REFUSAL_H

#include "frontend/reader/reader.h"

/* Finds the refused bodies of the current architecture. Call it before bodies are read. */
void gen_read_refusals(gen_reader *reader);
/* Why the function's body must be left out, or null. */
const char *gen_read_refusal(gen_reader *reader, CXCursor function);
/* Why a body with this reference must be left out, or null. The linker did not find its target. */
const char *gen_read_missing(gen_reader *reader, CXCursor reference);
/* True if the linker missed some name, so that gen_read_missing() may give a reason. */
bool gen_read_misses_names(const gen_reader *reader);
/* Call it after all architectures: refuses kernels that cannot even be named, or the whole file. */
void gen_read_finish_refusals(gen_reader *reader);

#endif
