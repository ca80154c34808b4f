/* activity.h: shows a call of custub to the observers. The program's hook gets it at its end; a
 * profiler gets a range from its beginning to its end. A function that makes an activity begins it
 * first, fills in what it knows of `seen`, and ends it on every path. */
#ifndef CUSTUBI_ACTIVITY_H
#define CUSTUBI_ACTIVITY_H

#include "observe/observe.h"

typedef struct custubi_activity {
    unsigned int observers; /* the observers that watch it; 0: `seen` is never shown */
    custub_activity seen;
} custubi_activity;

/* Called by the functions below if anybody watches. */
void custubi_activity_open(custubi_activity *of, custub_activity_kind kind, const char *name);
void custubi_activity_close(custubi_activity *of, custub_status status, const custub_error *error);

/* `name` must live until the end. If `error` holds a failure, the call does nothing and is not an
 * activity; calls that always act pass null. */
static inline void custubi_activity_begin(custubi_activity *of, custub_activity_kind kind,
                                          const char *name, const custub_error *error)
{
    of->observers = custubi_observed() & (CUSTUBI_OBSERVER_ACTIVITY | CUSTUBI_OBSERVER_NVTX);
    if (of->observers && custub_failed(error))
        of->observers = 0;
    if (of->observers)
        custubi_activity_open(of, kind, name);
}

/* `target` and `source` are addresses. */
static inline void custubi_activity_move(custubi_activity *of, uint64_t target, uint64_t source,
                                         uint64_t bytes, CUstream stream)
{
    of->seen.target = target;
    of->seen.source = source;
    of->seen.bytes = bytes;
    of->seen.stream = stream;
}

/* Returns `status`. */
static inline custub_status custubi_activity_end(custubi_activity *of, custub_status status,
                                                 const custub_error *error)
{
    if (of->observers)
        custubi_activity_close(of, status, error);
    return status;
}

/* The time at which a launch begins; 0 while nobody asks for it. */
static inline uint64_t custubi_activity_now(void)
{
    return custubi_observed() & CUSTUBI_OBSERVER_ACTIVITY ? custubi_nanoseconds() : 0;
}

#endif
