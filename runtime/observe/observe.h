/* observe.h: what watches launches: waiting after each (CUSTUB_SYNC), a trace, NVTX ranges. */
#ifndef CUSTUBI_OBSERVE_H
#define CUSTUBI_OBSERVE_H

#include <stdatomic.h>

#include "launch/call.h"

#include "platform/platform.h"

#define CUSTUBI_OBSERVER_SYNC  1u
#define CUSTUBI_OBSERVER_TRACE 2u
#define CUSTUBI_OBSERVER_NVTX  4u

/* CUSTUBI_OBSERVER_… that are on. The one thing that a launch looks at while none is. */
CUSTUBI_INTERNAL extern atomic_uint custubi_observers;

static inline unsigned int custubi_observed(void)
{
    return atomic_load_explicit(&custubi_observers, memory_order_relaxed);
}

/* Turns on what the environment says, once: every loading calls it. */
void custubi_observe_start(void);

/* custubi_submit(), watched by what is on. */
custub_status custubi_observe_submit(custubi_call *call);

/* A launch that was refused, to the trace. Returns call->status. */
custub_status custubi_observe_refused(custubi_call *call, custub_status status);

#endif
