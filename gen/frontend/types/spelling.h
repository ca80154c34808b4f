/* spelling.h: types as text, the same from every libclang and in every folder. */
#ifndef GEN_SPELLING_H
#define GEN_SPELLING_H

#include "frontend/reader/reader.h"

/* Without qualifiers of the type's own. */
const char *gen_read_spelling(gen_reader *reader, CXType type);
/* With them. */
const char *gen_read_written_spelling(gen_reader *reader, CXType type);
/* The type's own name if C has it too: "size_t" reads better than "unsigned long"; or null. */
const char *gen_read_standard_name(const char *spelling);
/* An identifier made of a spelling: "Array_float_4". */
const char *gen_read_identifier(gen_reader *reader, const char *spelling);

#endif
