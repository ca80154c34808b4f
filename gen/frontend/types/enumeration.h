/* enumeration.h: reads enumerations with their enumerators. */
#ifndef GEN_ENUMERATION_H
#define GEN_ENUMERATION_H

#include "frontend/reader/reader.h"

/* The enumeration of `type`, whose integer type is set. Null if it has no name, or is from a system
 * header, which its users have. */
struct gen_enumeration *gen_read_enumeration(gen_reader *reader, const gen_type *type,
                                             CXType canonical);

#endif
