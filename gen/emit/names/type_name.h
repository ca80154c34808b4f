/* type_name.h: chooses the C names of structs and enumerations. */
#ifndef GEN_TYPE_NAME_H
#define GEN_TYPE_NAME_H

#include "emit/names/c_name.h"
#include "support/name_table.h"

/* Fills the lists of records and enumerations, except the names of fields, and `types`. Adds all
 * names to `emitted`. `own_structs`: as for gen_c_names_choose(). */
void gen_type_names_choose(gen_c_names *names, gen_name_table *emitted, bool own_structs);

/* Chooses the names of fields, once everything else in the header has a name: fields avoid all of
 * them. */
void gen_field_names_choose(gen_c_names *names, const gen_name_table *emitted);

#endif
