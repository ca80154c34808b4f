/* call.h: a launch that launch.c cannot make at once, because something about it is unusual or
 * wrong. Dynamic and prepared launches are calls too. */
#ifndef CUSTUBI_CALL_H
#define CUSTUBI_CALL_H

#include <stdbool.h>

#include <custub/stub.h>

#include "platform/level.h"

/* Traits of a call. */
#define CUSTUBI_CALL_IN_GRAPH 1u /* a graph's node; the graph may allocate when it runs */
#define CUSTUBI_CALL_PREPARED 2u
#define CUSTUBI_CALL_FOREIGN  4u /* the stream's context is not the current one */
#define CUSTUBI_CALL_PLAIN    8u /* it was launched without bounds checks, which it did not need */

typedef struct custubi_call {
    const custub_kernel *kernel;
    const custub_launch *launch; /* never null */
    void **arguments;            /* one per parameter: the address of its value */
    custub_need *needs;          /* one per pointer */
    CUstream default_stream;     /* if the launch names none */
    custub_error *error;         /* may be null */
    custub_dim3 grid;            /* resolved */
    custub_dim3 block;           /* resolved */
    uint64_t shared;             /* bytes, resolved */
    custub_check check;          /* never CUSTUB_CHECK_DEFAULT */
    uint32_t traits;             /* CUSTUBI_CALL_… */
    uint64_t begin;              /* when the call began; only set while activities are watched */
} custubi_call;

/* Fills a call without reading what the pointers point to, except `launch`, which may be null. */
static inline void custubi_call_initialize(custubi_call *call, const custub_kernel *kernel,
                                           const custub_launch *launch, void **arguments,
                                           custub_need *needs, CUstream default_stream,
                                           custub_error *error)
{
    call->kernel = kernel;
    call->launch = launch ? launch : &custub_launch_unset;
    call->arguments = arguments;
    call->needs = needs;
    call->default_stream = default_stream;
    call->error = error;
    call->grid = custub_launch_unset.grid;
    call->block = custub_launch_unset.block;
    call->shared = 0;
    call->check =
        call->launch->check != CUSTUB_CHECK_DEFAULT ? call->launch->check : custubi_check_level();
    call->traits = 0;
}

/* The stream that a call is launched in. */
static inline CUstream custubi_call_stream(const custubi_call *call)
{
    return call->launch->stream ? call->launch->stream : call->default_stream;
}

#endif
