#include "observe/observe.h"

#include <string.h>

#include <custub/trace.h>

#include "launch/call.h"
#include "driver/driver.h"
#include "error/fault.h"
#include "observe/nvtx.h"
#include "error/phrase.h"
#include "platform/platform.h"
#include "platform/settings.h"
#include "launch/stream_context.h"
#include "launch/submit.h"

atomic_uint custubi_observers;

static custubi_mutex changing = CUSTUBI_MUTEX_INITIALIZER; /* held while what follows is used */
static custub_trace_function *trace_function;
static void *trace_user;
static bool is_started;
static bool is_sync_set; /* by custub_set_sync(), which the environment does not overrule */

static void turn(unsigned int observer, bool on)
{
    if (on)
        atomic_fetch_or_explicit(&custubi_observers, observer, memory_order_relaxed);
    else
        atomic_fetch_and_explicit(&custubi_observers, ~observer, memory_order_relaxed);
}

void custubi_observe_start(void)
{
    custubi_mutex_lock(&changing);
    if (!is_started) {
        if (!is_sync_set)
            turn(CUSTUBI_OBSERVER_SYNC, custubi_setting_of(CUSTUBI_SETTING_SYNC) == 1);
        turn(CUSTUBI_OBSERVER_NVTX, custubi_nvtx_open());
        is_started = true;
    }
    custubi_mutex_unlock(&changing);
}

void custub_set_sync(int wait)
{
    custubi_mutex_lock(&changing);
    is_sync_set = true;
    turn(CUSTUBI_OBSERVER_SYNC, wait != 0);
    custubi_mutex_unlock(&changing);
}

void custub_set_trace(custub_trace_function *function, void *user)
{
    custubi_mutex_lock(&changing);
    trace_function = function;
    trace_user = user;
    turn(CUSTUBI_OBSERVER_TRACE, function != NULL);
    custubi_mutex_unlock(&changing);
}

static void trace(const custubi_call *call, custub_status status)
{
    const custub_launch *launch = call->launch;
    custub_trace_function *function;
    custub_trace seen;
    void *user;

    custubi_mutex_lock(&changing);
    function = trace_function;
    user = trace_user;
    custubi_mutex_unlock(&changing);
    if (!function)
        return;
    memset(&seen, 0, sizeof(seen));
    seen.kernel = call->kernel ? call->kernel->info : NULL;
    seen.grid = call->grid;
    seen.block = call->block;
    seen.cluster = launch->cluster;
    seen.shared = call->shared;
    seen.stream = custubi_call_stream(call);
    seen.check = call->check;
    seen.prepared = (call->traits & CUSTUBI_CALL_PREPARED) != 0;
    seen.arguments = call->arguments;
    seen.buffers = call->needs;
    seen.status = status;
    seen.error = launch->error;
    function(&seen, user);
}

custub_status custubi_observe_refused(custubi_call *call, custub_status status)
{
    if (custubi_observed() & CUSTUBI_OBSERVER_TRACE)
        trace(call, status);
    return status;
}

/* What the stream was given before may fail too: it is not to be laid at this launch's door. */
static custub_status wait_before(const custubi_call *call)
{
    int result = custubi_cu.stream_synchronize(custubi_call_stream(call));

    if (!result)
        return CUSTUB_OK;
    return custubi_fault_driver(call->kernel->info, call->launch->error, "cuStreamSynchronize",
                                result, "waiting, before this launch, for what came before it");
}

static custub_status wait_after(const custubi_call *call)
{
    static const char name[] = "cuStreamSynchronize";
    custub_error *error = call->launch->error;
    int result = custubi_cu.stream_synchronize(custubi_call_stream(call));

    if (!result)
        return CUSTUB_OK;
    custubi_fault_begin(call->kernel->info, error, CUSTUB_ERROR_KERNEL_FAILED);
    custubi_error_append(error, "%s: ", name);
    custubi_error_append_result(error, name, result);
    custubi_error_append(error, "; the kernel failed, launched with ");
    custubi_phrase_shape(error, &call->grid, &call->block);
    custubi_error_append(error, ", %llu bytes of dynamic shared memory",
                         (unsigned long long)call->shared);
    custubi_phrase_arguments(error, call);
    return custubi_fault_end(error, CUSTUB_ERROR_KERNEL_FAILED);
}

custub_status custubi_observe_submit(custubi_call *call)
{
    unsigned int observers = custubi_observed();
    bool waits = (observers & CUSTUBI_OBSERVER_SYNC) && !custubi_stream_is_capturing(call);
    custub_status status = CUSTUB_OK;

    if (observers & CUSTUBI_OBSERVER_NVTX)
        custubi_nvtx_push(call->kernel->info->name);
    if (waits)
        status = wait_before(call);
    if (!status)
        status = custubi_submit(call);
    if (!status && waits)
        status = wait_after(call);
    if (observers & CUSTUBI_OBSERVER_NVTX)
        custubi_nvtx_pop();
    if (observers & CUSTUBI_OBSERVER_TRACE)
        trace(call, status);
    return status;
}
