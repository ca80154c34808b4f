/* file_flags.h: how one source file is compiled: its flags and its architectures. */
#ifndef GEN_FILE_FLAGS_H
#define GEN_FILE_FLAGS_H

#include "command_line/nvcc_flags.h"
#include "command_line/options.h"
#include "frontend/setup/compile_commands.h"

/* Flags that all files of a command line share. */
typedef struct gen_given_flags {
    const gen_options *options;
    gen_compile_commands database; /* the database of -p */
    gen_nvcc_environment environment;
    gen_nvcc_flags flags; /* those after `--`, and without -p those of nvcc's environment */
} gen_given_flags;

typedef struct gen_file_flags {
    gen_nvcc_flags nvcc; /* from its compile command, then from after `--`, which win */
    gen_words architectures;
} gen_file_flags;

/* Both return false if an error was reported. The options must live as long as `given`. */
bool gen_given_flags_read(gen_given_flags *given, gen_arena *arena, gen_diag *diag,
                          const gen_options *options);
bool gen_file_flags_collect(gen_file_flags *flags, const gen_given_flags *given, gen_arena *arena,
                            gen_diag *diag, const char *path);

#endif
