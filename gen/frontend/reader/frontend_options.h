/* frontend_options.h: what the front end is told about the file that it reads. */
#ifndef GEN_FRONTEND_OPTIONS_H
#define GEN_FRONTEND_OPTIONS_H

#include "command_line/host_compiler.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct gen_frontend_options {
    bool certain;       /* looks for no other errors beside clang's own */
    const char *path;   /* the source file */
    const char *prefix; /* before every emitted name; may be "" */
    const char *unit;   /* of the model; "": none, null: made of the source */
    gen_host_compiler host_compiler;
    const char *toolkit;              /* the CUDA toolkit's folder, or null: none */
    size_t architecture_count;        /* at least one, at most 32 */
    const char *const *architectures; /* "sm_80", … */
    const char *cache;                /* a folder for precompiled headers, or null: none are kept */
    bool whole; /* with all that nvcc includes before a file, also if it seems to need nothing of it
                 */
    const char *own_folder; /* custub's own headers, or null: as the arguments say */
    const struct gen_host_messages
        *refused; /* of earlier attempts to build the CPU image, or null */
    size_t clang_argument_count;
    const char *const *clang_arguments;
} gen_frontend_options;

/* The folder of the argument at `*at`, such as "-Idir" or "-I" "dir"; null if it is another. Moves
 * `*at` to the value if that is an argument of its own. */
const char *gen_include_folder(const char *const *arguments, size_t count, size_t *at);

/* Whether the arguments name files that are included before the source. */
bool gen_frontend_is_given_includes(const gen_frontend_options *options);

#endif
