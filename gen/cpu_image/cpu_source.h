/* cpu_source.h: <stem>.cpu.cpp, the source of a CPU image (custub/cpu_image.h). */
#ifndef GEN_CPU_SOURCE_H
#define GEN_CPU_SOURCE_H

#include "model/model.h"
#include "support/text.h"

/* Appends the whole file: the source with its lines kept and traps in place of the bodies that
 * cannot be built, the extern shared arrays, and the table of kernels. If the host compiler does
 * not see a kernel at global scope, the kernel's entry says so. */
void gen_emit_cpu(gen_text *out, const gen_model *model, gen_arena *arena);

#endif
