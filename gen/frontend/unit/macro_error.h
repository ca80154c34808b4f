/* macro_error.h: explains clang's errors at words that look like macros of <custub/kernel.h>. */
#ifndef GEN_MACRO_ERROR_H
#define GEN_MACRO_ERROR_H

#include "frontend/reader/reader.h"

/* Adds a note to each such error of the unit. */
void gen_read_macro_errors(gen_reader *reader, CXTranslationUnit unit);

#endif
