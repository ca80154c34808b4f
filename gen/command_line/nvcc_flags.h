/* nvcc_flags.h: the flags of a compile command, nvcc's or clang's, as clang's. */
#ifndef GEN_NVCC_FLAGS_H
#define GEN_NVCC_FLAGS_H

#include "command_line/flag_writer.h"
#include "command_line/nvcc_environment.h"

/* Appends the meaning of `words`, as a person gives them after `--`: an unknown word goes to clang
 * as it is, and options that clang and nvcc share mean what they mean to clang, so that -D keeps a
 * comma. The flags of `environment`, which may be null, surround them. The order is that of the
 * host compiler's command, where what -Xcompiler gives precedes nvcc's own flags. False if an error
 * was reported; what is lost is noted in `diag`, once. */
bool gen_nvcc_flags_add(gen_nvcc_flags *flags, gen_arena *arena, gen_diag *diag,
                        const gen_words *words, const gen_nvcc_environment *environment);

/* The same for a whole compile command that runs in `directory`. The compiler, sources and objects
 * are dropped, and relative paths are in `directory`. If the compiler is nvcc, commas separate; if
 * it is not, `environment` does not count. */
bool gen_nvcc_flags_add_command(gen_nvcc_flags *flags, gen_arena *arena, gen_diag *diag,
                                const gen_words *words, const gen_nvcc_environment *environment,
                                const char *directory);

/* Appends `more`. Its architectures, if it has any, replace the others. */
void gen_nvcc_flags_append(gen_nvcc_flags *flags, gen_arena *arena, const gen_nvcc_flags *more);

#endif
