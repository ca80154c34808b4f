/* handle.h: which objects there are, so that a handle is never followed before it is known. */
#ifndef CPU_HANDLE_H
#define CPU_HANDLE_H

#include "api/api.h"

#include <stdbool.h>

typedef enum cpu_kind {
    CPU_KIND_CONTEXT = 1,
    CPU_KIND_MODULE, /* also libraries, which belong to no context */
    CPU_KIND_KERNEL, /* also functions; belongs to its module, which destroys it */
    CPU_KIND_STREAM,
    CPU_KIND_EVENT,
    CPU_KIND_GRAPH,
    CPU_KIND_NODE, /* of a graph, which destroys it */
    CPU_KIND_GRAPH_EXEC,
    CPU_KIND_POOL,
    CPU_KIND_PHYSICAL, /* memory without an address */
    CPU_KIND_USER_OBJECT
} cpu_kind;

/* The first member of everything that has a handle. */
typedef struct cpu_object {
    cpu_kind kind;
    CUcontext context; /* that it dies with, or null */
} cpu_object;

/* Any thread. Adding fails only for want of memory. Removing answers whether it was there, so that
 * of two threads that destroy the same object one is refused. */
bool cpu_handle_add(cpu_object *object);
bool cpu_handle_is(const void *handle, cpu_kind kind);
bool cpu_handle_remove(const void *handle, cpu_kind kind);

/* Takes one object of `context` other than kernels out of the table; null if there are no more. */
cpu_object *cpu_handle_take_owned(CUcontext context);

#endif
