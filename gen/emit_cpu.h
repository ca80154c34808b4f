/* emit_cpu.h: <stem>.cpu.cpp, the source of a CPU image (custub/cpu_image.h). */
#ifndef GEN_EMIT_CPU_H
#define GEN_EMIT_CPU_H

#include "model.h"
#include "text.h"

/* Appends the whole file: the source text with its lines kept and the unfit bodies replaced by
 * traps, the extern shared arrays, and the table of kernels. A kernel that the host compiler does
 * not see at global scope becomes an entry that says so. */
void gen_emit_cpu(gen_text *out, const gen_model *model, gen_arena *arena);

#endif
