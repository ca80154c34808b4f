/* driver_check.h: what the driver knows of a plain launch, asked on the shortest way. */
#ifndef CUSTUBI_DRIVER_CHECK_H
#define CUSTUBI_DRIVER_CHECK_H

#include <stdbool.h>

#include <custub/launch.h>

/* True: the driver knows enough memory at every buffer, and the device's limits are kept. False:
 * something is unusual or wrong, and custubi_call_check_driver() has to look. The launch is plain:
 * its contract holds, its shape is within what every device can. `shared` in bytes; `stream` is the
 * one that it is launched in. */
bool custubi_driver_agrees(const custub_call *call, uint64_t shared, CUstream stream);

#endif
