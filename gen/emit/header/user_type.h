/* user_type.h: asserts, in the generated header, that the structs and enumerations of the header
 * that --include names are what the kernels have. */
#ifndef GEN_USER_TYPE_H
#define GEN_USER_TYPE_H

#include "emit/names/c_name.h"
#include "support/text.h"

/* Asserts size, alignment, offsets and types of fields, in C and in C++. */
void gen_emit_user_record(gen_text *out, const gen_record_names *names, gen_arena *arena);

/* True if a field of the record, or of one inside it, has this type. */
bool gen_user_type_has(const gen_record *record, const gen_enumeration *enumeration);

/* Asserts the values of the enumerators, and the size if the type has a name. */
void gen_emit_user_enumeration(gen_text *out, const gen_enumeration_names *names);

#endif
