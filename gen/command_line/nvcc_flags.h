/* nvcc_flags.h: turns the flags of a compile command, nvcc's or clang's, into clang's. */
#ifndef GEN_NVCC_FLAGS_H
#define GEN_NVCC_FLAGS_H

#include "command_line/flag_writer.h"
#include "command_line/nvcc_environment.h"

/* Appends the meaning of `words`, as users write them after `--`: an unknown word goes to clang
 * unchanged, and an option that clang and nvcc share means what it means to clang, so -D keeps a
 * comma. The flags of `environment`, which may be null, surround them. The order is that of the
 * host compiler's command: the words of -Xcompiler precede nvcc's own flags. False if an error was
 * reported. Notes once in `diag` each flag that is skipped. */
bool gen_nvcc_flags_add(gen_nvcc_flags *flags, gen_arena *arena, gen_diag *diag,
                        const gen_words *words, const gen_nvcc_environment *environment);

/* The same for a whole compile command that runs in `directory`. Drops the compiler, sources and
 * objects; relative paths start in `directory`. If the compiler is nvcc, commas separate values; if
 * not, `environment` has no effect. */
bool gen_nvcc_flags_add_command(gen_nvcc_flags *flags, gen_arena *arena, gen_diag *diag,
                                const gen_words *words, const gen_nvcc_environment *environment,
                                const char *directory);

/* Appends `more`. Its architectures, if it has any, replace the others. */
void gen_nvcc_flags_append(gen_nvcc_flags *flags, gen_arena *arena, const gen_nvcc_flags *more);

#endif
