/* pending_copy.h: a block's asynchronous copies that no wait has completed yet. Until then no
 * thread may access the bytes that they write, or write the bytes that they read. (The driver
 * copies the bytes at once.) One block at a time, on one thread of the operating system. */
#ifndef CPU_PENDING_COPY_H
#define CPU_PENDING_COPY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct cpu_check_copies cpu_check_copies;

typedef struct cpu_check_copy {
    uintptr_t target;
    size_t size; /* of the target, in bytes */
    uintptr_t source;
    size_t source_size; /* at most `size`; the rest of the target becomes 0 */
    uint32_t thread;    /* index in the block */
    uint32_t site;      /* a return address, from the image's beginning */
    bool is_bulk;       /* belongs to a group of bulk copies, unless it is bound */
    /* The barrier that completes it, if not null: as soon as these bits of its first word change.
     */
    const uint64_t *barrier;
    uint64_t phase_bits;
} cpu_check_copy;

/* Null if there is no memory for it. */
cpu_check_copies *cpu_check_copies_create(void);
void cpu_check_copies_destroy(cpu_check_copies *copies);

/* A block begins: no copy is pending. */
void cpu_check_copies_begin(cpu_check_copies *copies);

/* True if a copy is pending. `copies` may be null. */
bool cpu_check_copies_any(const cpu_check_copies *copies);

/* Adds the copy to its thread's open group. Without memory it counts as complete. */
void cpu_check_copies_add(cpu_check_copies *copies, const cpu_check_copy *copy);

/* The thread closes its open group; the thread waits for all groups but the last `prior`.
 * `is_read`: it waits only until the sources are read. */
void cpu_check_copies_commit(cpu_check_copies *copies, uint32_t thread, bool is_bulk);
void cpu_check_copies_wait(cpu_check_copies *copies, uint32_t thread, bool is_bulk, size_t prior,
                           bool is_read);

/* From now on this barrier, too, completes the thread's copies that are not bound to one yet. They
 * complete when an access to the barrier's first word finds the bits of `phase` changed, or at the
 * first access if `phase` is 0. `is_all`: the thread's copies that are bound to other barriers
 * complete now. */
void cpu_check_copies_bind(cpu_check_copies *copies, uint32_t thread, const uint64_t *barrier,
                           uint64_t phase, bool is_all);

/* Notes an atomic access to this address, which may be a barrier. */
void cpu_check_copies_watch(cpu_check_copies *copies, uintptr_t address);

/* A pending copy that forbids the access, or null. */
const cpu_check_copy *cpu_check_copies_find(const cpu_check_copies *copies, uintptr_t address,
                                            size_t size, bool writes);

#endif
