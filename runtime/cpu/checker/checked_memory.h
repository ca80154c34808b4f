/* checked_memory.h: the allocations that the memory checker knows, freed ones included, and which
 * of their bytes were written (checker.h). */
#ifndef CPU_CHECKED_MEMORY_H
#define CPU_CHECKED_MEMORY_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct cpu_check_range {
    uintptr_t base;
    size_t size; /* bytes, as asked for */
    /* One byte for each byte: 1 if it was written. Null: all bytes count as written, because the
     * host may write them. */
    unsigned char *written;
    const char *kind; /* "device allocation" */
    bool is_freed;
} cpu_check_range;

/* Allocates memory with guards of unused bytes on both sides, which no other range uses. Null if
 * there is no memory. `kind` is not copied and must stay valid. */
void *cpu_check_memory_allocate(size_t size, size_t alignment, const char *kind, bool is_hosts);

/* Frees the range that begins at `memory`. Its addresses are not reused for a long time, so that
 * later accesses are recognized. Returns false and does nothing if no live range of this kind
 * begins there. `kind` must be the same pointer as at the allocation; null means any kind. */
bool cpu_check_memory_free(void *memory, const char *kind);

/* Memory of the program that kernels may use. */
void cpu_check_memory_register(const void *memory, size_t size, const char *kind);
void cpu_check_memory_unregister(const void *memory);

/* The driver wrote or copied this memory. Kernels' writes are marked where they are checked. */
void cpu_check_memory_written(uintptr_t address, size_t size);
void cpu_check_memory_copied(uintptr_t target, uintptr_t source, size_t size);

/* The range that holds `address`, alive or freed. Any thread. The pointers in it stay valid while a
 * launch runs. */
bool cpu_check_memory_find(uintptr_t address, cpu_check_range *out);

/* The range that holds `address`, else the nearest one; false if there is none. */
bool cpu_check_memory_nearest(uintptr_t address, cpu_check_range *out);

/* Changes when a range is added or freed. Older answers of cpu_check_memory_find() may then be
 * wrong. */
extern _Atomic uint64_t cpu_check_generation;

static inline uint64_t cpu_check_memory_generation(void)
{
    return atomic_load_explicit(&cpu_check_generation, memory_order_acquire);
}

/* Between these calls, freed ranges are not forgotten. */
void cpu_check_memory_pin(void);
void cpu_check_memory_unpin(void);

#endif
