/* context.h: contexts, and the current context of a thread. */
#ifndef CPU_CONTEXT_H
#define CPU_CONTEXT_H

#include "api/driver_state.h"
#include "context/queue.h"
#include "context/stream_state.h"

#include <stdatomic.h>

struct CUctx_st {
    cpu_object object;
    uint64_t serial; /* differs from that of an earlier context at the same address */
    uint64_t id; /* for cuCtxGetId; the primary context gets another one when it is made again */
    unsigned int flags;
    atomic_int failure; /* a CUresult */
    cpu_stream_set streams;
    cpu_task_list tasks;
    CUcontext next; /* in the list of contexts that are alive, or of those for reuse */
};

/* The current context of this thread. Fails before cuInit, without a current context, and if it was
 * destroyed. If a kernel has failed in it, fails with that kernel's error: the context cannot be
 * used any more. */
CUresult cpu_context_current(CUcontext *out);

/* For calls that need an object, but no current context. Fails before cuInit, and if a kernel has
 * failed in the current context. */
CUresult cpu_context_check(void);

/* The context of a handle; null means the current one. */
CUresult cpu_context_named(CUcontext handle, CUcontext *context);

/* CUDA_SUCCESS if `context`, which is alive, can be used; else the first error in it. */
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

/* The error of a kernel that failed in any context. After one, no context can be created. */
CUresult cpu_context_any_failure(void);

/* With the queue's lock: the first context that is alive. `next` leads to the others. */
CUcontext cpu_context_first(void);

/* --- Making and freeing contexts */

CUcontext cpu_context_primary(void);

/* A number that no context has had. */
uint64_t cpu_context_new_number(void);

/* Allocates a context, or returns null; gives one back. Handles of contexts that were given back
 * are still known as such. */
CUcontext cpu_context_allocate(void);
void cpu_context_free(CUcontext context);
bool cpu_context_was(CUcontext context);

/* Adds the context to those that are alive; takes it out. */
void cpu_context_open(CUcontext context);
void cpu_context_close(CUcontext context);

/* Makes the context current on this thread; pops it if it is current. */
CUresult cpu_context_push(CUcontext context);
void cpu_context_drop(CUcontext context);

#endif
