/* explain.h: what is wrong with a launch. Slow and thorough: it evaluates every expression of the
 * kernel's description anew, and what it finds is what counts. */
#ifndef CUSTUBI_EXPLAIN_H
#define CUSTUBI_EXPLAIN_H

#include "launch/call.h"

/* CUSTUB_OK: nothing is wrong, and call->shared and the bytes of call->needs are what the
 * description says. Else the record is written. Asks the driver only where a limit of the device is
 * in doubt. */
custub_status custubi_explain(custubi_call *call);

/* The part that is about buffers. */
custub_status custubi_explain_buffers(custubi_call *call);

#endif
