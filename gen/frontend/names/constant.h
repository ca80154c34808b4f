/* constant.h: reads the names that contracts may use: constants and types. */
#ifndef GEN_CONSTANT_H
#define GEN_CONSTANT_H

#include "frontend/reader/reader.h"

void gen_read_enumerator(gen_reader *reader, CXCursor cursor);
/* Reads a variable whose value may be known. */
void gen_read_constant(gen_reader *reader, CXCursor variable);
void gen_read_named_type(gen_reader *reader, CXCursor cursor);
/* After all architectures: moves constants and types into the model. */
void gen_read_finish_names(gen_reader *reader);

#endif
