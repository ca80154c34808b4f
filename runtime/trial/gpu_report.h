/* gpu_report.h: a bad access that a kernel on the GPU has reported becomes a finding. */
#ifndef TRIAL_GPU_REPORT_H
#define TRIAL_GPU_REPORT_H

#include "trial/finding.h"

#include <custub/custub.h>

/* Adds the bad access of a record that holds CUSTUB_ERROR_OUT_OF_BOUNDS, unless it is there. */
void trial_findings_take_bad_access(trial_findings *findings, const custub_kernel_info *info,
                                    const custub_error *error);

#endif
