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

/* Starts arguments[0], which is looked for as a shell would, and discards its error messages. A
 * null ends the arguments. False if it could not be started. */
bool gen_program_start(gen_program *program, const char *const *arguments);

/* Waits until it ends. Returns what it printed, up to 1 MiB; null if it failed. */
const char *gen_program_output(gen_program *program, gen_arena *arena);

#endif
