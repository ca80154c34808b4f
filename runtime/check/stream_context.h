/* stream_context.h: the context that a launch runs in. A kernel of cuLibraryLoadData belongs to no
 * context. It runs in the context of its stream, or in the current one if the stream is one of the
 * driver's own handles (CUDA Driver API, cuLaunchKernel). So a stream of another context is legal;
 * devices and addresses must then be looked up in that context. A module's function (CUDA before
 * 12.0) runs only in the module's context: a stream of another one is refused. */
#ifndef CUSTUBI_STREAM_CONTEXT_H
#define CUSTUBI_STREAM_CONTEXT_H

#include <stdbool.h>

#include "check/call.h"

typedef struct custubi_stream_scope {
    CUcontext previous; /* the context that was current before, may be null */
    bool entered;
} custubi_stream_scope;

/* Makes the stream's context current. On failure nothing is entered and the record is written. */
custub_status custubi_stream_enter(custubi_call *call, custubi_stream_scope *scope);

/* Makes the previous context current again. */
void custubi_stream_leave(const custubi_stream_scope *scope);

/* True if the call's stream is being captured, or if the driver does not say. */
bool custubi_stream_is_capturing(const custubi_call *call);

#endif
