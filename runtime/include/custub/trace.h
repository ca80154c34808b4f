/* custub/trace.h: watches launches, by a function that sees every launch, or by waiting after each,
 * so that a fault inside a kernel is reported for the launch that made it.
 *
 * Both cost nothing while they are off. NVTX ranges, one per launch with the kernel's name, need no
 * call: they are made if a tool is there (docs/LAUNCHES.md).
 */
#ifndef CUSTUB_TRACE_H
#define CUSTUB_TRACE_H

#include "launch.h"

#ifdef __cplusplus
extern "C" {
#endif

/* One launch that was handed to the driver or refused. Everything is borrowed for the time of the
 * call. */
typedef struct custub_trace {
    const custub_kernel_info *kernel; /* null: the kernel is not loaded */
    custub_dim3 grid;                 /* as launched; all zero if the launch was refused before */
    custub_dim3 block;                /* they were known */
    custub_dim3 cluster;              /* the launch's own; all zero: none */
    uint64_t shared;                  /* bytes of dynamic shared memory */
    CUstream stream;                  /* as given to the driver */
    custub_check check;               /* the level */
    int prepared;                     /* by custub_prepared_launch() */
    void *const *arguments; /* kernel->param_count values, each of kernel->params[i].size bytes */
    const custub_need *pointers; /* kernel->pointer_count: `ptr` and `count` of each view */
    custub_status status;        /* what the launch returns */
    const custub_error *error;   /* its record, or null if the caller gave none */
} custub_trace;

typedef void custub_trace_function(const custub_trace *launch, void *user);

/* Sets the function that is called after every launch of the program, on the thread that launches;
 * null: none. It may not launch through custub itself. Any thread, any time; a launch that is under
 * way on another thread may still call the previous function. */
void custub_set_trace(custub_trace_function *function, void *user);

/* Not 0: every launch waits until its kernel has run, as with CUSTUB_SYNC=1 in the environment. If
 * the kernel fails, the launch returns CUSTUB_ERROR_KERNEL_FAILED, and its record names kernel,
 * shape and arguments. A launch in a stream that is being captured does not wait. Slow: for finding
 * faults. Any thread, any time. */
void custub_set_sync(int wait);

#ifdef __cplusplus
}
#endif
#endif
