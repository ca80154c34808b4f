/* repeat.h: whether a launch of a checked kernel needs no checks, because it repeats a right one
 * (bounds/repeats.h). */
#ifndef CUSTUBI_REPEAT_H
#define CUSTUBI_REPEAT_H

#include "bounds/repeats.h"
#include "check/call.h"

/* True if the launch, whose shape, arguments and needs are known, and whose pointers may touch
 * these extents, needs no checks. Else `outcome` is that of its trial, for custub_bounds_head; its
 * address is 0 if there is none. The context of `repeats` is current. */
bool custubi_repeat_is_right(custubi_repeats *repeats, const custubi_call *call,
                             const custub_bounds_extent *extents, custubi_outcome *outcome);

/* After the launch of a trial, in the same stream. `result` is that of the launch. */
void custubi_repeat_launched(custubi_repeats *repeats, const custubi_call *call,
                             const custubi_outcome *outcome, int result);

#endif
