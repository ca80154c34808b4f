/* type_reader.h: a type of clang's as the model has it. */
#ifndef GEN_TYPE_READER_H
#define GEN_TYPE_READER_H

#include "frontend/reader/reader.h"

/* Null after an error was reported at `place` for `what` ("kernel 'f', parameter
 * 'x'"). */
const gen_type *gen_read_type(gen_reader *reader, CXType type, gen_place place, const char *what);
/* The same for a field, without what a pointer points to: it may be the field's own struct. */
const gen_type *gen_read_field_type(gen_reader *reader, CXType type, gen_place place,
                                    const char *what);
/* Whether a call gives the function variables that it may change. Not for operators: their operands
 * are visible where they are called. */
bool gen_read_binds_references(gen_reader *reader, CXCursor function);

#endif
