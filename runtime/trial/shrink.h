/* shrink.h: makes a launch smaller as long as it shows the same mistake. */
#ifndef TRIAL_SHRINK_H
#define TRIAL_SHRINK_H

#include "trial/worker.h"

/* Replaces the candidate by a smaller one that has the finding, and the finding by that one's.
 * `seconds` is what the kernel's launches got; this takes at most six times as long, and 30 s. */
void trial_shrink(trial_share *share, const trial_library *library, const trial_subject *subject,
                  const char *log, double seconds, trial_shown *shown, trial_finding *finding);

#endif
