/* physical.h: memory without addresses, which virtual addresses are mapped to (CUDA Driver API,
 * "Virtual Memory Management"). */
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
    int file; /* the memory itself; another process may share it */
    size_t size;
    int handle_types;     /* the program's CUmemAllocationProp.requestedHandleTypes */
    unsigned int holders; /* how many times the program must release it */
    unsigned int mappings;
} cpu_physical;

/* New memory, filled with 0. The program holds it once. Null without memory. */
cpu_physical *cpu_physical_create(size_t size, int handle_types);
/* The memory of a file descriptor, which stays the caller's; null if the file is not such memory.
 */
cpu_physical *cpu_physical_import(int file);
/* A new descriptor of its file, or -1. */
int cpu_physical_export(const cpu_physical *physical);

/* The memory of a handle, or null if it is not a handle. */
cpu_physical *cpu_physical_of(uint64_t handle);

/* Adds or removes a holder or a mapping. The caller locks. Removing the last one frees the memory.
 * Holding fails without memory. */
bool cpu_physical_hold(cpu_physical *physical);
void cpu_physical_release(cpu_physical *physical);
void cpu_physical_add_mapping(cpu_physical *physical);
void cpu_physical_remove_mapping(cpu_physical *physical);

#endif
