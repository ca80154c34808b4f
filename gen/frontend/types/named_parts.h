/* named_parts.h: what a spelling names. */
#ifndef GEN_NAMED_PARTS_H
#define GEN_NAMED_PARTS_H

#include "frontend/reader/reader.h"

/* `spelling` of a type with all arguments of the class templates in it. */
const char *gen_read_all_arguments(gen_reader *reader, CXType type, const char *spelling);
/* The same for a template argument that is not a type, such as `&Array<4>::size`: libclang has only
 * its text. The classes are those that the declaration being read names. */
const char *gen_read_all_names(gen_reader *reader, const char *argument);
/* Begins and, with the null cursor, ends reading the type of a parameter or a field; returns what
 * was read before. */
CXCursor gen_read_written_in(gen_reader *reader, CXCursor declaration);

#endif
