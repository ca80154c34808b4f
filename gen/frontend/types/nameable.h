/* nameable.h: limits the length of types' names. */
#ifndef GEN_NAMEABLE_H
#define GEN_NAMEABLE_H

#include "frontend/reader/reader.h"

#define GEN_MAX_NAME_PARTS 4096

/* False if the name has more parts than the limit. Nested template arguments can double a name
 * again and again; libclang would never finish writing it. */
bool gen_read_is_nameable(CXType type);

#endif
