/* diagnostics.h: what clang reports: which messages are errors. */
#ifndef GEN_DIAGNOSTICS_H
#define GEN_DIAGNOSTICS_H

#include "frontend/reader/reader.h"

typedef enum gen_error_kind {
    GEN_ERROR_NONE,   /* a warning, or an error that is wrong for CUDA as nvcc reads it */
    GEN_ERROR_BOUNDS, /* provoked by the prelude, to get the numbers of an attribute */
    GEN_ERROR_STATIC, /* about `extern "C" static`, which nvcc takes */
    GEN_ERROR_PLAIN
} gen_error_kind;

/* `text`: the diagnostic's. */
gen_error_kind gen_read_error_kind(CXTranslationUnit unit, CXDiagnostic diagnostic,
                                   const char *text);
/* Reports what counts as an error, and keeps the errors of bodies. True if
 * clang found any error. `in_declarations`: bodies were skipped, so that every error counts. */
bool gen_read_diagnostics(gen_reader *reader, CXTranslationUnit unit, bool in_declarations);
/* Whether one of them lies between a function's first token and its last. */
bool gen_read_has_error(const gen_kept_errors *errors, CXCursor function);

#endif
