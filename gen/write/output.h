/* output.h: files that are written all or none, each atomically and only if its content changed. */
#ifndef GEN_OUTPUT_H
#define GEN_OUTPUT_H

#include "support/diag.h"
#include "support/text.h"

typedef struct gen_output {
    struct gen_output *next;
    const char *path; /* "-": standard output */
    bool is_named;    /* by the command line; others have names of custub's */
    bool is_pending;  /* its temporary file waits to be put in its place */
    gen_text text;
} gen_output;

typedef struct gen_outputs {
    gen_output *first;
    gen_output **last;
    gen_arena *arena;
} gen_outputs;

void gen_outputs_initialize(gen_outputs *outputs, gen_arena *arena);
void gen_outputs_deinitialize(gen_outputs *outputs);

/* A text to fill for this path, which is copied. */
gen_text *gen_outputs_add(gen_outputs *outputs, const char *path, bool is_named);

/* Makes all temporary files first, then puts each in its place. On an error nothing is replaced,
 * and the temporary files are gone. */
bool gen_outputs_write(gen_outputs *outputs, gen_diag *diag);

#endif
