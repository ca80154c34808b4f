/* watch.h: a call on its way to the driver, with the observers that are on. */
#ifndef CUSTUBI_WATCH_H
#define CUSTUBI_WATCH_H

#include "check/call.h"

/* custubi_submit() with the observers: waits, traces, makes an NVTX range. */
custub_status custubi_watch_submit(custubi_call *call);

/* Shows a call that was launched or refused to the trace. Returns `status`. */
custub_status custubi_watch_trace(const custubi_call *call, custub_status status);

#endif
