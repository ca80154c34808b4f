#include "check/stream_context.h"

#include "driver/driver.h"
#include "driver/result.h"
#include "error/fault.h"
#include "library/function.h"

/* The context of a stream, or null if the driver does not tell. Only cuStreamGetCtx_v2 knows the
 * context of a green context's stream. */
static CUcontext context_of(CUstream stream)
{
    CUcontext context = NULL;
    void *green = NULL;

    if (custubi_cu.stream_get_context &&
        custubi_cu.stream_get_context(stream, &context) == CUSTUBI_SUCCESS && context)
        return context;
    context = NULL;
    if (!custubi_cu.stream_get_context_2 || !custubi_cu.context_from_green ||
        custubi_cu.stream_get_context_2(stream, &context, &green) || !green)
        return NULL;
    context = NULL;
    return custubi_cu.context_from_green(&context, green) ? NULL : context;
}

static custub_status refuse_stream(const custubi_call *call)
{
    const custub_kernel *kernel = call->kernel;

    custubi_fault_begin(kernel->info, call->error, CUSTUB_ERROR_WRONG_CONTEXT);
    custubi_error_append(call->error,
                         "the launch's stream belongs to another context than the kernels: ");
    custubi_function_append_limit(kernel->library, call->error);
    custubi_error_append(call->error,
                         " they run only in the context that was current when they were loaded");
    return custubi_fault_end(call->error, CUSTUB_ERROR_WRONG_CONTEXT);
}

custub_status custubi_stream_enter(custubi_call *call, custubi_stream_scope *scope)
{
    CUstream stream = custubi_call_stream(call);
    CUcontext context = NULL;
    int result;

    scope->entered = false;
    /* 0, CU_STREAM_LEGACY and CU_STREAM_PER_THREAD belong to the current context. */
    if ((uintptr_t)stream > 2)
        context = context_of(stream);
    if (!context)
        return CUSTUB_OK;
    if (call->kernel->library->is_module)
        return context == call->kernel->library->context ? CUSTUB_OK : refuse_stream(call);
    if (custubi_cu.context_get(&scope->previous) != CUSTUBI_SUCCESS || scope->previous == context)
        return CUSTUB_OK;
    result = custubi_cu.context_set(context);
    if (result)
        return custubi_fault_driver(call->kernel->info, call->error, "cuCtxSetCurrent", result,
                                    "entering the context of the launch's stream");
    scope->entered = true;
    call->traits |= CUSTUBI_CALL_FOREIGN;
    return CUSTUB_OK;
}

void custubi_stream_leave(const custubi_stream_scope *scope)
{
    if (scope->entered)
        custubi_cu.context_set(scope->previous);
}

bool custubi_stream_is_capturing(const custubi_call *call)
{
    int capture = CUSTUBI_CAPTURE_STATUS_NONE;

    return custubi_cu.stream_is_capturing(custubi_call_stream(call), &capture) != CUSTUBI_SUCCESS ||
           capture != CUSTUBI_CAPTURE_STATUS_NONE;
}
