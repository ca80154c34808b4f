/* examination.h: everything that is looked at for one launch: the launch, and the same in
 * another shape, in another order of blocks, or with two pointers to the same memory. */
#ifndef TRIAL_EXAMINATION_H
#define TRIAL_EXAMINATION_H

#include "trial/launches/attempt.h"
#include "trial/finding.h"

/* Examines the launch. `log` is the file that the checker's reports go to. `first` becomes the
 * outcome of the launch itself, which the caller frees. If another shape or order fails,
 * it becomes the launch that is shown; if its results differ, or two pointers to the same memory
 * are wrong, it becomes the other one. Returns false if this process cannot launch any more. */
bool trial_examine(const trial_subject *subject, trial_shown *shown, const trial_limits *limits,
                   const char *log, trial_findings *findings, trial_outcome *first);

#endif
