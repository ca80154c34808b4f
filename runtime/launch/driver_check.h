/* driver_check.h: asks the driver about a plain launch, with the fewest calls. */
#ifndef CUSTUBI_DRIVER_CHECK_H
#define CUSTUBI_DRIVER_CHECK_H

#include <stdbool.h>

#include "launch/shape.h"
#include "library/function.h"

/* The stream of a launch. */
typedef struct custubi_launch_stream {
    CUstream stream;
    bool is_current; /* known to be of the current context */
} custubi_launch_stream;

/* True: the driver knows enough memory at every pointer, and the launch keeps the device's limits.
 * False: something is unusual or wrong, and custubi_cold_check_driver() has to look. The contract
 * must hold, and the shape must keep the limits of every device. `here` is what is known of the
 * kernel in the current context. */
bool custubi_driver_agrees(const custub_kernel *kernel, const custubi_function *here,
                           const custubi_shape *shape, const custub_need *needs,
                           custubi_launch_stream *stream);

/* Computes the shape of a launch that sets none, from the facts that are known of the kernel on the
 * stream's device. False: they are not known yet, or not enough. The grid may be over the
 * limits. */
bool custubi_driver_knows_shape(const custub_kernel *kernel, const custubi_function *here,
                                const custub_launch *launch, const uint64_t *needed,
                                custubi_launch_stream *stream, custubi_shape *shape);

#endif
