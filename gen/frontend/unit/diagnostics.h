/* diagnostics.h: what clang reports: which messages are errors. */
#ifndef GEN_DIAGNOSTICS_H
#define GEN_DIAGNOSTICS_H

#include "frontend/reader.h"

/* Reports what counts as an error, and keeps the errors of bodies. True if
 * clang found any error. `in_declarations`: bodies were skipped, so that every error counts. */
bool gen_read_diagnostics(gen_reader *reader, CXTranslationUnit unit, bool in_declarations);
/* Whether one of them lies between a function's first token and its last. */
bool gen_read_has_error(const gen_kept_errors *errors, CXCursor function);

#endif
