/* cpu_context.h: contexts, and the one that is current on a thread. */
#ifndef CPU_CONTEXT_H
#define CPU_CONTEXT_H

#include "cpu_handle.h"
#include "cpu_stream.h"

#include <stdatomic.h>

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

/* CUDA_SUCCESS after cuInit, else CUDA_ERROR_NOT_INITIALIZED: also in a process that was forked
 * from the one that called it, as CUDA has it. CUDA_ERROR_NOT_PERMITTED in a function that a stream
 * calls. */
CUresult cpu_check_initialized(void);

/* The same, and that `device` is the one device. */
CUresult cpu_check_device(CUdevice device);

/* The context that is current on this thread. Fails without cuInit, without a context, if it was
 * destroyed, and with the error of a kernel that failed in it: such a context serves no more. */
CUresult cpu_context_current(CUcontext *out);

/* A new one, which is current. */
CUresult cpu_context_create(CUcontext *context, unsigned int flags, CUdevice device);

/* The context that is meant by `handle`; null is the current one. */
CUresult cpu_context_named(CUcontext handle, CUcontext *context);

/* CUDA_SUCCESS if `context`, which is alive, can be used; else what failed in it first. */
CUresult cpu_context_failure(CUcontext context);

/* A kernel failed in `context`. */
void cpu_context_fail(CUcontext context, CUresult failure);

/* The context's streams, and what they have to do: guarded by the queue's lock. */
cpu_stream_set *cpu_context_streams(CUcontext context);
cpu_task_list *cpu_context_tasks(CUcontext context);

/* Waits for everything that was submitted before. */
void cpu_context_wait(CUcontext context);

/* In all contexts, of which none may be destroyed in the meantime. The second returns with the
 * queue's lock, when nothing is to be done. */
void cpu_context_wait_for_all(void);
void cpu_context_lock_idle(void);

/* A thread that had streams of its own has ended. */
void cpu_context_end_thread(uint64_t thread);

#endif
