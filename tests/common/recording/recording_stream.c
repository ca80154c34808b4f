#include "recording_state.h"

#include <stdlib.h>
#include <string.h>

#include <custub/stream.h>

typedef struct recording_stream { /* what a CUstream points to */
    struct recording_stream *next;
    CUcontext context;
    bool green;
} recording_stream;

static recording_stream *streams;

int recording_new_stream(CUstream *out)
{
    recording_stream *made = malloc(sizeof(*made));

    if (!made)
        return OUT_OF_MEMORY;
    made->context = recording_current_context();
    made->green = false;
    pthread_mutex_lock(&recording_lock);
    made->next = streams;
    streams = made;
    pthread_mutex_unlock(&recording_lock);
    recording_change_alive(1);
    *out = (CUstream)(void *)made;
    return 0;
}

static recording_stream **find(CUstream wanted)
{
    recording_stream **at = &streams;

    while (*at && (void *)*at != (void *)wanted)
        at = &(*at)->next;
    return at;
}

void recording_free_stream(CUstream gone)
{
    recording_stream **at;

    pthread_mutex_lock(&recording_lock);
    at = find(gone);
    if (*at)
        *at = (*at)->next;
    pthread_mutex_unlock(&recording_lock);
    free(gone);
}

CUcontext recording_stream_context(CUstream of)
{
    CUcontext context;

    pthread_mutex_lock(&recording_lock);
    context = *find(of) ? (*find(of))->context : NULL;
    pthread_mutex_unlock(&recording_lock);
    return context;
}

bool recording_stream_is_green(CUstream of)
{
    bool green;

    pthread_mutex_lock(&recording_lock);
    green = *find(of) && (*find(of))->green;
    pthread_mutex_unlock(&recording_lock);
    return green;
}

void recording_make_green(CUstream of)
{
    pthread_mutex_lock(&recording_lock);
    if (*find(of))
        (*find(of))->green = true;
    pthread_mutex_unlock(&recording_lock);
}

/* --- Streams ---- */

static int new_stream(CUstream *out, unsigned int flags)
{
    NEED_CONTEXT();
    return flags > 1 ? INVALID_VALUE : recording_new_stream(out);
}

EXPORT int cuStreamCreateWithPriority(CUstream *out, unsigned int flags, int priority)
{
    ENTER("cuStreamCreateWithPriority");
    recorded.priority = priority;
    return new_stream(out, flags);
}

EXPORT int cuCtxGetStreamPriorityRange(int *lowest, int *highest)
{
    ENTER("cuCtxGetStreamPriorityRange");
    NEED_CONTEXT();
    *lowest = 0;
    *highest = -5;
    return 0;
}

EXPORT int cuStreamQuery(CUstream stream)
{
    ENTER("cuStreamQuery");
    recorded.last_stream = (uintptr_t)stream;
    return recorded.program.busy ? NOT_READY : 0;
}

/* All work is done at once. */
EXPORT int cuLaunchHostFunc(CUstream stream, void (*function)(void *), void *user)
{
    ENTER("cuLaunchHostFunc");
    recorded.last_stream = (uintptr_t)stream;
    function(user);
    return 0;
}

EXPORT int cuStreamCreate(CUstream *out, unsigned int flags)
{
    ENTER("cuStreamCreate");
    return new_stream(out, flags);
}

EXPORT int cuStreamDestroy_v2(CUstream stream)
{
    int result = recording_enter("cuStreamDestroy_v2");

    recording_free_stream(stream);
    recording_change_alive(-1);
    return result;
}

EXPORT int cuStreamGetCtx(CUstream stream, CUcontext *context)
{
    ENTER("cuStreamGetCtx");
    if (recording_stream_is_green(stream))
        return NOT_SUPPORTED;
    *context = recording_stream_context(stream);
    return *context ? 0 : INVALID_HANDLE;
}

#ifndef RECORDING_OLD_DRIVER
EXPORT int cuStreamGetCtx_v2(CUstream stream, CUcontext *context, void **green)
{
    CUcontext found;

    ENTER("cuStreamGetCtx_v2");
    found = recording_stream_context(stream);
    *context = recording_stream_is_green(stream) ? NULL : found;
    *green = recording_stream_is_green(stream) ? (void *)found : NULL;
    return found ? 0 : INVALID_HANDLE;
}

/* Here the handle of a green context is that of its context. */
EXPORT int cuCtxFromGreenCtx(CUcontext *context, void *green)
{
    ENTER("cuCtxFromGreenCtx");
    *context = green;
    return 0;
}
#endif

EXPORT int cuStreamSynchronize(CUstream stream)
{
    ENTER("cuStreamSynchronize");
    recorded.last_stream = (uintptr_t)stream;
    return recording_launch_count() ? recorded.program.synchronize_result : 0;
}

EXPORT int cuStreamIsCapturing(CUstream stream, int *status)
{
    (void)stream;
    ENTER("cuStreamIsCapturing");
    *status = recorded.program.capture_status;
    return recorded.program.capture_result;
}

/* --- Events: the n-th record of the process happens at n milliseconds ---- */

struct CUevent_st {
    bool timed;
    int recorded; /* 0: not */
};

static atomic_int records;

EXPORT int cuEventCreate(CUevent *out, unsigned int flags)
{
    ENTER("cuEventCreate");
    NEED_CONTEXT();
    *out = calloc(1, sizeof(**out));
    if (!*out)
        return OUT_OF_MEMORY;
    (*out)->timed = !(flags & 2);
    recording_change_alive(1);
    return 0;
}

EXPORT int cuEventDestroy_v2(CUevent event)
{
    int result = recording_enter("cuEventDestroy_v2");

    free(event);
    recording_change_alive(-1);
    return result;
}

EXPORT int cuEventRecord(CUevent event, CUstream stream)
{
    ENTER("cuEventRecord");
    recorded.last_stream = (uintptr_t)stream;
    event->recorded = ++records;
    return 0;
}

EXPORT int cuEventSynchronize(CUevent event)
{
    (void)event;
    ENTER("cuEventSynchronize");
    return 0;
}

EXPORT int cuEventQuery(CUevent event)
{
    ENTER("cuEventQuery");
    return event->recorded && recorded.program.busy ? NOT_READY : 0;
}

EXPORT int cuEventElapsedTime(float *milliseconds, CUevent start, CUevent end)
{
    ENTER("cuEventElapsedTime");
    if (!start->timed || !end->timed || !start->recorded || !end->recorded)
        return INVALID_HANDLE;
    *milliseconds = (float)(end->recorded - start->recorded);
    return 0;
}

EXPORT int cuStreamWaitEvent(CUstream stream, CUevent event, unsigned int flags)
{
    (void)event;
    ENTER("cuStreamWaitEvent");
    recorded.last_stream = (uintptr_t)stream;
    return flags ? INVALID_VALUE : 0;
}
