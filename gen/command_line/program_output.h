/* program_output.h: runs another program and reads its output. */
#ifndef GEN_PROGRAM_OUTPUT_H
#define GEN_PROGRAM_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>

/* Runs the program with one option, in English, and stores the first `size` - 1 bytes of its output
 * and messages in `text`. The program is searched for in PATH. `text` is "" if the program fails.
 * False if it could not be started. */
bool gen_program_output(const char *program, const char *option, char *text, size_t size);

#endif
