/* trial.h: `custub try`: a shared library of a file's kernels, and the program custub_trial, which
 * launches them. */
#ifndef GEN_TRIAL_H
#define GEN_TRIAL_H

#include "run/isolated_run.h"

/* Builds the library and runs the program on it. If the program ran, returns GEN_RESULT_DONE, and
 * *status is its exit status. Prints what goes wrong. A signal that asks this process to end does
 * so after the temporary files are removed. */
gen_result gen_trial_run(gen_arena *arena, const gen_options *options, int *status);

#endif
