/* allocation.h: device memory, which is host memory, and what is known of an address. */
#ifndef CPU_ALLOCATION_H
#define CPU_ALLOCATION_H

#include "api/api.h"

#include <stdbool.h>

typedef enum cpu_memory_kind {
    CPU_MEMORY_DEVICE,
    CPU_MEMORY_HOST, /* pinned */
    CPU_MEMORY_MANAGED,
    CPU_MEMORY_REGISTERED, /* the program's own */
    CPU_MEMORY_GLOBAL,     /* a variable of a loaded image */
    CPU_MEMORY_MAPPED,     /* a mapping of virtual memory; others may lie beside it */
    CPU_MEMORY_IMPORTED    /* another process's */
} cpu_memory_kind;

/* One allocation, as it was asked for. */
typedef struct cpu_allocation {
    uintptr_t base;
    size_t size; /* bytes, exact */
    cpu_memory_kind kind;
    CUcontext context;   /* that it dies with, or null */
    CUmemoryPool pool;   /* that it came from, or null; compared, never followed */
    unsigned int flags;  /* of memory of the host */
    uint64_t id;         /* never used again in this process */
    bool is_synchronous; /* copies and fills wait for their end, as the program wants */
    int file;            /* that it lies in, so that other processes can use it; or 0 */
    bool is_graphs;      /* of a graph's allocation node, */
    bool is_dormant;     /* and not allocated by a launch now: for nodes of graphs alone */
} cpu_allocation;

/* The allocation that holds the byte at `address`. Any thread. */
bool cpu_memory_find(CUdeviceptr address, cpu_allocation *out);

/* True if all of [address, address + size) lies in one allocation, or in adjacent mappings. */
bool cpu_memory_holds(CUdeviceptr address, size_t size);

/* True if the host may access it too. */
static inline bool cpu_memory_is_hosts(const cpu_allocation *allocation)
{
    return allocation->kind == CPU_MEMORY_HOST || allocation->kind == CPU_MEMORY_REGISTERED;
}

/* Memory that is there already becomes known. CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED if part of
 * it is registered, CUDA_ERROR_INVALID_VALUE if part of it is known otherwise. */
CUresult cpu_memory_register(const cpu_allocation *allocation);

/* The memory that begins at `address` is known no more; false if no such memory of these kinds is
 * (a mask of 1 << kind). It is not freed. */
bool cpu_memory_forget(uintptr_t address, unsigned int kinds, cpu_allocation *out);

/* What becomes known of the allocation that holds `address`: that it is a graph's that is not, or
 * is, allocated now; that it is synchronous; its file. */
void cpu_memory_set_dormant(uintptr_t address, bool is_dormant);
void cpu_memory_set_synchronous(uintptr_t address, bool is_synchronous);
void cpu_memory_set_file(uintptr_t address, int file);

/* True if no other allocation shares its pages. */
bool cpu_memory_has_pages(const cpu_allocation *allocation);
/* Its size in whole pages, in bytes. */
size_t cpu_memory_paged_size(size_t size);

/* New memory of `size` bytes. */
CUresult cpu_memory_allocate(cpu_allocation *allocation);

/* Frees what was allocated and is forgotten; the second what no other process has been given. */
void cpu_memory_free(const cpu_allocation *allocation);
void cpu_memory_release(uintptr_t address);

/* Frees everything that belongs to `context`. */
void cpu_memory_free_owned(CUcontext context);

/* The machine's memory in bytes. */
size_t cpu_memory_total(void);

#endif
