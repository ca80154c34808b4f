/* record.h: reads classes, structs and unions with their fields and offsets. */
#ifndef GEN_RECORD_H
#define GEN_RECORD_H

#include "frontend/reader/reader.h"

/* To find one field's offset, libclang visits all parts of a record, and visits a nested record
 * once for each use. With thousands of nested ones it would never finish. */
#define GEN_MAX_RECORD_PARTS 4096
/* Completes `type`, whose size is set, and returns it. */
const gen_type *gen_read_record(gen_reader *reader, gen_type *type, CXType canonical,
                                gen_place place, const char *what);
/* Makes a type that C cannot name into bytes of the same size and alignment. */
const gen_type *gen_read_opaque(gen_reader *reader, gen_type *type, CXType canonical);
/* Also true for an array of them. */
bool gen_read_is_long_double(CXType type);

#endif
