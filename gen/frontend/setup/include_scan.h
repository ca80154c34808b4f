/* include_scan.h: finds which of the toolkit's headers a source file includes, by reading only the
 * lines that begin with `#`. This decides what a precompiled header must contain, and whether the
 * file can be read without what nvcc includes before it. */
#ifndef GEN_INCLUDE_SCAN_H
#define GEN_INCLUDE_SCAN_H

#include "frontend/prelude/generated_header.h"
#include "support/arena.h"

#include <stdbool.h>

typedef struct gen_include_scan {
    const char *toolkit; /* its include folder; null: none */
    size_t argument_count;
    const char *const *arguments; /* clang's; only -I, -isystem and -iquote matter */
    size_t header_count;
    const char **headers;             /* result: the names as included, in order */
    gen_generated_headers *generated; /* result: generated headers, none of which is read */
    size_t file_count;
    const char **files; /* result: the source, and the project's headers that were found */
    bool tuned;         /* result: a macro is defined that may change the toolkit's headers */
    bool plain; /* result: it includes only headers of the project, and no condition depends on
                   others */
} gen_include_scan;

/* Reads `path` and the project's headers that it includes, ignoring conditions. Skips files that
 * cannot be read; the parser will report them. */
void gen_include_scan_run(gen_include_scan *scan, gen_arena *arena, const char *path);

#endif
