/* stream_context.h: the context that a launch runs in.
 *
 * A kernel of cuLibraryLoadData belongs to no context: it runs in that of its stream, or in the
 * current one if the stream is one of the driver's own handles (CUDA Driver API, cuLaunchKernel). A
 * stream of another context than the current one is therefore legal, and what the driver knows of
 * devices and addresses has to be asked in the stream's. A module's function (CUDA before 12.0)
 * runs in the module's context alone: a stream of another one is refused. */
#ifndef CUSTUBI_STREAM_CONTEXT_H
#define CUSTUBI_STREAM_CONTEXT_H

#include <stdbool.h>

#include "check/call.h"

typedef struct custubi_stream_scope {
    CUcontext previous; /* current before, may be null */
    bool entered;
} custubi_stream_scope;

/* Makes the stream's context current where it is not. On failure nothing is entered and the record
 * is written. */
custub_status custubi_stream_enter_foreign(custubi_call *call, custubi_stream_scope *scope);
void custubi_stream_leave_foreign(custubi_stream_scope *scope);

/* 0, CU_STREAM_LEGACY and CU_STREAM_PER_THREAD are streams of whatever context is current. */
static inline custub_status custubi_stream_enter(custubi_call *call, custubi_stream_scope *scope)
{
    scope->entered = false;
    if ((uintptr_t)custubi_call_stream(call) <= 2)
        return CUSTUB_OK;
    return custubi_stream_enter_foreign(call, scope);
}

static inline void custubi_stream_leave(custubi_stream_scope *scope)
{
    if (scope->entered)
        custubi_stream_leave_foreign(scope);
}

/* True if the call's stream is being captured, or if the driver does not say. */
bool custubi_stream_is_capturing(const custubi_call *call);

/* CUSTUB_ERROR_WRONG_CONTEXT for a module's kernel in another context than that of its loading. */
custub_status custubi_stream_check_module(const custubi_call *call);

#endif
