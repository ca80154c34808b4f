/* tensor_map.h: custub_tensor_map, which stands in C for a parameter that is a CUtensorMap. */
#ifndef GEN_TENSOR_MAP_H
#define GEN_TENSOR_MAP_H

#include "model/type.h"

/* True for cuda.h's CUtensorMap. */
bool gen_tensor_map_is(const gen_type *type);

/* The type whose fields contracts can name. Its size is that of the C type, not that of the
 * kernel's parameter. */
const gen_type *gen_tensor_map_type(void);

#endif
