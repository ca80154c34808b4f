/* context.h: contexts, and the one that is current on a thread. */
#ifndef CPU_CONTEXT_H
#define CPU_CONTEXT_H

#include "api/driver_state.h"
#include "context/queue.h"
#include "context/stream_state.h"

#include <stdatomic.h>

/* The version that libcuda answers, whichever function made the context. */
#define CPU_CONTEXT_API_VERSION 3020

struct CUctx_st {
    cpu_object object;
    uint64_t serial; /* tells a context from a later one at the same address */
    uint64_t id;     /* as cuCtxGetId gives it */
    unsigned int flags;
    unsigned int api_version;
    atomic_int failure; /* a CUresult */
    cpu_stream_set streams;
    cpu_task_list tasks;
    CUcontext next; /* in the list of all that are alive, or of those that serve again */
};

/* The context that is current on this thread. Fails without cuInit, without a context, if it was
 * destroyed, and with the error of a kernel that failed in it: such a context serves no more. */
CUresult cpu_context_current(CUcontext *out);

/* The context that is meant by `handle`; null is the current one. */
CUresult cpu_context_named(CUcontext handle, CUcontext *context);

/* CUDA_SUCCESS if `context`, which is alive, can be used; else what failed in it first. */
static inline CUresult cpu_context_failure(CUcontext context)
{
    return atomic_load(&context->failure);
}

/* A kernel failed in `context`. */
static inline void cpu_context_fail(CUcontext context, CUresult failure)
{
    int none = CUDA_SUCCESS;

    atomic_compare_exchange_strong(&context->failure, &none, failure);
}

/* The error of a kernel that failed in any of them: the device serves no new context then. */
CUresult cpu_context_any_failure(void);

/* With the queue's lock: all that are alive, by way of `next`. */
CUcontext cpu_context_first(void);

/* --- Contexts come and go */

CUcontext cpu_context_primary(void);

/* Room for a context, or null; and back. A handle that was one of a context can be told. */
CUcontext cpu_context_allocate(void);
void cpu_context_free(CUcontext context);
bool cpu_context_was(CUcontext context);

/* Into the contexts that are alive, and out of them. */
void cpu_context_open(CUcontext context);
void cpu_context_close(CUcontext context);

/* Makes it current on this thread; and no longer, if it is. */
CUresult cpu_context_push(CUcontext context);
void cpu_context_drop(CUcontext context);

#endif
