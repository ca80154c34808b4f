/* output.h: writes files, all or none, each atomically and only if its content changed. */
#ifndef GEN_OUTPUT_H
#define GEN_OUTPUT_H

#include "support/diag.h"
#include "support/text.h"

typedef struct gen_output {
    struct gen_output *next;
    const char *path; /* "-": standard output */
    bool is_named;    /* named on the command line; custub names the others */
    bool is_pending;  /* its temporary file exists */
    gen_text text;
} gen_output;

typedef struct gen_outputs {
    gen_output *first;
    gen_output **last;
    gen_arena *arena;
} gen_outputs;

void gen_outputs_initialize(gen_outputs *outputs, gen_arena *arena);
void gen_outputs_deinitialize(gen_outputs *outputs);

/* Adds an output and returns its text, to be filled. The path is copied. */
gen_text *gen_outputs_add(gen_outputs *outputs, const char *path, bool is_named);

/* Writes all temporary files, then renames each. After an error no output was replaced, and the
 * temporary files are removed. */
bool gen_outputs_write(gen_outputs *outputs, gen_diag *diag);

#endif
