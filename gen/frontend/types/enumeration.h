/* enumeration.h: reads enumerations with their enumerators. */
#ifndef GEN_ENUMERATION_H
#define GEN_ENUMERATION_H

#include "frontend/reader/reader.h"

/* The enumeration of `type`, whose integer type is set. Null for one without a name, and for one of
 * a system header, whose users have it already. */
struct gen_enumeration *gen_read_enumeration(gen_reader *reader, const gen_type *type,
                                             CXType canonical);

#endif
