/* open_write.h: writes of global memory that are noted and may not have been made yet. Each thread
 * of the operating system that runs blocks has at most one. Any thread may ask for them. */
#ifndef CPU_OPEN_WRITE_H
#define CPU_OPEN_WRITE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* `end` is 0: there is none. */
typedef struct cpu_check_open_write {
    _Atomic uintptr_t begin;
    _Atomic uintptr_t end;
    struct cpu_check_open_write *next;
} cpu_check_open_write;

/* Lets other threads find it, for ever. */
void cpu_check_open_write_publish(cpu_check_open_write *own);

/* Bytes [begin, end) are noted. */
void cpu_check_open_write_extend(cpu_check_open_write *own, uintptr_t begin, uintptr_t end);

/* True if the write of another thread has some of these bytes. */
bool cpu_check_open_write_of_others(const cpu_check_open_write *own, uintptr_t address,
                                    size_t size);

static inline bool cpu_check_open_write_is_there(const cpu_check_open_write *own)
{
    return atomic_load_explicit(&own->end, memory_order_relaxed) != 0;
}

/* The write has been made. */
static inline void cpu_check_open_write_close(cpu_check_open_write *own)
{
    if (cpu_check_open_write_is_there(own))
        atomic_store_explicit(&own->end, 0, memory_order_release);
}

#endif
