/* checker_log.h: what the memory checker and the CPU driver report, as findings. */
#ifndef TRIAL_CHECKER_LOG_H
#define TRIAL_CHECKER_LOG_H

#include "trial/finding.h"

/* Adds the reports in this file, and empties it. They call the kernel by its symbol, which becomes
 * its name. */
void trial_findings_take_log(trial_findings *findings, const char *path, const char *symbol,
                             const char *name);

/* Adds one report, and returns the new finding, or null:
 * "saxpy.cu:12: kernel 'saxpy', block (0,0,0), thread (3,0,0): race: …" */
trial_finding *trial_findings_take_report(trial_findings *findings, const char *line);

#endif
