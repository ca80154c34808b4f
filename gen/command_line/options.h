/* options.h: the command line. */
#ifndef GEN_OPTIONS_H
#define GEN_OPTIONS_H

#include "command_line/shell_words.h"

#include <stdbool.h>

typedef enum gen_command {
    GEN_COMMAND_GEN,
    GEN_COMMAND_BUILD,
    GEN_COMMAND_LIST,
    GEN_COMMAND_VERIFY,
    GEN_COMMAND_BOUNDS,
    GEN_COMMAND_TRY,
    GEN_COMMAND_SUGGEST,
    GEN_COMMAND_HELP,
    GEN_COMMAND_VERSION,
    GEN_COMMAND_COMPLETION,
    GEN_COMMAND_MANUAL
} gen_command;

typedef struct gen_ptx_option {
    const char *architecture; /* "sm_80" */
    const char *path;
    const char *cubin; /* nvcc's machine code of it, or null */
} gen_ptx_option;

typedef struct gen_options {
    gen_command command;
    const char *topic; /* of help: a command, or null; of completions: the shell */
    size_t file_count;
    const char **files;
    const char *folder;      /* -o; "." by default; null: a temporary one, for a trial */
    gen_words architectures; /* --arch, --ptx; empty: what the flags build for, or sm_80 */
    gen_words named;         /* the words of --arch, as the user wrote them */
    size_t ptx_count;
    gen_ptx_option *ptx;
    gen_words cubins;      /* --cubin: architectures and paths, alternating */
    const char *depfile;   /* or null */
    const char *json;      /* or null */
    const char *prefix;    /* "" by default */
    const char *unit;      /* or null; "": no unit */
    gen_words images;      /* --image: tags and paths, alternating */
    bool jit;              /* one of them is a program for NVRTC */
    gen_words jit_options; /* --jit-option: for NVRTC */
    bool exported;         /* --export */
    bool linked;           /* --linked */
    bool all;              /* --all */
    bool prototypes;       /* --prototypes */
    bool no_cuda;          /* --no-cuda */
    bool strict;           /* --strict */
    const char *include;   /* or null */
    const char *toolkit; /* --cuda-path, else CUDA_PATH, CUDA_HOME or /usr/local/cuda; null: none */
    gen_words refused;   /* --refused: files with messages of host compilers about the CPU image */
    long toolkit_version; /* CUDA_VERSION; 0: not known */
    const char *cache;    /* --cache: a folder for precompiled headers, or null */
    const char *database; /* -p: the folder of a compile_commands.json, or null */
    const char
        *entry;      /* --entry: the file there that is compiled in place of the source, or null */
    gen_words flags; /* after `--`: flags of clang or nvcc */
    unsigned jobs;   /* -j; 0: as many as there are processors */
    gen_words tried; /* the kernels of `try` and `suggest`; empty: all */
    gen_words trial; /* the options that these give to custub_trial */
    bool on_gpu;     /* --device cuda */
    bool apply;      /* --apply: what was tried is printed as a patch */
    gen_words repeated;      /* the options that say how the file is read, as they were given */
    bool one_architecture;   /* for no command line: read for the highest one only */
    const char *annotations; /* for no command line: a file of them, which become a patch in place
                                of all outputs; or null */
    bool for_suggestions;    /* for no command line: describes what contracts could name, too */
    bool quiet;              /* for no command line: no notes if there is no error */
} gen_options;

/* False, with one line in *error, if the command line is wrong. */
bool gen_options_parse(gen_options *options, gen_arena *arena, int argc, char **argv,
                       const char **error);

/* True for `try` and `suggest`, which launch kernels. */
bool gen_options_is_trial(const gen_options *options);

#endif
