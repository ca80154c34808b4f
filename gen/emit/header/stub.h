/* stub.h: the part of <stem>.custub.h for one kernel. Like those of emit.h, its functions cannot
 * fail. */
#ifndef GEN_STUB_H
#define GEN_STUB_H

#include "emit/names/c_name.h"
#include "support/text.h"

/* The type of a parameter of the launch function: "custub_f32_view". */
const char *gen_emit_param_type(const gen_c_names *names, gen_arena *arena, const gen_param *param);

/* Writes the launch function of a kernel, with its comment, and the function that prepares it. */
void gen_emit_stub(gen_text *out, const gen_kernel_names *names, gen_arena *arena);

#endif
