/* diagnostics.h: decides which of clang's messages are errors. */
#ifndef GEN_DIAGNOSTICS_H
#define GEN_DIAGNOSTICS_H

#include "frontend/reader/reader.h"
#include "frontend/unit/launch_bounds.h"

/* A place of an error that custub does not report. */
typedef struct gen_kept_error {
    CXFileUniqueID file;
    unsigned offset; /* byte offset of its expansion */
} gen_kept_error;

typedef struct gen_kept_errors {
    gen_kept_error *data;
    size_t count;
    size_t capacity;
} gen_kept_errors;

typedef enum gen_error_place {
    GEN_IN_BODY,   /* clang may have dropped parts of the body */
    GEN_AT_STATIC, /* a function with `extern "C" static` */
    GEN_ERROR_PLACES
} gen_error_place;

/* A static_assert that fails in an instance of a template. */
typedef struct gen_failed_assertion {
    struct gen_failed_assertion *next;
    gen_place place;
    unsigned instance; /* libclang's number of the location that named the instance first */
} gen_failed_assertion;

typedef struct gen_found_errors {
    gen_kept_errors kept[GEN_ERROR_PLACES];
    gen_failed_assertion *failed_assertions;
    gen_found_bounds bounds;   /* the numbers that clang's errors tell, because of the prelude */
    bool in_headers;           /* an error in a declaration of a system header */
    bool lacks_standard;       /* in a body, something of <cmath> is not found */
    bool misplaced_attributes; /* nvcc may accept these */
    bool wrong_invocation;     /* the use of a macro that cannot be expanded */
} gen_found_errors;

/* The errors of the unit that is open, or being opened. */
gen_found_errors *gen_read_errors(gen_reader *reader);

/* Reports the errors that count, and stores those in bodies. True if clang found any error.
 * `in_declarations`: bodies were skipped, so every error counts. */
bool gen_read_diagnostics(gen_reader *reader, CXTranslationUnit unit, bool in_declarations);
/* True if an error is between the function's first token and its last. */
bool gen_read_has_error(gen_reader *reader, gen_error_place place, CXCursor function);

#endif
