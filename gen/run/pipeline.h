/* pipeline.h: one run over the source files of a command line, in this process. It runs the stages
 * in the order of docs/ARCHITECTURE.md. */
#ifndef GEN_PIPELINE_H
#define GEN_PIPELINE_H

#include "command_line/host_compiler.h"
#include "command_line/options.h"
#include "frontend/image/host_messages.h"
#include "run/file_flags.h"
#include "support/name_table.h"
#include "write/output.h"
#include "write/overwriting.h"

typedef struct gen_pipeline {
    /* The caller may set these before the run. */
    const char *scratch;       /* in place of --cache, or null */
    volatile size_t *progress; /* set to the number of the current file, from 1; or null */

    /* The results of the run. */
    gen_diag diag;
    gen_outputs outputs;

    /* Private. */
    gen_arena arena;
    const gen_options *options;
    gen_given_flags given;
    gen_host_compiler host_compiler;
    gen_host_messages refused; /* from --refused */
    gen_inputs inputs;
    gen_name_table stems; /* models by the name of their outputs */
    gen_text depfile;
    gen_text *list; /* the output of `custub list`, or a patch */
} gen_pipeline;

/* The options must live as long as the pipeline. */
void gen_pipeline_initialize(gen_pipeline *pipeline, const gen_options *options);
void gen_pipeline_deinitialize(gen_pipeline *pipeline);

/* Fills `outputs` and `diag`. Writes no files: gen_outputs_write() does, after a run without
 * errors. True if there was no error. */
bool gen_pipeline_run(gen_pipeline *pipeline);

#endif
