/* pipeline.h: one run over the source files of a command line, in this process: the stages, in the
 * order of docs/ARCHITECTURE.md. */
#ifndef GEN_PIPELINE_H
#define GEN_PIPELINE_H

#include "command_line/options.h"
#include "frontend/image/host_messages.h"
#include "run/file_flags.h"
#include "support/name_table.h"
#include "write/output.h"
#include "write/overwriting.h"

typedef struct gen_pipeline {
    /* The caller may set these before the run. */
    const char *scratch;       /* in place of --cache, or null */
    bool certain;              /* looks for no other errors where clang has found some */
    volatile size_t *progress; /* gets the number of the file that is read, from 1; or null */

    /* What the run made. */
    gen_diag diag;
    gen_outputs outputs;

    /* The run's own. */
    gen_arena arena;
    const gen_options *options;
    gen_given_flags given;
    gen_host_messages refused; /* of --refused */
    gen_inputs inputs;
    gen_name_table stems; /* the models whose outputs are among the outputs */
    gen_text depfile;
    gen_text *list; /* of `custub list`, among the outputs */
} gen_pipeline;

/* The options must live as long as the pipeline. */
void gen_pipeline_initialize(gen_pipeline *pipeline, const gen_options *options);
void gen_pipeline_deinitialize(gen_pipeline *pipeline);

/* Fills `outputs` and `diag`. Writes nothing: gen_outputs_write() does, and only outputs of a run
 * without errors may be written. True if there was no error. */
bool gen_pipeline_run(gen_pipeline *pipeline);

#endif
