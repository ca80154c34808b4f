#include "launch/watch.h"

#include <string.h>

#include "bounds/bounds.h"
#include "check/phrase.h"
#include "check/stream_context.h"
#include "driver/dead_context.h"
#include "driver/driver.h"
#include "driver/result.h"
#include "error/fault.h"
#include "launch/submit.h"
#include "observe/nvtx.h"
#include "observe/observe.h"

static void show_activity(const custubi_call *call, const custub_trace *launch)
{
    custub_activity seen;

    memset(&seen, 0, sizeof(seen));
    seen.kind = CUSTUB_ACTIVITY_LAUNCH;
    seen.status = launch->status;
    seen.error = launch->error;
    seen.name = launch->kernel ? launch->kernel->name : "a kernel that is not loaded";
    seen.end = custubi_nanoseconds();
    seen.begin = call->begin ? call->begin : seen.end; /* the hook was set meanwhile */
    seen.stream = launch->stream;
    seen.launch = launch;
    custubi_observe_activity(&seen);
}

custub_status custubi_watch_trace(const custubi_call *call, custub_status status)
{
    const custub_launch *launch = call->launch;
    custub_trace seen;

    if (!(custubi_observed() & CUSTUBI_OBSERVER_ACTIVITY))
        return status;
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
    seen.pointers = call->needs;
    seen.status = status;
    seen.error = call->error;
    show_activity(call, &seen);
    return status;
}

/* Earlier work of the stream may fail too: the launch must not be blamed for it. */
static custub_status wait_before(const custubi_call *call)
{
    int result = custubi_cu.stream_synchronize(custubi_call_stream(call));
    custub_status status = custubi_bounds_take(call->error, result);

    if (status || !result)
        return status;
    return custubi_fault_driver(call->kernel->info, call->error, "cuStreamSynchronize", result,
                                "waiting for earlier work, before this launch");
}

/* The context in which the call runs, for custubi_dead_context_note(). */
static custubi_context_name context_of(const custubi_call *call)
{
    custubi_call asked = *call; /* the call itself must not change */
    custubi_context_name context = {NULL, 0};
    custubi_stream_scope scope;

    asked.error = NULL;
    if (custubi_stream_enter(&asked, &scope))
        return context;
    context = custubi_context_name_current();
    custubi_stream_leave(&scope);
    return context;
}

static custub_status wait_after(const custubi_call *call, const custubi_context_name *context)
{
    custub_error *error = call->error;
    int result = custubi_cu.stream_synchronize(custubi_call_stream(call));
    custub_status status = custubi_bounds_take(error, result);

    if (custubi_result_is_fatal(result))
        custubi_dead_context_note(context, result, call->kernel->info);
    if (status || !result)
        return status;
    custubi_fault_begin(call->kernel->info, error, CUSTUB_ERROR_KERNEL_FAILED);
    custubi_error_append_answer(error, "cuStreamSynchronize", result);
    custubi_error_append(error, "; the kernel failed, launched with ");
    custubi_phrase_shape(error, &call->grid, &call->block);
    custubi_error_append(error, ", %llu bytes of dynamic shared memory",
                         (unsigned long long)call->shared);
    custubi_phrase_arguments(error, call);
    return custubi_fault_end(error, CUSTUB_ERROR_KERNEL_FAILED);
}

custub_status custubi_watch_submit(custubi_call *call)
{
    unsigned int observers = custubi_observed();
    bool waits = (observers & CUSTUBI_OBSERVER_SYNC) && !custubi_stream_is_capturing(call);
    custubi_context_name context = {NULL, 0};
    custub_status status = CUSTUB_OK;

    if (observers & CUSTUBI_OBSERVER_NVTX)
        custubi_nvtx_push(call->kernel->info->name);
    if (waits) {
        context = context_of(call); /* while the driver still answers */
        status = wait_before(call);
    }
    if (!status)
        status = custubi_submit(call);
    if (!status && waits)
        status = wait_after(call, &context);
    if (observers & CUSTUBI_OBSERVER_NVTX)
        custubi_nvtx_pop();
    return custubi_watch_trace(call, status);
}
