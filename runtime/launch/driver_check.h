/* driver_check.h: asks the driver about a plain launch, with the fewest calls. */
#ifndef CUSTUBI_DRIVER_CHECK_H
#define CUSTUBI_DRIVER_CHECK_H

#include <stdbool.h>

#include <custub/stub.h>

#include "library/function.h"

/* True: the driver knows enough memory at every buffer, and the launch keeps the device's limits.
 * False: something is unusual or wrong, and custubi_slow_check_driver() has to look. The contract
 * must hold, and the shape must keep the limits of every device. `shared` is in bytes; `stream` is
 * the one of the launch; `here` is what is known of the kernel in the current context, or null. */
bool custubi_driver_agrees(const custub_kernel *kernel, const custub_launch *launch,
                           const custubi_function *here, const custub_need *needs, uint64_t shared,
                           CUstream stream);

/* Fills the shape of a launch that gives none, from what is known of the kernel on the stream's
 * device. False: nothing is known yet, or the shape needs more than that. */
bool custubi_driver_knows_shape(const custub_kernel *kernel, const custubi_function *here,
                                const uint64_t *needed, CUstream stream, custub_launch *launch);

#endif
