/* flag_writer.h: flags for clang and the host compiler, and functions that add to them. */
#ifndef GEN_FLAG_WRITER_H
#define GEN_FLAG_WRITER_H

#include "command_line/nvcc_option.h"
#include "command_line/shell_words.h"
#include "support/diag.h"

typedef struct gen_nvcc_flags {
    gen_words clang;           /* for clang */
    gen_words host;            /* for the host compiler, whose macros may depend on them */
    gen_words architectures;   /* "sm_80", …: what the flags build for, each once; may be empty */
    gen_words unknown;         /* such as "-arch sm_10": no nvcc builds for it */
    const char *host_compiler; /* -ccbin, or null */
    long toolkit;              /* CUDA_VERSION, set by the caller; 0: not known */
    gen_words files;           /* the options files that were read */
} gen_nvcc_flags;

typedef struct gen_flag_writer {
    gen_nvcc_flags *flags;
    gen_arena *arena;
    gen_diag *diag;
    const char *directory; /* relative paths start there; null: they stay as they are */
} gen_flag_writer;

/* Notes once in a run that an option is skipped. `value` may be null. */
void gen_flag_note(gen_flag_writer *out, const char *option, const char *value, const char *advice);
/* Reports an error, and returns false. */
bool gen_flag_fail(gen_flag_writer *out, const char *option, const char *fact);

/* The first gives a word to clang, the second also to the host compiler. The third joins two
 * words. */
void gen_flag_pass(gen_flag_writer *out, const char *word);
void gen_flag_pass_to_both(gen_flag_writer *out, const char *word);
void gen_flag_pass_joined(gen_flag_writer *out, const char *name, const char *value);

/* `path`, put into the directory if it is relative. */
const char *gen_flag_path(const gen_flag_writer *out, const char *path);
void gen_flag_pass_path(gen_flag_writer *out, const gen_nvcc_option *option, const char *value);

/* The first takes the value of `-arch`; the second the value of `-gencode`, such as
 * "arch=compute_90,code=[sm_90,compute_90]": the source is compiled for its `arch`. */
void gen_flag_add_architecture(gen_flag_writer *out, const char *option, const char *value);
bool gen_flag_add_generated_code(gen_flag_writer *out, const char *option, const char *value);

#endif
