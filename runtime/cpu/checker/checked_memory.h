/* checked_memory.h: the allocations that the memory checker knows: alive and freed ones, and which
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
    /* A byte for each: 1 if it was written. Null: all were, as far as one can know, since the host
     * writes there too. */
    unsigned char *written;
    const char *kind; /* "device allocation" */
    bool is_freed;
} cpu_check_range;

/* Memory with guards of unused bytes on both sides, which are part of no other range. Null if there
 * is none. `kind` stays the caller's and must stay. */
void *cpu_check_memory_allocate(size_t size, size_t alignment, const char *kind, bool is_hosts);

/* Frees what begins at `memory`. Its addresses are not given out again for a long time, so that
 * accesses to it are known for what they are. False, and nothing done, if no such range is alive.
 */
bool cpu_check_memory_free(void *memory);

/* Memory of the program's own that kernels may use. */
void cpu_check_memory_register(const void *memory, size_t size, const char *kind);
void cpu_check_memory_unregister(const void *memory);

/* The driver wrote, or copied, this. Not the kernels, whose writes are marked where they are
 * checked. */
void cpu_check_memory_written(uintptr_t address, size_t size);
void cpu_check_memory_copied(uintptr_t target, uintptr_t source, size_t size);

/* The range that holds `address`, alive or freed. Any thread. What it points to stays while a
 * launch runs. */
bool cpu_check_memory_find(uintptr_t address, cpu_check_range *out);

/* The one that `address` lies in, or that begins or ends nearest to it; false if there is none. */
bool cpu_check_memory_nearest(uintptr_t address, cpu_check_range *out);

/* Changes when a range comes, or is freed: what cpu_check_memory_find() said until then may not be
 * so any more. */
extern _Atomic uint64_t cpu_check_generation;

static inline uint64_t cpu_check_memory_generation(void)
{
    return atomic_load_explicit(&cpu_check_generation, memory_order_acquire);
}

/* Between these, ranges that were freed stay known. */
void cpu_check_memory_pin(void);
void cpu_check_memory_unpin(void);

#endif
