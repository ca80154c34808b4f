/* loop_text.h: writes the parts of a kernel's text that make the loop over its threads a plain one,
 * and their entry in the table (loop_guard.h, custub/cpu/kernel/linear.h). */
#ifndef GEN_LOOP_TEXT_H
#define GEN_LOOP_TEXT_H

#include "cpu_image/loop.h"
#include "support/text.h"

/* Appends the kernel's text from `position` to the end of the loop's last part. Returns the next
 * position. */
size_t gen_emit_loop(gen_text *out, const gen_model *model, const gen_loop_guard *loop,
                     size_t position);

/* ", ::custub_cpu::loop_form::guarded, ::custub_cpu::across_x | ::custub_cpu::across_y" */
void gen_emit_loop_form(gen_text *out, const gen_loop_guard *loop);

#endif
