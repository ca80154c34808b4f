#include "context/context.h"

#include <stdlib.h>

static struct CUctx_st primary = {.object = {.kind = CPU_KIND_CONTEXT}, .serial = 1};

/* All contexts that are alive, guarded by the queue's lock. */
static CUcontext all;

/* Destroyed contexts, for reuse. They are never freed, so that their handles are still known. */
static CUcontext spare;

uint64_t cpu_context_new_number(void)
{
    static _Atomic uint64_t next = 2; /* the primary context has the serial 1 */

    return atomic_fetch_add(&next, 1);
}

CUcontext cpu_context_primary(void)
{
    return &primary;
}

CUcontext cpu_context_first(void)
{
    return all;
}

void cpu_context_open(CUcontext context)
{
    cpu_queue_lock();
    context->next = all;
    all = context;
    cpu_queue_unlock();
}

void cpu_context_close(CUcontext context)
{
    cpu_queue_lock();
    for (CUcontext *slot = &all; *slot; slot = &(*slot)->next) {
        if (*slot == context) {
            *slot = context->next;
            break;
        }
    }
    cpu_queue_unlock();
}

bool cpu_context_was(CUcontext context)
{
    bool is = false;

    cpu_queue_lock();
    for (CUcontext c = spare; c && !is; c = c->next)
        is = c == context;
    cpu_queue_unlock();
    return is;
}

CUcontext cpu_context_allocate(void)
{
    CUcontext taken;

    cpu_queue_lock();
    taken = spare;
    if (taken)
        spare = taken->next;
    cpu_queue_unlock();
    return taken ? taken : malloc(sizeof(*taken));
}

void cpu_context_free(CUcontext context)
{
    cpu_queue_lock();
    context->next = spare;
    spare = context;
    cpu_queue_unlock();
}

CUresult cpu_context_any_failure(void)
{
    CUresult failure = CUDA_SUCCESS;

    cpu_queue_lock();
    for (CUcontext context = all; context && failure == CUDA_SUCCESS; context = context->next)
        failure = cpu_context_failure(context);
    cpu_queue_unlock();
    return failure;
}
