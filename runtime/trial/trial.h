/* trial.h: tries one kernel against its contract. */
#ifndef TRIAL_TRIAL_H
#define TRIAL_TRIAL_H

#include "trial/options.h"
#include "trial/worker.h"

typedef enum trial_result {
    TRIAL_NOTHING, /* no finding */
    TRIAL_FOUND,
    TRIAL_UNTRIED, /* the kernel cannot be tried; the reason was printed */
    TRIAL_BROKEN   /* the machine failed */
} trial_result;

/* Tries the kernel and prints what was found. `folder` is for logs. */
trial_result trial_run(const trial_options *options, const trial_library *library,
                       const custub_kernel_info *info, const char *folder);

#endif
