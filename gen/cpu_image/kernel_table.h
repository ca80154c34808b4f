/* kernel_table.h: the end of <stem>.cpu.cpp: definitions of the `extern __shared__` arrays, and
 * the table by which the CPU driver knows the image. */
#ifndef GEN_KERNEL_TABLE_H
#define GEN_KERNEL_TABLE_H

#include "model/model.h"
#include "support/text.h"

void gen_emit_cpu_shared_arrays(gen_text *out, const gen_model *model);
void gen_emit_cpu_table(gen_text *out, const gen_model *model);

#endif
