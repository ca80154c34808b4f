/* diagnostics.h: what clang reports: which messages are errors. */
#ifndef GEN_DIAGNOSTICS_H
#define GEN_DIAGNOSTICS_H

#include "frontend/reader/reader.h"

/* Where clang found an error that custub does not report. */
typedef struct gen_kept_error {
    CXFileUniqueID file;
    unsigned offset; /* bytes, of its expansion */
} gen_kept_error;

/* Sorted by file and offset once all are there. */
typedef struct gen_kept_errors {
    gen_kept_error *data;
    size_t count;
    size_t capacity;
} gen_kept_errors;

typedef enum gen_error_place {
    GEN_IN_BODY, /* what clang dropped there is not known */
    GEN_IN_DECLARATION,
    GEN_AT_STATIC, /* of a function that is `extern "C" static` */
    GEN_ERROR_PLACES
} gen_error_place;

typedef struct gen_found_errors {
    gen_kept_errors kept[GEN_ERROR_PLACES];
    bool in_headers;           /* in declarations of the system's headers */
    bool lacks_standard;       /* something of namespace std is not found in a body */
    bool misplaced_attributes; /* that may be right to nvcc */
    bool wrong_invocation;     /* a macro that cannot be expanded */
} gen_found_errors;

/* Those of the unit that is open, or being opened. */
gen_found_errors *gen_read_errors(gen_reader *reader);

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
/* Whether one lies between a function's first token and its last. */
bool gen_read_has_error(gen_reader *reader, gen_error_place place, CXCursor function);

#endif
