/* program_output.h: runs another program and reads what it prints. */
#ifndef GEN_PROGRAM_OUTPUT_H
#define GEN_PROGRAM_OUTPUT_H

#include "support/arena.h"

#include <stdbool.h>
#include <sys/types.h>

typedef struct gen_program {
    pid_t process;
    int output;
} gen_program;

/* Starts arguments[0], which is looked for as a shell would. A null ends the arguments, and the
 * environment, which may be null: this process's own. The descriptors become its standard output
 * and standard error; with -1 it has this process's. False, with `errno`, if it could not be
 * started. */
bool gen_program_spawn(pid_t *process, const char *const *arguments, const char *const *environment,
                       int output, int errors);

/* The same, for gen_program_output(). Discards error messages. */
bool gen_program_start(gen_program *program, const char *const *arguments);

/* The same, but error messages are part of the output. */
bool gen_program_start_verbose(gen_program *program, const char *const *arguments);

/* Waits until it ends. Returns what it printed, up to 1 MiB; null if it failed. */
const char *gen_program_output(gen_program *program, gen_arena *arena);

#endif
