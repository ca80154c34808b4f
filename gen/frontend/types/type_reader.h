/* type_reader.h: turns a clang type into the model's. */
#ifndef GEN_TYPE_READER_H
#define GEN_TYPE_READER_H

#include "frontend/reader/reader.h"

#define GEN_MAX_NAME_PARTS 4096

/* Null after an error. It is reported at `place`, about `what` ("kernel 'f', parameter 'x'"). */
const gen_type *gen_read_type(gen_reader *reader, CXType type, gen_place place, const char *what);
/* The same for a field, but does not read what a pointer points to, which may be the field's own
 * struct. */
const gen_type *gen_read_field_type(gen_reader *reader, CXType type, gen_place place,
                                    const char *what);

/* False if the type's name has too many parts. Nested template arguments can double a name again
 * and again; libclang would never finish writing it. */
bool gen_read_is_nameable(CXType type);

#endif
