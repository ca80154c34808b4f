/* vector_table.h: CUDA's vector types, for which custub has C types. */
#ifndef GEN_VECTOR_TABLE_H
#define GEN_VECTOR_TABLE_H

#include "model/type.h"
#include "support/arena.h"

/* The C type of a record that CUDA declares under this name, "custub_float4" for "float4". Null if
 * it is no vector type, or another one than <custub/vector.h> has. */
const char *gen_vector_c_type(const char *name, const gen_record *record);

/* A record for the vector type of this name, "float4", without fields. Null if it is none. */
gen_record *gen_vector_record(gen_arena *arena, const char *name);

#endif
