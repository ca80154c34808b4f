/* handle.h: a table of all objects. A handle is looked up in it before it is followed. */
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
    CPU_KIND_ARRAY,
    CPU_KIND_TEXTURE,
    CPU_KIND_SURFACE,
    CPU_KIND_USER_OBJECT
} cpu_kind;

/* The first member of everything that has a handle. */
typedef struct cpu_object {
    cpu_kind kind;
    CUcontext context; /* the object is destroyed with it; may be null */
} cpu_object;

/* Any thread. Adding only fails without memory. Removing returns whether the object was there: if
 * two threads destroy the same object, one of them gets false. */
bool cpu_handle_add(cpu_object *object);
bool cpu_handle_is(const void *handle, cpu_kind kind);
bool cpu_handle_remove(const void *handle, cpu_kind kind);

/* Removes one object of `context` from the table and returns it; null if there are only kernels, or
 * none. */
cpu_object *cpu_handle_take_owned(CUcontext context);

#endif
