/* nvcc_flags.h: the flags of a compile command, nvcc's or clang's, as clang's. */
#ifndef GEN_NVCC_FLAGS_H
#define GEN_NVCC_FLAGS_H

#include "support/diag.h"
#include "command_line/shell_words.h"

typedef struct gen_nvcc_flags {
    gen_words clang;           /* what clang is to get */
    gen_words host;            /* what the host compiler gets and its macros may depend on */
    gen_words architectures;   /* "sm_80", …: what the flags build for, each once; may be none */
    gen_words unknown;         /* "-arch sm_10": no nvcc builds for it */
    const char *host_compiler; /* -ccbin, or null */
    long toolkit;              /* CUDA_VERSION, set by the caller; 0: not known */
    gen_words files;           /* files of options that were read */
} gen_nvcc_flags;

/* Appends what `words` mean to *flags. False if an error was reported; what is lost is noted in
 * `diag`, the same only once.
 *
 * Flags as a person gives them: a word that no table knows goes to clang as it is, and the
 * spellings that clang and nvcc share mean what they mean to clang, so that a comma in -D is part
 * of it. */
bool gen_nvcc_flags_add(gen_nvcc_flags *flags, gen_arena *arena, gen_diag *diag,
                        const gen_words *words);

/* The same for a whole compile command, run in `directory`: the compiler's word, the sources and
 * the objects are dropped, relative paths are taken against `directory`, and if the compiler is
 * nvcc, commas separate. */
bool gen_nvcc_flags_add_command(gen_nvcc_flags *flags, gen_arena *arena, gen_diag *diag,
                                const gen_words *words, const char *directory);

/* Appends `more` to *flags; its architectures, if it has any, replace those of *flags. */
void gen_nvcc_flags_append(gen_nvcc_flags *flags, gen_arena *arena, const gen_nvcc_flags *more);

#endif
