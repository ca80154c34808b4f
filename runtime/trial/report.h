/* report.h: what a person reads of a trial. */
#ifndef TRIAL_REPORT_H
#define TRIAL_REPORT_H

#include "trial/launches/candidate.h"
#include "trial/finding.h"
#include "trial/options.h"

/* Launches in turn. */
typedef struct trial_seeds {
    uint64_t first;
    uint64_t count;
} trial_seeds;

/* Prints a finding, the launch that shows it, and the command that repeats these launches, in which
 * it shows. */
void trial_report_finding(const trial_options *options, const trial_subject *subject,
                          const trial_finding *finding, const trial_candidate *candidate,
                          trial_seeds seeds);

/* "n = 33, a = 1.5; 2x1x1 blocks of 32x1x1 threads; x: 33 float" */
void trial_report_launch(const trial_subject *subject, const trial_candidate *candidate, char *out,
                         size_t size);

#endif
