/* custub/stream.h: streams and events.
 *
 * A stream does its work in order; different streams may work at the same time, unless events order
 * them (CUDA Driver API, "Stream Management" and "Event Management"). Streams and events are the
 * driver's own handles: those of the program and of cudart can be passed too. They are made in the
 * current context, and belong to whoever made them.
 *
 * Stream 0 is the legacy default stream, or the per-thread one if the program defines
 * CUDA_API_PER_THREAD_DEFAULT_STREAM. CUSTUB_STREAM_LEGACY and CUSTUB_STREAM_PER_THREAD (types.h)
 * name the two whatever the program defines.
 *
 * Failures are CUSTUB_ERROR_DRIVER, with the driver's reason; waiting and asking may get an error
 * of earlier work. A null event is CUSTUB_ERROR_INVALID_ARGUMENT. Any thread may use any stream and
 * any event; none may use them while another one destroys them.
 */
#ifndef CUSTUB_STREAM_H
#define CUSTUB_STREAM_H

#include "status.h"
#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct CUevent_st *CUevent; /* also the runtime API's cudaEvent_t */

/* --- Streams --------------------------------------------------------------------------------- */

/* Creates a non-blocking stream of the current context: it does not wait for the legacy default
 * stream. */
CUstream custub_stream_create(custub_error *error);

/* The same with a priority: the work of a stream with a lower number is started first. Numbers
 * outside the range are moved into it. */
CUstream custub_stream_create_with_priority(int priority, custub_error *error);

/* The priorities that streams of a device can have. */
typedef struct custub_stream_priorities {
    int lowest;  /* 0, that of streams that are created without one */
    int highest; /* negative, or 0 if the device has only one */
} custub_stream_priorities;

/* The priorities of the current context's device. */
custub_stream_priorities custub_stream_priority_range(custub_error *error);

/* Waits for all work of the stream. Reports errors of kernels. */
custub_status custub_call_stream_synchronize(CUstream stream, custub_error *error);
static inline custub_status custub_stream_synchronize(CUstream stream, custub_error *error)
{
    return custub_call_stream_synchronize(custub_stream_given(stream), error);
}

/* True if the stream has work that is not done; false on failure, so that a loop that waits ends.
 * Does not wait. Reports errors of kernels. */
bool custub_call_stream_is_busy(CUstream stream, custub_error *error);
static inline bool custub_stream_is_busy(CUstream stream, custub_error *error)
{
    return custub_call_stream_is_busy(custub_stream_given(stream), error);
}

/* Destroys the stream; the work that it has is still done. Null is allowed. */
custub_status custub_stream_destroy(CUstream stream, custub_error *error);

/* What custub_stream_call() calls, with its `user`. */
typedef void custub_stream_function(void *user);

/* Calls `function(user)` on a thread of the driver's once the stream's earlier work is done; later
 * work of the stream waits for its return. Not called after an error of the context. It may not
 * call the driver, nor custub's functions that do (CUDA Driver API, cuLaunchHostFunc). In a stream
 * that is being captured it becomes a node of the graph. */
custub_status custub_call_stream_call(CUstream stream, custub_stream_function *function, void *user,
                                      custub_error *error);
static inline custub_status custub_stream_call(CUstream stream, custub_stream_function *function,
                                               void *user, custub_error *error)
{
    return custub_call_stream_call(custub_stream_given(stream), function, user, error);
}

/* --- Events ---------------------------------------------------------------------------------- */

/* Creates an event that orders streams, and one that also tells the time. */
CUevent custub_event_create(custub_error *error);
CUevent custub_event_create_timed(custub_error *error);

/* Destroys the event, even if work still waits for it. Null is allowed. */
custub_status custub_event_destroy(CUevent event, custub_error *error);

/* The event happens when the work that the stream has now is done. The stream and the event must be
 * of the same context. Forgets the event's earlier record. */
custub_status custub_call_event_record(CUevent event, CUstream stream, custub_error *error);
static inline custub_status custub_event_record(CUevent event, CUstream stream, custub_error *error)
{
    return custub_call_event_record(event, custub_stream_given(stream), error);
}

/* Waits until the event has happened. An event that was never recorded has. */
custub_status custub_event_synchronize(CUevent event, custub_error *error);

/* True if the event was recorded and has not happened yet; false on failure. Does not wait. */
bool custub_event_is_pending(CUevent event, custub_error *error);

/* The time from one event to another in milliseconds, to about half a microsecond; 0 on failure.
 * Waits for `end`. Both must be timed, recorded, and of one device. */
float custub_event_elapsed(CUevent start, CUevent end, custub_error *error);

/* --- Order between streams ------------------------------------------------------------------- */

/* Work that the stream gets from now on waits for the event, which may be of another device. The
 * host does not wait. */
custub_status custub_call_stream_wait(CUstream stream, CUevent event, custub_error *error);
static inline custub_status custub_stream_wait(CUstream stream, CUevent event, custub_error *error)
{
    return custub_call_stream_wait(custub_stream_given(stream), event, error);
}

/* Work that the stream gets from now on waits for the work that `other` has now: an event that is
 * recorded, waited for and destroyed. Both must be of the current context. */
custub_status custub_call_stream_join(CUstream stream, CUstream other, custub_error *error);
static inline custub_status custub_stream_join(CUstream stream, CUstream other, custub_error *error)
{
    return custub_call_stream_join(custub_stream_given(stream), custub_stream_given(other), error);
}

#ifdef __cplusplus
}
#endif
#endif
