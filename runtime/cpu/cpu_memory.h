/* cpu_memory.h: device memory, which is host memory, and what is known of an address. */
#ifndef CPU_MEMORY_H
#define CPU_MEMORY_H

#include "cpu_api.h"

#include <stdbool.h>

typedef enum cpu_memory_kind {
    CPU_MEMORY_DEVICE,
    CPU_MEMORY_HOST,
    CPU_MEMORY_MANAGED
} cpu_memory_kind;

/* One allocation, as it was asked for. */
typedef struct cpu_allocation {
    uintptr_t base;
    size_t size; /* bytes, exact */
    cpu_memory_kind kind;
    CUcontext context; /* that it dies with */
    uint64_t id;       /* never used again in this process */
} cpu_allocation;

/* The allocation that holds the byte at `address`. Any thread. */
bool cpu_memory_find(CUdeviceptr address, cpu_allocation *out);

/* Whether all of [address, address + size) lies in one allocation. */
bool cpu_memory_holds(CUdeviceptr address, size_t size);

/* Frees everything that belongs to `context`. */
void cpu_memory_free_owned(CUcontext context);

/* The machine's memory in bytes. */
size_t cpu_memory_total(void);

#endif
