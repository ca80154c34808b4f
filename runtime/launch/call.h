/* call.h: a launch under way that is not of the plain kind, which launch.c makes at once: its shape
 * is settled, its contract evaluated from the description, and the driver asked what it knows.
 * Dynamic and prepared launches are calls too. */
#ifndef CUSTUBI_CALL_H
#define CUSTUBI_CALL_H

#include <custub/launch.h>

/* Traits of a call. */
#define CUSTUBI_CALL_IN_GRAPH 1u /* for a graph: memory may come to be before it runs */
#define CUSTUBI_CALL_PREPARED 2u
#define CUSTUBI_CALL_FOREIGN  4u /* the stream's context is not the current one */

typedef struct custubi_call {
    const custub_kernel *kernel;
    const custub_launch *launch; /* never null */
    void **arguments;            /* one per parameter: where its value lies */
    custub_need *needs;          /* one per buffer */
    CUstream default_stream;     /* for a launch that names none */
    custub_dim3 grid;            /* resolved */
    custub_dim3 block;           /* resolved */
    uint64_t shared;             /* bytes, resolved */
    custub_check check;          /* never CUSTUB_CHECK_DEFAULT */
    uint32_t traits;             /* CUSTUBI_CALL_… */
} custubi_call;

/* Fills a call with what is given, which is not looked at. `launch` may be null. */
void custubi_call_initialize(custubi_call *call, const custub_kernel *kernel,
                             const custub_launch *launch, void **arguments, custub_need *needs,
                             CUstream default_stream);

/* Whether there is a kernel and a launch that can be looked at; then settles the shape. */
custub_status custubi_call_begin(custubi_call *call);

/* All checks of a call that has begun, at its level, with the contract as the description says it.
 * CUSTUB_OK: the call can be submitted, with call->shared settled. `before`, one per buffer, or
 * null: needs whose addresses were found good and are not looked up again while they are the same.
 */
custub_status custubi_call_check(custubi_call *call, const custub_need *before);

/* The part that asks what the driver knows: limits, and every buffer's address. The contract holds,
 * and the needs have their bytes. */
custub_status custubi_call_check_driver(custubi_call *call, const custub_need *before);

/* The stream that a call is launched in. */
static inline CUstream custubi_call_stream(const custubi_call *call)
{
    return call->launch->stream ? call->launch->stream : call->default_stream;
}

#endif
