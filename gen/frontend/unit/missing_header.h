/* missing_header.h: explains clang's errors about headers that it does not find. */
#ifndef GEN_MISSING_HEADER_H
#define GEN_MISSING_HEADER_H

#include "frontend/reader/reader.h"

/* Adds a note to each such error of the unit: the command needs the flags that the compiler gets.
 */
void gen_read_missing_headers(gen_reader *reader, CXTranslationUnit unit);

#endif
