/* program_output.h: what another program says of itself. */
#ifndef GEN_PROGRAM_OUTPUT_H
#define GEN_PROGRAM_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>

/* Runs the program, which is looked for like a shell would, with one option and in English, and
 * puts the first `size` - 1 bytes of its output, messages among it, at `text`: "" if it fails.
 * False if it could not be started. */
bool gen_program_output(const char *program, const char *option, char *text, size_t size);

#endif
