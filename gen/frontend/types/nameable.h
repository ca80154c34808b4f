/* nameable.h: how long a type's name is. */
#ifndef GEN_NAMEABLE_H
#define GEN_NAMEABLE_H

#include "frontend/reader/reader.h"

#define GEN_MAX_NAME_PARTS 4096

/* Whether the name has fewer parts than that. Template arguments can double a name as often as they
 * are nested; libclang must not be asked for such a name, it would never finish. */
bool gen_read_is_nameable(CXType type);

#endif
