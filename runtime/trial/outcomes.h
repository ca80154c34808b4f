/* outcomes.h: what the outcomes of launches show: that one failed, or that two differ which should
 * have the same results. */
#ifndef TRIAL_OUTCOMES_H
#define TRIAL_OUTCOMES_H

#include "trial/finding.h"
#include "trial/launches/attempt.h"

/* Adds why a launch failed: the reports in the log, which is emptied, else the error. */
void trial_outcome_failure(const trial_subject *subject, const trial_outcome *outcome,
                           const char *log, trial_findings *findings);

/* An element, in words, after either launch. */
typedef struct trial_difference {
    const custub_pointer_info *pointer;
    uint64_t index;
    char first[64], second[64];
    bool is_reordered; /* every buffer that differs has the same elements in another order */
} trial_difference;

/* False if no element differs. `candidate` is either launch. */
bool trial_outcomes_differ(const trial_subject *subject, const trial_candidate *candidate,
                           const trial_outcome *first, const trial_outcome *second,
                           trial_difference *out);

#endif
