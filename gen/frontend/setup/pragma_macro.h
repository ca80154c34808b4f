/* pragma_macro.h: `#define UNROLL #pragma unroll` works with nvcc, which reads the preprocessed
 * text again. clang finds a `#` in the middle of a body. custub needs no such pragma. */
#ifndef GEN_PRAGMA_MACRO_H
#define GEN_PRAGMA_MACRO_H

#include "frontend/reader/reader.h"
#include "frontend/setup/arguments.h"

/* If an error of the unit is in such a macro, adds the files that define it to
 * reader->setup->blanked, with the pragma replaced by blanks. True if there is a new one: parse
 * again. */
bool gen_read_blank_pragmas(gen_reader *reader, CXTranslationUnit unit);

#endif
