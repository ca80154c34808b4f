/* observe.h: which observers are on: waiting after each launch (CUSTUB_SYNC), NVTX
 * ranges, the hook of all activities. launch/watch.h applies them to launches,
 * activity.h to everything else. */
#ifndef CUSTUBI_OBSERVE_H
#define CUSTUBI_OBSERVE_H

#include <stdatomic.h>

#include <custub/trace.h>

#include "platform/platform.h"

#define CUSTUBI_OBSERVER_SYNC     1u
#define CUSTUBI_OBSERVER_NVTX     2u
#define CUSTUBI_OBSERVER_ACTIVITY 4u

/* The CUSTUBI_OBSERVER_… that are on. While this is 0, a launch looks at nothing else. */
CUSTUBI_INTERNAL extern atomic_uint custubi_observers;

static inline unsigned int custubi_observed(void)
{
    return atomic_load_explicit(&custubi_observers, memory_order_relaxed);
}

/* Turns on what the environment asks for. Called when the driver is opened. */
void custubi_observe_start(void);

/* Calls the program's function, if there is one. */
void custubi_observe_activity(const custub_activity *seen);

#endif
