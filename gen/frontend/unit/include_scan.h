/* include_scan.h: which of the toolkit's headers a source file includes, found by reading lines
 * that begin with `#` alone: what a precompiled header for it has to hold, and whether it can do
 * without what nvcc includes before it. */
#ifndef GEN_INCLUDE_SCAN_H
#define GEN_INCLUDE_SCAN_H

#include "support/arena.h"

#include <stdbool.h>

typedef struct gen_include_scan {
    const char *toolkit; /* its include folder */
    size_t argument_count;
    const char *const *arguments; /* clang's: -I, -isystem and -iquote are looked at */
    size_t header_count;
    const char **headers; /* found: names as they were included, in order */
    bool tuned; /* a macro is defined that may change what the toolkit's headers declare */
    bool plain; /* no header but the project's, and no condition that asks for what one defines */
} gen_include_scan;

/* Reads `path` and the headers of the project that it includes, whatever conditions are
 * around them. A file that cannot be read is passed over: the parser will say so. */
void gen_include_scan_run(gen_include_scan *scan, gen_arena *arena, const char *path);

#endif
