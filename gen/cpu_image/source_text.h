/* source_text.h: the text of the source in <stem>.cpu.cpp: its lines kept, unfit bodies replaced
 * by traps, and the headers that stand in the image in place of their #include. */
#ifndef GEN_SOURCE_TEXT_H
#define GEN_SOURCE_TEXT_H

#include "model/model.h"
#include "support/text.h"

void gen_emit_cpu_text(gen_text *out, const gen_model *model);

#endif
