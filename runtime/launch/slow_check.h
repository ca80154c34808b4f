/* slow_check.h: all checks of a call, in their order. Every launch that is not plain comes here. */
#ifndef CUSTUBI_SLOW_CHECK_H
#define CUSTUBI_SLOW_CHECK_H

#include "check/call.h"

/* Settles the shape and makes all checks of the call's level, with the description's contract.
 * CUSTUB_OK: the call can be submitted. `before` has one need per buffer, or is null: the addresses
 * of these needs were found good, and a need that is still the same is not looked up again. */
custub_status custubi_slow_check(custubi_call *call, const custub_need *before);

/* Only the questions to the driver: limits, and the address of every buffer. The contract must
 * hold, and the needs must have their bytes. */
custub_status custubi_slow_check_driver(custubi_call *call, const custub_need *before);

#endif
