/* call.h: a launch that the runtime makes from the description alone, as dynamic and prepared
 * launches are; stubs take custub_call_begin() and custub_call_finish() of <custub/launch.h>. */
#ifndef CUSTUBI_CALL_H
#define CUSTUBI_CALL_H

#include <custub/launch.h>

/* Bits of a call's `unusual`. */
#define CUSTUBI_CALL_UNUSUAL  1u
#define CUSTUBI_CALL_IN_GRAPH 2u /* for a graph: memory may come to be before it runs */
#define CUSTUBI_CALL_PREPARED 4u
#define CUSTUBI_CALL_FOREIGN  8u /* the stream's context is not the current one */

/* As custub_call_begin(), but not seen by a trace where it refuses. */
int custubi_call_begin(custub_call *call, const custub_kernel *kernel, const custub_launch *launch,
                       void **arguments, custub_need *needs, CUstream default_stream);

/* All checks of a call that has begun, at its level, with the contract as the description says it.
 * CUSTUB_OK: the call can be submitted, with call->shared settled. `before`, one per buffer, or
 * null: needs whose addresses were found good and are not looked up again while they are the same.
 */
custub_status custubi_call_check(custub_call *call, const custub_need *before);

/* The stream that a call is launched in. */
static inline CUstream custubi_call_stream(const custub_call *call)
{
    return call->launch->stream ? call->launch->stream : call->default_stream;
}

#endif
