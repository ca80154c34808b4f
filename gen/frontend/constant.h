/* constant.h: the names that contracts may use: constants and types. */
#ifndef GEN_CONSTANT_H
#define GEN_CONSTANT_H

#include "frontend/reader.h"

/* The names that contracts may use. */
void gen_read_enumerator(gen_reader *reader, CXCursor cursor);
/* The bits of an enumerator's value, extended to 64 as its type has it. */
uint64_t gen_read_enumerator_value(CXCursor cursor, bool *negative);
bool gen_read_is_unsigned(CXType integer);
/* A variable whose value may be known. */
void gen_read_constant(gen_reader *reader, CXCursor variable);
void gen_read_named_type(gen_reader *reader, CXCursor cursor);
/* After all architectures: puts them into the model. */
void gen_read_finish_names(gen_reader *reader);

#endif
