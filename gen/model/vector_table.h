/* vector_table.h: CUDA's vector types, for which custub has C types. */
#ifndef GEN_VECTOR_TABLE_H
#define GEN_VECTOR_TABLE_H

#include "model/type.h"

/* The C type of a record that CUDA declares under this name, "custub_float4" for "float4". Null if
 * it is no vector type, or another one than <custub/vector.h> has. */
const char *gen_vector_c_type(const char *name, const gen_record *record);

#endif
