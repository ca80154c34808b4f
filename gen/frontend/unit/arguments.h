/* arguments.h: clang's command line. */
#ifndef GEN_ARGUMENTS_H
#define GEN_ARGUMENTS_H

#include "frontend/reader/reader.h"

/* Clang's command line. */
typedef struct gen_arguments {
    const char **data;
    size_t count;
} gen_arguments;
/* CUDA_VERSION of the toolkit's cuda.h, 1000 * major + 10 * minor; 0 without a toolkit, -1 after an
 * error was reported. */
long gen_read_toolkit_version(gen_reader *reader);
/* For the current architecture. `precompiled`: a precompiled header that holds the prelude, or
 * null. With `own_folders` the folders in which the user's arguments look for headers are among
 * them. */
gen_arguments gen_read_arguments(gen_reader *reader, const char *precompiled, bool own_folders);

#endif
