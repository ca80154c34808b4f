/* frontend_options.h: the options of the front end, for one source file. */
#ifndef GEN_FRONTEND_OPTIONS_H
#define GEN_FRONTEND_OPTIONS_H

#include "command_line/host_compiler.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct gen_frontend_options {
    const char *path;                 /* the source file */
    const char *prefix;               /* begins every emitted name; may be "" */
    const char *unit;                 /* the model's; "": none, null: derived from the source */
    gen_host_compiler *host_compiler; /* which was asked; or null */
    const char *toolkit;              /* the CUDA toolkit's folder, or null: none */
    size_t architecture_count;        /* at least one, at most 32 */
    const char *const *architectures; /* "sm_80", … */
    const char *cache;                /* folder for precompiled headers; null: none are kept */
    bool whole;      /* include all that nvcc includes before a file, even if the file seems not to
                        need it */
    bool all;        /* also give launch functions to kernels without C linkage, except templates */
    bool launches;   /* also note the shapes with which the program launches kernels */
    bool linked;     /* the program's kernels are those that nvcc compiles into it */
    bool prototypes; /* kernels may only be declared: another compiler makes their code */
    const char *own_header; /* the program's header that --include names, as written, or null */
    const char *own_folder; /* the folder of custub's own headers; null: the arguments name it */
    const struct gen_host_messages
        *refused; /* messages of earlier attempts to build the CPU image, or null */
    size_t clang_argument_count;
    const char *const *clang_arguments;
} gen_frontend_options;

/* The folder that the argument at `*at` names, such as "-Idir" or "-I" "dir"; null if there is
 * none. Moves `*at` to a separate value. */
const char *gen_include_folder(const char *const *arguments, size_t count, size_t *at);

/* True if the arguments name files to include before the source. */
bool gen_frontend_is_given_includes(const gen_frontend_options *options);

#endif
