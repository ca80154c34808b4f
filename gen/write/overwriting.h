/* overwriting.h: no output may replace an input or another output. */
#ifndef GEN_OVERWRITING_H
#define GEN_OVERWRITING_H

#include "support/name_table.h"
#include "write/output.h"

/* The files that a run reads. */
typedef struct gen_inputs {
    gen_arena *arena;
    gen_name_table given;    /* named on the command line; keys are identities */
    gen_name_table included; /* included by these; keys are identities */
} gen_inputs;

void gen_inputs_initialize(gen_inputs *inputs, gen_arena *arena);
void gen_inputs_add_given(gen_inputs *inputs, const char *path);
void gen_inputs_add_included(gen_inputs *inputs, const char *path);

/* Reports each output that would replace something. Outputs that custub names may replace included
 * files: a source may include what an earlier run generated. */
void gen_overwriting_check(const gen_inputs *inputs, const gen_outputs *outputs, gen_diag *diag);

#endif
