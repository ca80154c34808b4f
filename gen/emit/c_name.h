/* c_name.h: the C names of everything that is emitted. */
#ifndef GEN_C_NAME_H
#define GEN_C_NAME_H

#include "model/model.h"

/* Gives every parameter, field, record and enumeration of the model its C name. Keywords, macros
 * and names that the header needs itself get a trailing underscore. Names are unique in their
 * scope. `own_structs`: the user's header defines the plain structs and the enumerations, with
 * their own names. */
void gen_names_assign(gen_model *model, gen_arena *arena, bool own_structs);

/* The type as C names it in the generated header, without const; null if C has no such type. */
const char *gen_emit_c_type(const gen_type *type);

/* `wanted`, or the first of `wanted_`, `wanted__`, … that is no parameter's C name. */
const char *gen_names_local(gen_arena *arena, const gen_kernel *kernel, const char *wanted);

#endif
