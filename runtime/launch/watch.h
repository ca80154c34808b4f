/* watch.h: launches a call under the observers that are on. */
#ifndef CUSTUBI_WATCH_H
#define CUSTUBI_WATCH_H

#include "check/call.h"

/* custubi_submit() that also waits, traces and makes an NVTX range. */
custub_status custubi_watch_submit(custubi_call *call);

/* Shows a call that was launched or refused to the trace. Returns `status`. */
custub_status custubi_watch_trace(const custubi_call *call, custub_status status);

#endif
