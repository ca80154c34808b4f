/* Recording events, waiting for them, and the time between two of them. */
#include "stream/event_record.h"

#include "api/fail.h"
#include "context/context.h"
#include "stream/capture.h"
#include "stream/stream.h"

/* --- Recording -----------------------------------------------------------------------------------
 */

static CUresult record_in_queue(CUevent event, CUstream stream)
{
    CUresult result = cpu_capture_check_implicit(stream);
    cpu_task *task = NULL;

    if (result == CUDA_SUCCESS)
        result = cpu_stream_append_empty(stream, NULL, &task);
    if (result == CUDA_SUCCESS)
        cpu_event_record_task(event, task);
    cpu_task_keep(&task, NULL);
    return result;
}

CUresult cpu_event_record(CUevent event, CUstream handle)
{
    CUstream stream;
    CUresult result = cpu_event_check(event);

    if (result == CUDA_SUCCESS)
        result = cpu_stream_find(handle, &stream);
    if (result != CUDA_SUCCESS)
        return result;
    if (event->object.context != stream->object.context)
        return CUDA_ERROR_INVALID_HANDLE;
    cpu_queue_lock();
    cpu_stream_wait_for_room(stream);
    result = stream->capture ? cpu_capture_record(event, stream) : record_in_queue(event, stream);
    cpu_queue_unlock();
    return result;
}

CUresult cuEventRecord(CUevent event, CUstream stream)
{
    CPU_ENTRY(cuEventRecord);
    return cpu_event_record(event, stream);
}

/* --- Waiting -------------------------------------------------------------------------------------
 */

static CUresult wait_in_queue(CUstream stream, CUevent event)
{
    cpu_task *task;
    CUresult result;

    if (!event->task || cpu_task_is_done(event->task))
        return CUDA_SUCCESS;
    result = cpu_stream_append_empty(stream, event->task, &task);
    cpu_task_keep(&task, NULL);
    return result;
}

CUresult cuStreamWaitEvent(CUstream handle, CUevent event, unsigned int flags)
{
    CPU_ENTRY(cuStreamWaitEvent);
    CUstream stream;
    CUresult result = cpu_event_check(event);

    if (result == CUDA_SUCCESS)
        result = cpu_stream_find(handle, &stream);
    if (result != CUDA_SUCCESS)
        return result;
    if (flags & ~(unsigned int)CU_EVENT_WAIT_EXTERNAL)
        return CUDA_ERROR_INVALID_VALUE;
    cpu_queue_lock();
    cpu_stream_wait_for_room(stream);
    if (flags & CU_EVENT_WAIT_EXTERNAL) /* would become an event wait node, which is not served */
        result = stream->capture ? CUDA_ERROR_NOT_SUPPORTED : CUDA_ERROR_ILLEGAL_STATE;
    else if (stream->capture || event->capture)
        result = cpu_capture_wait(stream, event);
    else
        result = wait_in_queue(stream, event);
    cpu_queue_unlock();
    return result;
}

CUresult cuEventQuery(CUevent event)
{
    CPU_ENTRY(cuEventQuery);
    CUresult result = cpu_event_check(event);

    if (result == CUDA_SUCCESS)
        result = cpu_capture_check_unsafe();
    if (result != CUDA_SUCCESS)
        return result;
    cpu_queue_lock();
    if (event->capture)
        result = CUDA_ERROR_CAPTURED_EVENT;
    else if (event->task && !cpu_task_is_done(event->task))
        result = CUDA_ERROR_NOT_READY;
    cpu_queue_unlock();
    return result == CUDA_SUCCESS ? cpu_context_failure(event->object.context) : result;
}

CUresult cuEventSynchronize(CUevent event)
{
    CPU_ENTRY(cuEventSynchronize);
    CUresult result = cpu_event_check(event);

    if (result != CUDA_SUCCESS)
        return result;
    cpu_queue_lock();
    if (event->capture)
        result = CUDA_ERROR_CAPTURED_EVENT;
    else if (event->task)
        cpu_task_wait(event->task);
    cpu_queue_unlock();
    return result == CUDA_SUCCESS ? cpu_context_failure(event->object.context) : result;
}

/* --- Times ---------------------------------------------------------------------------------------
 */

static CUresult measure(float *milliseconds, CUevent start, CUevent end)
{
    if (start->capture || end->capture)
        return CUDA_ERROR_CAPTURED_EVENT;
    if (!start->task || !end->task || ((start->flags | end->flags) & CU_EVENT_DISABLE_TIMING))
        return CUDA_ERROR_INVALID_HANDLE;
    if (!cpu_task_is_done(start->task) || !cpu_task_is_done(end->task))
        return CUDA_ERROR_NOT_READY;
    *milliseconds = (float)((double)(cpu_task_time(end->task) - cpu_task_time(start->task)) * 1e-6);
    return CUDA_SUCCESS;
}

static CUresult elapsed(float *milliseconds, CUevent start, CUevent end)
{
    CUresult result = cpu_event_check(start);

    if (result == CUDA_SUCCESS)
        result = cpu_event_check(end);
    if (result != CUDA_SUCCESS)
        return result;
    if (!milliseconds)
        return CUDA_ERROR_INVALID_HANDLE; /* as the CUDA driver does */
    cpu_queue_lock();
    result = measure(milliseconds, start, end);
    cpu_queue_unlock();
    return result;
}

CUresult cuEventElapsedTime(float *milliseconds, CUevent start, CUevent end)
{
    CPU_ENTRY(cuEventElapsedTime);
    return elapsed(milliseconds, start, end);
}

CUresult cuEventElapsedTime_v2(float *milliseconds, CUevent start, CUevent end)
{
    CPU_ENTRY(cuEventElapsedTime_v2);
    return elapsed(milliseconds, start, end);
}
