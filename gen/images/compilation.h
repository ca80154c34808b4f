/* compilation.h: runs compilers, and keeps what they print. */
#ifndef GEN_COMPILATION_H
#define GEN_COMPILATION_H

#include "command_line/shell_words.h"
#include "support/diag.h"

typedef enum gen_compilation {
    GEN_COMPILATION_DONE,
    GEN_COMPILATION_REFUSED, /* the compiler says why in the log */
    GEN_COMPILATION_FAILED   /* it could not be started; an error was reported */
} gen_compilation;

/* The compiler that the environment's `variable` names, with its options, or else `usual`. */
gen_words gen_compiler_named(gen_arena *arena, const char *variable, const char *usual);

/* Runs the command. What it prints is in English, and is appended to the file `log`. */
gen_compilation gen_compile(gen_arena *arena, gen_diag *diag, const gen_words *command,
                            const char *log);

/* Reports that the command failed, and prints the log. */
void gen_compilation_report(gen_arena *arena, gen_diag *diag, const gen_words *command,
                            const char *log);

/* Copies a log to the standard error stream. */
void gen_compilation_show(const char *log);

#endif
