/* global.h: the header's functions for the file's variables on the device. */
#ifndef GEN_GLOBAL_H
#define GEN_GLOBAL_H

#include "emit/names/c_name.h"
#include "support/text.h"

/* True if there is a variable whose type C can name. */
bool gen_emit_has_globals(const gen_model *model);

/* Writes the functions of each such variable. */
void gen_emit_globals(gen_text *out, const gen_c_names *names, gen_arena *arena);

#endif
