/* arguments.h: clang's command line. */
#ifndef GEN_ARGUMENTS_H
#define GEN_ARGUMENTS_H

#include "frontend/reader/reader.h"

/* How clang reads the file. */
typedef struct gen_setup {
    long toolkit;       /* CUDA_VERSION of its headers; 0: no toolkit */
    long nvcc_build;    /* the last number of nvcc's version: 88 of 13.0.88 */
    const char *macros; /* the host compiler's macros, which the file sees; null: unknown */
    struct CXUnsavedFile prelude;
    const char *precompiled;    /* the precompiled header that the open unit has, or null */
    unsigned long prelude_head; /* length of the part that precompiled headers contain */
    struct gen_compiler_queries *queries;    /* what the program's files ask the compiler */
    struct gen_generated_headers *generated; /* the generated headers that the file includes,
                                                also indirectly */
    struct CXUnsavedFile *blanked;           /* files without the pragmas of their macros */
    size_t blanked_count, blanked_capacity;
    bool as_clang;      /* the file sees clang's own macros */
    bool with_alignas;  /* the prelude has an alignas() that may follow attributes */
    bool with_launches; /* the prelude is for the host's functions, and what they launch */
    bool with_math;     /* <cmath> is included before the file */
    bool takes_written; /* macros in the texts of annotations are not expanded */
    bool skips_bodies;  /* bodies in system headers are not parsed */
} gen_setup;

/* Clang's command line. */
typedef struct gen_arguments {
    const char **data;
    size_t count;
} gen_arguments;
/* CUDA_VERSION of the toolkit's cuda.h, 1000 * major + 10 * minor; 0 without a toolkit; -1 after an
 * error. */
long gen_read_toolkit_version(gen_reader *reader);
/* clang's command line for the current architecture. `precompiled`: a precompiled header that
 * contains the prelude, or null. `own_folders`: with the folders of custub's own headers. */
gen_arguments gen_read_arguments(gen_reader *reader, const char *precompiled, bool own_folders);

#endif
