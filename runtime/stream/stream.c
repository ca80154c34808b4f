#include <custub/stream.h>

#include "bounds/wait.h"
#include "driver/driver.h"
#include "driver/owned.h"
#include "driver/result.h"
#include "observe/activity.h"

/* --- Making and destroying -----------------------------------------------------------------------
 */

static CUstream keep(CUstream stream)
{
    custubi_owned_add((uintptr_t)stream, 0, custubi_owned_context());
    return stream;
}

CUstream custub_stream_create(custub_error *error)
{
    CUstream stream = NULL;
    int result;

    if (custub_driver_open(CUSTUB_DRIVER_DEFAULT, error))
        return NULL;
    result = custubi_cu.stream_create(&stream, CUSTUBI_STREAM_NON_BLOCKING);
    if (!result)
        return keep(stream);
    custubi_error_driver(error, "cuStreamCreate", result, "creating a stream");
    return NULL;
}

CUstream custub_stream_create_with_priority(int priority, custub_error *error)
{
    CUstream stream = NULL;
    int result;

    if (custub_driver_open(CUSTUB_DRIVER_DEFAULT, error))
        return NULL;
    result = custubi_cu.stream_create_priority(&stream, CUSTUBI_STREAM_NON_BLOCKING, priority);
    if (!result)
        return keep(stream);
    custubi_error_driver(error, "cuStreamCreateWithPriority", result,
                         "creating a stream of priority %d", priority);
    return NULL;
}

custub_stream_priorities custub_stream_priority_range(custub_error *error)
{
    custub_stream_priorities range = {0, 0};
    int result;

    if (custub_driver_open(CUSTUB_DRIVER_DEFAULT, error))
        return range;
    result = custubi_cu.context_get_priorities(&range.lowest, &range.highest);
    if (!result)
        return range;
    custubi_error_driver(error, "cuCtxGetStreamPriorityRange", result,
                         "asking for the priorities of streams");
    range.lowest = range.highest = 0;
    return range;
}

custub_status custub_stream_destroy(CUstream stream, custub_error *error)
{
    custub_error *own = custubi_error_unless_failed(error);
    custub_status status = CUSTUB_OK;
    int result;

    if (stream && custub_driver_name()) {
        custubi_owned_remove((uintptr_t)stream);
        result = custubi_cu.stream_destroy(stream);
        if (result && result != CUSTUBI_DEINITIALIZED)
            status = custubi_error_driver(own, "cuStreamDestroy", result, "destroying a stream");
    }
    return custubi_error_first(error, status);
}

/* --- Work ----------------------------------------------------------------------------------------
 */

custub_status custub_call_stream_synchronize(CUstream stream, custub_error *error)
{
    custub_error *own = custubi_error_unless_failed(error);
    custubi_activity activity;
    custub_status status;

    custubi_activity_begin(&activity, CUSTUB_ACTIVITY_WAIT, "waiting for a stream", NULL);
    activity.seen.stream = stream;
    status = custub_driver_open(CUSTUB_DRIVER_DEFAULT, own);
    if (!status)
        status = custubi_waited(error, "cuStreamSynchronize", custubi_cu.stream_synchronize(stream),
                                "waiting for a stream");
    custubi_activity_end(&activity, status, own);
    return custubi_error_first(error, status);
}

bool custub_call_stream_is_busy(CUstream stream, custub_error *error)
{
    int result;

    if (custub_driver_open(CUSTUB_DRIVER_DEFAULT, error))
        return false;
    result = custubi_cu.stream_query(stream);
    if (result && result != CUSTUBI_NOT_READY)
        custubi_error_driver(error, "cuStreamQuery", result, "asking if a stream is busy");
    return result == CUSTUBI_NOT_READY;
}

custub_status custub_call_stream_call(CUstream stream, custub_stream_function *function, void *user,
                                      custub_error *error)
{
    custub_status status = custub_driver_open(CUSTUB_DRIVER_DEFAULT, error);
    int result;

    if (status)
        return status;
    if (!function)
        return custubi_error_set(error, CUSTUB_ERROR_INVALID_ARGUMENT,
                                 "having a stream call a function: the function is null");
    result = custubi_cu.launch_host(stream, function, user);
    if (result)
        return custubi_error_driver(error, "cuLaunchHostFunc", result,
                                    "having a stream call a function");
    return CUSTUB_OK;
}
