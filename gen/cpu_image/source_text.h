/* source_text.h: the source's text in <stem>.cpu.cpp. Lines are kept, traps replace the bodies that
 * cannot be built, and headers are copied in place of their #include. */
#ifndef GEN_SOURCE_TEXT_H
#define GEN_SOURCE_TEXT_H

#include "cpu_image/inclusion.h"
#include "cpu_image/loop_guard.h"
#include "support/text.h"

void gen_emit_cpu_text(gen_text *out, const gen_model *model, const gen_loop_guards *loops,
                       const gen_replaced_line *lines);

#endif
