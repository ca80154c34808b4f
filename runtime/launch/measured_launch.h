/* measured_launch.h: a launch that measures what its kernel touches (<custub/bounds.h>). */
#ifndef CUSTUBI_MEASURED_LAUNCH_H
#define CUSTUBI_MEASURED_LAUNCH_H

#include <custub/bounds_table.h>

#include "check/call.h"
#include "library/library.h"

/* True if the call is to be measured: its kernel was loaded so, and its stream can be waited for.
 */
bool custubi_measure_wants(const custubi_call *call);

/* Makes room for the measures, in the call's stream, and tells the kernel where it is. Returns a
 * driver's result. Other measured launches of the library wait until the end. */
int custubi_measure_begin(const custubi_call *call, const custubi_function *here,
                          custub_bounds_head *further);

/* Waits for the kernel and copies the measures, if `result`, the launch's, is 0. Returns a driver's
 * result. Called in any case. */
int custubi_measure_end(const custubi_call *call, int result);

#endif
