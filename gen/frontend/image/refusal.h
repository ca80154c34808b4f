/* refusal.h: what a host compiler refused when the CPU image was built before. */
#ifndef GEN_REFUSAL_H
#define GEN_REFUSAL_H

#include "frontend/reader/reader.h"

/* Finds what the host compiler refused when the image was built before, for the current
 * architecture. Call it before bodies are read. */
void gen_read_refusals(gen_reader *reader);
/* Why the function's body cannot stay, or null. */
const char *gen_read_refusal(gen_reader *reader, CXCursor function);
/* The same of a reference to what the linker does not find. */
const char *gen_read_missing(gen_reader *reader, CXCursor reference);
/* After all architectures: kernels that cannot even be named, or the whole file. */
void gen_read_finish_refusals(gen_reader *reader);

#endif
