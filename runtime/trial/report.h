/* report.h: what a person reads of a trial. */
#ifndef TRIAL_REPORT_H
#define TRIAL_REPORT_H

#include "trial/launches/candidate.h"
#include "trial/finding.h"

/* The finding is made by many launches together. */
#define TRIAL_ALL_SEEDS UINT64_MAX

/* Prints a finding, the launch that shows it, and the command that repeats it: `again`, then the
 * kernel and its seed. */
void trial_report_finding(const trial_subject *subject, const trial_finding *finding,
                          const trial_candidate *candidate, const char *again, uint64_t seed);

/* "n = 33, a = 1.5; 2x1x1 blocks of 32x1x1 threads; x: 33 float" */
void trial_report_launch(const trial_subject *subject, const trial_candidate *candidate, char *out,
                         size_t size);

#endif
