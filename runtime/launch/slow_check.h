/* slow_check.h: all checks of a call, in their order. A launch that is not plain comes here, and so
 * do dynamic and prepared ones. */
#ifndef CUSTUBI_SLOW_CHECK_H
#define CUSTUBI_SLOW_CHECK_H

#include "check/call.h"

/* Settles the shape and makes all checks of the call's level, with the contract as the description
 * says it. CUSTUB_OK: the call can be submitted. `before`, one per buffer or null: needs whose
 * addresses were found good. A need that is still the same is not looked up again. */
custub_status custubi_slow_check(custubi_call *call, const custub_need *before);

/* The part that asks the driver: limits, and the address of every buffer. The contract holds, and
 * the needs have their bytes. */
custub_status custubi_slow_check_driver(custubi_call *call, const custub_need *before);

#endif
