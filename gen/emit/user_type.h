/* user_type.h: the structs and enumerations of the header that --include names. The generated
 * header asserts that they are what the kernels have. */
#ifndef GEN_USER_TYPE_H
#define GEN_USER_TYPE_H

#include "model/model.h"
#include "support/text.h"

/* Who defines the type with the option --include. A class that C cannot describe is taken from the
 * user's header only if it is defined there, and nothing that the source itself defines, if it
 * includes that header. */
gen_definer gen_user_type_definer(const gen_model *model, const gen_c_naming *naming,
                                  bool is_plain);

/* What the user's header calls it; `tag`: an identifier made from its C++ name. */
const char *gen_user_type_name(const gen_model *model, const gen_c_naming *naming, const char *tag);

/* Only for a type that has one tag and no typedef: gives it its C name. */
void gen_emit_user_typedef(gen_text *out, const char *name, const gen_c_naming *naming);

/* Asserts size, alignment, offsets and types of fields, in C and in C++. */
void gen_emit_user_record(gen_text *out, const gen_record *record, gen_arena *arena);

/* True if a field of the record, or of one inside it, has this type. */
bool gen_user_type_has(const gen_record *record, const gen_enumeration *enumeration);

/* Asserts the values of the enumerators, and the size if the type has a name. */
void gen_emit_user_enumeration(gen_text *out, const gen_enumeration *enumeration);

#endif
