/* custub/trace.h: watches what custub does, by a function that sees every launch, copy, allocation,
 * compilation and graph; or by waiting after each launch, so that a fault inside a kernel is
 * reported for the launch that made it.
 *
 * Both cost next to nothing while they are off. NVTX ranges, one per launch with the kernel's name
 * and one per other activity, need no call: they are made if a tool is there (docs/LAUNCHES.md).
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
    const custub_need *pointers; /* kernel->pointer_count: address and count of each view */
    custub_status status;        /* what the launch returns */
    const custub_error *error;   /* its record, or null if the caller gave none */
} custub_trace;

/* What an activity is. Later versions add kinds: a program skips those that it does not know. */
typedef enum custub_activity_kind {
    CUSTUB_ACTIVITY_LAUNCH = 1, /* of a kernel */
    CUSTUB_ACTIVITY_GRAPH_LAUNCH,
    CUSTUB_ACTIVITY_UPLOAD,      /* from the host's memory, also to arrays and variables */
    CUSTUB_ACTIVITY_DOWNLOAD,    /* to the host's memory */
    CUSTUB_ACTIVITY_COPY,        /* between memory of devices, arrays included */
    CUSTUB_ACTIVITY_FILL,        /* of device memory */
    CUSTUB_ACTIVITY_ALLOCATION,  /* of memory of any kind, and of arrays */
    CUSTUB_ACTIVITY_FREE,        /* the same */
    CUSTUB_ACTIVITY_COMPILATION, /* by NVRTC, or taken from a cache */
    CUSTUB_ACTIVITY_LINK,        /* by custub_link() */
    CUSTUB_ACTIVITY_LOAD,        /* of one image; the driver compiles PTX meanwhile */
    CUSTUB_ACTIVITY_WAIT         /* of the host, for a stream, an event or a device */
} custub_activity_kind;

/* "launch", "graph launch", "upload", …; "activity" for a number that is no kind. */
const char *custub_activity_name(custub_activity_kind kind);

/* Where the code of a compilation comes from. */
typedef enum custub_origin {
    CUSTUB_ORIGIN_COMPILED,
    CUSTUB_ORIGIN_MEMORY, /* of this process: it compiled the same before */
    CUSTUB_ORIGIN_FILE    /* of the cache on disk (<custub/jit.h>) */
} custub_origin;

/* One call of custub that has ended, successful or refused. Everything is borrowed for the time of
 * the hook. Numbers that do not apply to the kind, or were not known when the call was refused, are
 * 0. The times are those of the host: what was given to a stream may run later, and CUDA's events
 * tell when (<custub/stream.h>). A call that is made of several is seen as these: a buffer that is
 * created with zeros is an allocation and a fill. */
typedef struct custub_activity {
    custub_activity_kind kind; /* which of the rest applies */
    custub_status status;      /* of the call */
    const custub_error *error; /* its record, or null if the caller gave none */
    const char *name;  /* of the kernel, program or source file; else what is done, as in messages:
                        * "uploading to a buffer" */
    uint64_t begin;    /* nanoseconds of the system's monotonic clock, CLOCK_MONOTONIC */
    uint64_t end;      /* the same */
    CUstream stream;   /* as given to the driver */
    uint64_t target;   /* the address of what is written, allocated or freed; an array's handle */
    uint64_t source;   /* the same of what is read */
    uint64_t bytes;    /* that are copied, filled, allocated or freed; of code */
    const char *image; /* of a compilation, link or load: the kind of code, as "ptx" */
    custub_origin origin;       /* of a compilation */
    const custub_trace *launch; /* of a launch: all about it */
    uint64_t reserved[4];       /* zero */
} custub_activity;

/* What custub_set_activity() sets. The activity is borrowed; `user` is the caller's. */
typedef void custub_activity_function(const custub_activity *activity, void *user);

/* Sets the function that is called after every activity, on the thread of the call; null: none. It
 * may not call functions that make activities. Several threads may be in it at once. Any thread,
 * any time; a call that is under way on another thread may still call the previous function. */
void custub_set_activity(custub_activity_function *function, void *user);

/* Not 0: every launch waits until its kernel has run, as with CUSTUB_SYNC=1 in the environment. If
 * the kernel fails, the launch returns CUSTUB_ERROR_KERNEL_FAILED, and its record names kernel,
 * shape and arguments. A launch in a stream that is being captured does not wait. Slow: for finding
 * faults. Any thread, any time. */
void custub_set_sync(int wait);

#ifdef __cplusplus
}
#endif
#endif
