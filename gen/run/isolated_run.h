/* isolated_run.h: a run in a process of its own, which prints its diagnostics to stderr. */
#ifndef GEN_ISOLATED_RUN_H
#define GEN_ISOLATED_RUN_H

#include "command_line/options.h"

typedef enum gen_result {
    GEN_RESULT_DONE,
    GEN_RESULT_INPUT_WRONG,
    GEN_RESULT_MACHINE_FAILED /* or libclang failed */
} gen_result;

/* Runs the stages over the files of `options` and writes the outputs if there was no error. */
gen_result gen_isolated_run(gen_arena *arena, const gen_options *options);

#endif
