/* kernel_table.h: the end of <stem>.cpu.cpp: the `extern __shared__` arrays, and the table that the
 * CPU driver reads. */
#ifndef GEN_KERNEL_TABLE_H
#define GEN_KERNEL_TABLE_H

#include "cpu_image/loop_guard.h"
#include "support/text.h"

void gen_emit_cpu_shared_arrays(gen_text *out, const gen_model *model);
void gen_emit_cpu_table(gen_text *out, const gen_model *model, const gen_loop_guards *loops);

#endif
