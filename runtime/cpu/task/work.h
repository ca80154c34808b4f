/* work.h: one piece of work for the device, as in a stream or in a node of a graph. */
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
    void *staged; /* owned copy of the source, if the caller may change the source; else null */
} cpu_copy;

typedef struct cpu_fill {
    uintptr_t target;
    size_t pitch;
    uint32_t value;
    uint32_t element; /* in bytes: 1, 2 or 4 */
    size_t width;     /* in elements */
    size_t height;
} cpu_fill;

struct cpu_kernel;

typedef struct cpu_kernel_work {
    struct cpu_kernel *kernel; /* queries about graph nodes return its handle */
    uint64_t serial;           /* the kernel's; a graph may outlive the kernel */
    cpu_launch launch;         /* its params are in `arguments` */
    void *arguments;           /* owned */
} cpu_kernel_work;

/* One of the two functions is set. */
typedef struct cpu_host_work {
    CUhostFn *function;
    CUstreamCallback *callback;
    CUstream stream; /* the handle that the program used */
    void *user;
} cpu_host_work;

typedef struct cpu_held_work {
    void (*release)(void *thing); /* may be called with the queue's lock */
    void *thing;
} cpu_held_work;

typedef enum cpu_work_kind {
    CPU_WORK_EMPTY,
    CPU_WORK_KERNEL,
    CPU_WORK_COPY,
    CPU_WORK_FILL,
    CPU_WORK_HOST,
    CPU_WORK_RELEASE, /* frees memory that the program has freed */
    CPU_WORK_HELD     /* only holds something until the work before it is done */
} cpu_work_kind;

typedef struct cpu_work {
    cpu_work_kind kind;
    CUcontext context;
    union {
        cpu_kernel_work kernel;
        cpu_copy copy;
        cpu_fill fill;
        cpu_host_work host;
        cpu_held_work held;
        uintptr_t memory; /* owned by the work */
    } as;
} cpu_work;

/* Makes a kernel's work and copies its arguments. `launch` has the kernel and its code. If the
 * kernel has parameters, exactly one of `params` and `extra` is set. On failure `work` owns
 * nothing. */
CUresult cpu_work_make_kernel(cpu_work *work, struct cpu_kernel *kernel, const cpu_launch *launch,
                              void **params, void **extra);

/* Makes a copy that owns copies of what the original owns. Only for work that graphs can hold. */
CUresult cpu_work_clone(cpu_work *out, const cpu_work *work);

/* Frees what the work owns. */
void cpu_work_dispose(cpu_work *work);

/* Does the work on the calling thread. Not for kernels. */
void cpu_work_run(const cpu_work *work, CUresult status);

#endif
