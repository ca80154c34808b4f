/* reproducer.h: a finding as a C program that makes the launch without the trial. */
#ifndef TRIAL_REPRODUCER_H
#define TRIAL_REPRODUCER_H

#include "trial/finding.h"
#include "trial/launches/candidate.h"
#include "trial/options.h"

/* Writes the program to `path`. False if the file cannot be written, or the buffers are too large
 * for a source file. */
bool trial_reproducer_write(const char *path, const trial_options *options,
                            const trial_subject *subject, const trial_finding *finding,
                            const trial_shown *shown);

#endif
