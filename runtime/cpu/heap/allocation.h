/* allocation.h: device memory, which is host memory, and what the driver knows about an address. */
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
    CPU_MEMORY_MAPPED,     /* a mapping of virtual memory; another one may follow */
    CPU_MEMORY_IMPORTED,   /* of another process */
    CPU_MEMORY_ARRAY       /* of an array; the program does not know its address */
} cpu_memory_kind;

/* One allocation, as it was asked for. */
typedef struct cpu_allocation {
    uintptr_t base;
    size_t size; /* bytes, exact */
    cpu_memory_kind kind;
    CUcontext context;   /* frees it when it is destroyed; or null */
    CUmemoryPool pool;   /* its pool or null; only compared: the pool may be gone */
    uint64_t id;         /* unique in this process */
    bool is_synchronous; /* the program wants copies and fills to wait for their end */
    int file;            /* the file that it is shared by, or 0 */
    bool is_graphs;      /* it belongs to an allocation node of a graph … */
    bool is_dormant;     /* … and no launch has it allocated now */
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

/* Makes existing memory known. CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED if part of it is
 * registered, CUDA_ERROR_INVALID_VALUE if part of it is known otherwise. */
CUresult cpu_memory_register(const cpu_allocation *allocation);

/* Forgets the memory that begins at `address`, without freeing it. False if there is no such memory
 * of these kinds (a mask of 1 << kind). */
bool cpu_memory_forget(uintptr_t address, unsigned int kinds, cpu_allocation *out);

/* Sets a field of the allocation that holds `address`, if there is one. */
void cpu_memory_set_dormant(uintptr_t address, bool is_dormant);
void cpu_memory_set_synchronous(uintptr_t address, bool is_synchronous);
void cpu_memory_set_file(uintptr_t address, int file);

/* True if no other allocation shares its pages. */
bool cpu_memory_has_pages(const cpu_allocation *allocation);

/* The size rounded up to whole pages, in bytes. */
size_t cpu_memory_paged_size(size_t size);

/* Allocates allocation->size bytes, makes them known, and sets allocation->base. */
CUresult cpu_memory_allocate(cpu_allocation *allocation);

/* Frees allocated memory after cpu_memory_forget(). cpu_memory_release() is for memory that no
 * other process shares. */
void cpu_memory_free(const cpu_allocation *allocation);
void cpu_memory_release(uintptr_t address);

/* Frees everything that belongs to `context`. */
void cpu_memory_free_owned(CUcontext context);

/* The machine's memory in bytes. */
size_t cpu_memory_total(void);

#endif
