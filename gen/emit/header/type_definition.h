/* type_definition.h: the enumerations and structs of the generated header. */
#ifndef GEN_TYPE_DEFINITION_H
#define GEN_TYPE_DEFINITION_H

#include "emit/names/c_name.h"
#include "support/text.h"

/* Writes the definitions. `own`: the user's header defines the enumerations and the plain structs;
 * here only their layout is asserted. */
void gen_emit_types(gen_text *out, const gen_c_names *names, gen_arena *arena, bool own);

/* True if the header defines it as an enumeration in C++; else it is an integer, or the user's
 * header has it. */
bool gen_emit_is_enumeration(const gen_enumeration_names *names);

/* True if one of them has a maker, which needs <string.h>. */
bool gen_emit_has_makers(const gen_c_names *names);

#endif
