/* observe.h: which observers of launches are on: waiting after each (CUSTUB_SYNC), a trace, NVTX
 * ranges. launch/watch.h applies them. */
#ifndef CUSTUBI_OBSERVE_H
#define CUSTUBI_OBSERVE_H

#include <stdatomic.h>

#include <custub/trace.h>

#include "platform/platform.h"

#define CUSTUBI_OBSERVER_SYNC  1u
#define CUSTUBI_OBSERVER_TRACE 2u
#define CUSTUBI_OBSERVER_NVTX  4u

/* The CUSTUBI_OBSERVER_… that are on. While this is 0, a launch looks at nothing else. */
CUSTUBI_INTERNAL extern atomic_uint custubi_observers;

static inline unsigned int custubi_observed(void)
{
    return atomic_load_explicit(&custubi_observers, memory_order_relaxed);
}

/* Turns on what the environment asks for. Every loading of kernels calls it; the first call acts.
 */
void custubi_observe_start(void);

/* Calls the trace function, if there is one. */
void custubi_observe_trace(const custub_trace *seen);

#endif
