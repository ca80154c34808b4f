/* work.h: one piece of work for the device, as streams hold it and as graphs remember it. */
#ifndef CPU_WORK_H
#define CPU_WORK_H

#include "execute/kernel_launch.h"

#include <stdbool.h>

/* Rows of bytes in planes: [address + plane * plane_pitch + row * pitch], `width` bytes each. */
typedef struct cpu_region {
    uintptr_t address;
    size_t pitch;
    size_t plane_pitch;
} cpu_region;

typedef struct cpu_copy {
    cpu_region target;
    cpu_region source;
    size_t width; /* bytes */
    size_t height;
    size_t depth;
    void *staged; /* the source, if the caller's memory was copied first; owned */
} cpu_copy;

typedef struct cpu_fill {
    uintptr_t target;
    size_t pitch;
    uint32_t value;
    uint32_t element; /* bytes: 1, 2 or 4 */
    size_t width;     /* elements */
    size_t height;
} cpu_fill;

struct cpu_kernel;

typedef struct cpu_kernel_work {
    struct cpu_kernel *kernel; /* whose handle nodes of graphs answer */
    cpu_launch launch;         /* its params lie in `arguments` */
    void *arguments;           /* owned */
} cpu_kernel_work;

/* Either of the two functions. */
typedef struct cpu_host_work {
    CUhostFn *function;
    CUstreamCallback *callback;
    CUstream stream; /* as the program named it */
    void *user;
} cpu_host_work;

typedef enum cpu_work_kind {
    CPU_WORK_EMPTY,
    CPU_WORK_KERNEL,
    CPU_WORK_COPY,
    CPU_WORK_FILL,
    CPU_WORK_HOST,
    CPU_WORK_RELEASE, /* of memory that the program has freed */
    CPU_WORK_RECORD,  /* of an event, */
    CPU_WORK_WAIT     /* and the wait for it: in graphs */
} cpu_work_kind;

typedef struct cpu_work {
    cpu_work_kind kind;
    CUcontext context;
    union {
        cpu_kernel_work kernel;
        cpu_copy copy;
        cpu_fill fill;
        cpu_host_work host;
        uintptr_t memory; /* owned by the work */
        CUevent event;
    } as;
} cpu_work;

/* A kernel's work: copies the arguments. `launch` has its kernel and code. Exactly one of `params`
 * and `extra` is there, unless the kernel has no parameters. On failure nothing is held. */
CUresult cpu_work_make_kernel(cpu_work *work, struct cpu_kernel *kernel, const cpu_launch *launch,
                              void **params, void **extra);

/* A copy of work that owns what the original owns. Only of work that graphs can hold. */
CUresult cpu_work_clone(cpu_work *out, const cpu_work *work);

/* Gives back what it owns. */
void cpu_work_dispose(cpu_work *work);

/* Does it: everything but kernels, on the calling thread. */
void cpu_work_run(const cpu_work *work, CUresult status);

#endif
