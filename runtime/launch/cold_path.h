/* cold_path.h: all checks of a call, in their order. Every launch that the fast path does not make
 * comes here. */
#ifndef CUSTUBI_COLD_PATH_H
#define CUSTUBI_COLD_PATH_H

#include "check/call.h"

/* Settles the shape and makes all checks of the call's level, with the description's contract.
 * CUSTUB_OK: the call can be submitted. `before` is null, or has one need per buffer whose address
 * was found good: a need that has not changed is not looked up again. */
custub_status custubi_cold_check(custubi_call *call, const custub_need *before);

/* Makes only the checks that ask the driver: limits, and the address of every buffer. The contract
 * must hold, and the needs must have their bytes. */
custub_status custubi_cold_check_driver(custubi_call *call, const custub_need *before);

/* Checks the call, and launches it under the observers that are on. */
custub_status custubi_cold_launch(custubi_call *call);

#endif
