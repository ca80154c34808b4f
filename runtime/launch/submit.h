/* submit.h: hands a call over to the driver. */
#ifndef CUSTUBI_SUBMIT_H
#define CUSTUBI_SUBMIT_H

#include <stdbool.h>

#include "check/call.h"
#include "driver/driver_types.h"

/* Opts in to large shared memory where that is needed, and launches. */
custub_status custubi_submit(custubi_call *call);

/* What custubi_submit() does before it launches. */
custub_status custubi_submit_ready(custubi_call *call);

/* Whether the launch takes cuLaunchKernelEx. */
bool custubi_submit_is_extended(const custubi_call *call);

/* The attributes that a launch may have; there are about twenty kinds. */
#define CUSTUBI_MOST_ATTRIBUTES 64u

/* The attributes that the runtime adds to a caller's: cooperative, cluster. */
#define CUSTUBI_OWN_ATTRIBUTES 2u

/* The launch as cuLaunchKernelEx takes it; `attributes` has room for the launch's and the
 * runtime's, and is referred to by `config`. */
void custubi_submit_configure(const custubi_call *call, custubi_launch_config *config,
                              custubi_launch_attribute *attributes);

/* Whether there are too many attributes to copy, or none where some should be. */
custub_status custubi_submit_check_attributes(const custub_kernel_info *info,
                                              const custub_launch *launch);

/* What to do about a launch that the driver has answered `result` to, which is not success. */
custub_status custubi_submit_failed(custubi_call *call, int result);

#endif
