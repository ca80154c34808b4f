/* vector_table.h: CUDA's vector types that have C types in <custub/vector.h>. */
#ifndef GEN_VECTOR_TABLE_H
#define GEN_VECTOR_TABLE_H

#include "model/type.h"
#include "support/arena.h"

/* The C type of a record that CUDA declares under this name: "custub_float4" for "float4". Null if
 * it is not a vector type, or does not equal the one that <custub/vector.h> has. */
const char *gen_vector_c_type(const char *name, const gen_record *record);

/* Makes a record, without fields, for the vector type of this name: "float4". Null if there is no
 * such type. */
gen_record *gen_vector_record(gen_arena *arena, const char *name);

#endif
