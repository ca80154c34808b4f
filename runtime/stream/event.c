#include <custub/stream.h>

#include "bounds/wait.h"
#include "driver/driver.h"
#include "driver/result.h"
#include "observe/activity.h"

static CUevent create(unsigned int flags, custub_error *error)
{
    CUevent event = NULL;
    int result;

    if (custub_driver_open(CUSTUB_DRIVER_DEFAULT, error))
        return NULL;
    result = custubi_cu.event_create(&event, flags);
    if (!result)
        return event;
    custubi_error_driver(error, "cuEventCreate", result, "creating an event");
    return NULL;
}

CUevent custub_event_create(custub_error *error)
{
    return create(CUSTUBI_EVENT_DISABLE_TIMING, error);
}

CUevent custub_event_create_timed(custub_error *error)
{
    return create(0, error);
}

custub_status custub_event_destroy(CUevent event, custub_error *error)
{
    custub_error *own = custubi_error_unless_failed(error);
    custub_status status = CUSTUB_OK;
    int result;

    if (event && custub_driver_name()) {
        result = custubi_cu.event_destroy(event);
        if (result && result != CUSTUBI_DEINITIALIZED)
            status = custubi_error_driver(own, "cuEventDestroy", result, "destroying an event");
    }
    return custubi_error_first(error, status);
}

/* Opens the driver, and refuses a null event. */
static custub_status check(CUevent event, const char *doing, custub_error *error)
{
    custub_status status = custub_driver_open(CUSTUB_DRIVER_DEFAULT, error);

    if (status || event)
        return status;
    return custubi_error_set(error, CUSTUB_ERROR_INVALID_ARGUMENT, "%s: the event is null", doing);
}

custub_status custub_call_event_record(CUevent event, CUstream stream, custub_error *error)
{
    custub_status status = check(event, "recording an event", error);
    int result;

    if (status)
        return status;
    result = custubi_cu.event_record(event, stream);
    if (result)
        return custubi_error_driver(error, "cuEventRecord", result, "recording an event");
    return CUSTUB_OK;
}

static custub_status synchronize(CUevent event, custub_error *error)
{
    static const char doing[] = "waiting for an event";
    custub_error *own = custubi_error_unless_failed(error);
    custubi_activity activity;
    custub_status status;

    custubi_activity_begin(&activity, CUSTUB_ACTIVITY_WAIT, doing, own);
    status = check(event, doing, own);
    if (!status)
        status = custubi_waited(error, "cuEventSynchronize", custubi_cu.event_synchronize(event),
                                "%s", doing);
    return custubi_activity_end(&activity, status, own);
}

custub_status custub_event_synchronize(CUevent event, custub_error *error)
{
    custub_status status = CUSTUB_OK;

    if (event || !custub_failed(error)) /* else creating it failed */
        status = synchronize(event, error);
    return custubi_error_first(error, status);
}

bool custub_event_is_pending(CUevent event, custub_error *error)
{
    int result;

    if (check(event, "asking for an event", error))
        return false;
    result = custubi_cu.event_query(event);
    if (result && result != CUSTUBI_NOT_READY)
        custubi_error_driver(error, "cuEventQuery", result, "asking for an event");
    return result == CUSTUBI_NOT_READY;
}

float custub_event_elapsed(CUevent start, CUevent end, custub_error *error)
{
    static const char doing[] = "asking for the time between events";
    float milliseconds = 0;
    int result;

    if (check(start, doing, error) || check(end, doing, error) || synchronize(end, error))
        return 0;
    result = custubi_cu.event_elapsed(&milliseconds, start, end);
    if (!result)
        return milliseconds;
    custubi_error_driver(error, "cuEventElapsedTime", result, "%s%s", doing,
                         result == CUSTUBI_INVALID_HANDLE
                             ? ": one of them is not timed, or was never recorded"
                             : "");
    return 0;
}

/* --- Order between streams -----------------------------------------------------------------------
 */

custub_status custub_call_stream_wait(CUstream stream, CUevent event, custub_error *error)
{
    custub_status status = check(event, "having a stream wait", error);
    int result;

    if (status)
        return status;
    result = custubi_cu.stream_wait(stream, event, 0);
    if (result)
        return custubi_error_driver(error, "cuStreamWaitEvent", result, "having a stream wait");
    return CUSTUB_OK;
}

custub_status custub_call_stream_join(CUstream stream, CUstream other, custub_error *error)
{
    custub_error own = custub_error_none();
    CUevent event;

    if (!error)
        error = &own;
    event = custub_event_create(error);
    custub_event_record(event, other, error);
    custub_stream_wait(stream, event, error);
    return custub_event_destroy(event, error);
}
