#define _POSIX_C_SOURCE 200809L

#include "cpu_context.h"
#include "cpu_stream.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

struct CUevent_st {
    cpu_object object;
    unsigned int flags;
    _Atomic int64_t nanoseconds; /* when it was recorded, 0: never */
};

static int64_t now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static CUresult check(CUevent event)
{
    CUcontext context;
    CUresult result = cpu_context_current(&context);

    if (result != CUDA_SUCCESS)
        return result;
    return cpu_handle_is(event, CPU_KIND_EVENT) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}

CUresult cuEventCreate(CUevent *event, unsigned int flags)
{
    const unsigned int known =
        CU_EVENT_BLOCKING_SYNC | CU_EVENT_DISABLE_TIMING | CU_EVENT_INTERPROCESS;
    CUcontext context;
    CUresult result = cpu_context_current(&context);
    CUevent created;

    if (result != CUDA_SUCCESS)
        return result;
    if (!event || (flags & ~known) ||
        ((flags & CU_EVENT_INTERPROCESS) && !(flags & CU_EVENT_DISABLE_TIMING)))
        return CUDA_ERROR_INVALID_VALUE;
    if (flags & CU_EVENT_INTERPROCESS)
        return CUDA_ERROR_NOT_SUPPORTED;
    created = calloc(1, sizeof(*created));
    if (!created)
        return CUDA_ERROR_OUT_OF_MEMORY;
    created->object.kind = CPU_KIND_EVENT;
    created->object.context = context;
    created->flags = flags;
    if (!cpu_handle_add(&created->object)) {
        free(created);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    *event = created;
    return CUDA_SUCCESS;
}

CUresult cuEventDestroy_v2(CUevent event)
{
    CUcontext context;
    CUresult result = cpu_context_current(&context);

    if (result != CUDA_SUCCESS)
        return result;
    if (!cpu_handle_remove(event, CPU_KIND_EVENT))
        return CUDA_ERROR_INVALID_HANDLE;
    free(event);
    return CUDA_SUCCESS;
}

CUresult cuEventRecord(CUevent event, CUstream stream)
{
    CUcontext context;
    CUresult result = check(event);

    if (result == CUDA_SUCCESS)
        result = cpu_stream_context(stream, &context);
    if (result == CUDA_SUCCESS && event->object.context != context)
        result = CUDA_ERROR_INVALID_HANDLE;
    if (result == CUDA_SUCCESS)
        atomic_store(&event->nanoseconds, now());
    return result;
}

CUresult cuEventQuery(CUevent event)
{
    return check(event);
}

CUresult cuEventSynchronize(CUevent event)
{
    return check(event);
}

CUresult cuStreamWaitEvent(CUstream stream, CUevent event, unsigned int flags)
{
    CUresult result = check(event);

    if (result == CUDA_SUCCESS)
        result = cpu_stream_check(stream);
    if (result == CUDA_SUCCESS && (flags & ~(unsigned int)CU_EVENT_WAIT_EXTERNAL))
        return CUDA_ERROR_INVALID_VALUE;
    return result;
}

static CUresult elapsed(float *milliseconds, CUevent start, CUevent end)
{
    CUresult result = check(start);
    int64_t from;
    int64_t to;

    if (result == CUDA_SUCCESS)
        result = check(end);
    if (result != CUDA_SUCCESS)
        return result;
    if (!milliseconds)
        return CUDA_ERROR_INVALID_VALUE;
    from = atomic_load(&start->nanoseconds);
    to = atomic_load(&end->nanoseconds);
    if (from == 0 || to == 0 || ((start->flags | end->flags) & CU_EVENT_DISABLE_TIMING))
        return CUDA_ERROR_INVALID_HANDLE;
    *milliseconds = (float)((double)(to - from) * 1e-6);
    return CUDA_SUCCESS;
}

CUresult cuEventElapsedTime(float *milliseconds, CUevent start, CUevent end)
{
    return elapsed(milliseconds, start, end);
}

CUresult cuEventElapsedTime_v2(float *milliseconds, CUevent start, CUevent end)
{
    return elapsed(milliseconds, start, end);
}
