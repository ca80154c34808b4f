/* record.h: classes, structs and unions: their fields and places. */
#ifndef GEN_RECORD_H
#define GEN_RECORD_H

#include "frontend/reader/reader.h"

/* libclang looks at every part of a record before it says where one field lies, and twice at a
 * record that is in it twice. With thousands of nested ones it would never finish. */
#define GEN_MAX_RECORD_PARTS 4096
/* Fill in `type`, which has its size, and return it. */
const gen_type *gen_read_record(gen_reader *reader, gen_type *type, CXType canonical,
                                gen_place place, const char *what);
/* A type that C has no name for: bytes of its size and alignment. */
const gen_type *gen_read_opaque(gen_reader *reader, gen_type *type, CXType canonical);
/* Also of an array of them. */
bool gen_read_is_long_double(CXType type);

#endif
