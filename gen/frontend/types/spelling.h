/* spelling.h: writes types so that the text is the same with every libclang and in every folder. */
#ifndef GEN_SPELLING_H
#define GEN_SPELLING_H

#include "frontend/reader/reader.h"

/* Without the type's own qualifiers. */
const char *gen_read_spelling(gen_reader *reader, CXType type);
/* With its own qualifiers. */
const char *gen_read_written_spelling(gen_reader *reader, CXType type);
/* An identifier made from a spelling: "Array_float_4". */
const char *gen_read_identifier(gen_reader *reader, const char *spelling);

#endif
