/* file_build.h: builds the objects of one source. */
#ifndef GEN_FILE_BUILD_H
#define GEN_FILE_BUILD_H

#include "images/source_flags.h"
#include "run/isolated_run.h"

typedef struct gen_file_build {
    gen_arena *arena;
    gen_diag diag;
    gen_options options; /* of `gen`, for this source */
    const char *nvcc;    /* or null: no image for GPUs */
    bool has_cpu_images; /* for the CPU driver and its memory checker */
    const char *name;    /* <folder>/<stem>: what `gen` writes, without endings */
    const char *work;    /* <folder>/images/<stem>: all other files */
    const char *depfile; /* that `gen` writes */
    gen_words objects;   /* that will be made */
    gen_source_flags flags;
} gen_file_build;

/* `options`: of `custub build`, with -o and --cache set. */
void gen_file_build_initialize(gen_file_build *build, gen_arena *arena, const gen_options *options,
                               size_t file);

/* Reads the source, and makes all files. Prints what goes wrong. */
gen_result gen_file_build_run(gen_file_build *build);

/* Runs the command, with what it prints in the file `log`; reports if it fails. */
bool gen_file_build_command(gen_file_build *build, const gen_words *command, const char *log);

#endif
