/* physical.h: pieces of memory that have no address, which virtual addresses are mapped to
 * (CUDA Driver API, "Virtual Memory Management"). */
#ifndef CPU_PHYSICAL_H
#define CPU_PHYSICAL_H

#include "api/handle.h"

#include <stdbool.h>
#include <stdint.h>

/* Sizes and addresses are multiples of this, as on an H200. */
#define CPU_PHYSICAL_GRANULARITY ((size_t)2 * 1024 * 1024)

static inline bool cpu_physical_is_granular(uint64_t number)
{
    return number % CPU_PHYSICAL_GRANULARITY == 0;
}

typedef struct cpu_physical {
    cpu_object object;
    int file; /* the memory itself; it may be another process's too */
    size_t size;
    int handle_types;     /* as the program asked for */
    unsigned int holders; /* what the program has to release */
    unsigned int mappings;
} cpu_physical;

/* New memory, filled with 0, which the program holds once; null without memory. */
cpu_physical *cpu_physical_create(size_t size, int handle_types);
/* Memory that came as a file descriptor, which stays the caller's; null if it is none. */
cpu_physical *cpu_physical_import(int file);
/* A new descriptor of its file; -1 if there are no more. */
int cpu_physical_export(const cpu_physical *physical);

/* The memory of a handle; null if it is not one. */
cpu_physical *cpu_physical_of(uint64_t handle);

/* With a lock of the caller's: one more, one less. It is freed when nothing is left. Holding fails
 * for want of memory. */
bool cpu_physical_hold(cpu_physical *physical);
void cpu_physical_release(cpu_physical *physical);
void cpu_physical_add_mapping(cpu_physical *physical);
void cpu_physical_remove_mapping(cpu_physical *physical);

#endif
