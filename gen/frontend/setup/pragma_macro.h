/* pragma_macro.h: `#define UNROLL #pragma unroll` works with nvcc, which reads the preprocessed
 * text again, but clang finds a `#` in the middle of a body. custub needs no pragma. */
#ifndef GEN_PRAGMA_MACRO_H
#define GEN_PRAGMA_MACRO_H

#include "frontend/reader/reader.h"
#include "frontend/setup/arguments.h"

/* Adds the files that define such macros to reader->setup->blanked, with the pragma replaced by
 * blanks, if an error of the unit is in a macro. True if there is a new one: parse again. */
bool gen_read_blank_pragmas(gen_reader *reader, CXTranslationUnit unit);

#endif
