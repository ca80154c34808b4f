/* field_path.h: the C name of what is at an offset in a parameter. */
#ifndef GEN_FIELD_PATH_H
#define GEN_FIELD_PATH_H

#include "emit/names/c_name.h"
#include "support/text.h"

/* True if the header cannot name the fields there, because the record is not plain. */
bool gen_emit_is_in_bytes(const gen_type *type, uint64_t offset);

/* Writes ".inner.dims[2]" unless `out` is null. Returns the type at the offset. */
const gen_type *gen_emit_path(gen_text *out, const gen_c_names *names, const gen_type *type,
                              uint64_t offset);

#endif
