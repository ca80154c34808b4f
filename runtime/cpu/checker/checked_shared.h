/* checked_shared.h: which thread wrote and read each byte of a block's shared memory, and how these
 * accesses are ordered. It finds races, and reads of memory that was never written. One block at a
 * time, on one thread of the operating system. */
#ifndef CPU_CHECKED_SHARED_H
#define CPU_CHECKED_SHARED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct cpu_check_shared cpu_check_shared;

typedef struct cpu_check_touch {
    uint32_t epoch;  /* counts barriers and fences of all blocks that ran here; 0: no access */
    uint32_t site;   /* a return address, from the image's beginning */
    uint16_t thread; /* index in the block */
    uint16_t clock;  /* of its lane: counts the warp's synchronizations */
} cpu_check_touch;

typedef enum cpu_check_finding {
    CPU_CHECK_FINE,
    CPU_CHECK_READ_WRITE,  /* one thread read the byte, now another writes it */
    CPU_CHECK_WRITE_READ,  /* one thread wrote it, now another reads it */
    CPU_CHECK_WRITE_WRITE, /* one thread wrote it, now another writes it */
} cpu_check_finding;

typedef enum cpu_check_manner {
    CPU_CHECK_READS,
    CPU_CHECK_WATCHES, /* a volatile or atomic read: does not race with atomics */
    CPU_CHECK_WRITES,
    CPU_CHECK_UPDATES, /* an atomic write, or read and write: does not race with other updates */
    CPU_CHECK_SIGNALS  /* a volatile write: counts as an update after a fence of its thread */
} cpu_check_manner;

/* Room for `size` bytes; null if there is no memory for it. */
cpu_check_shared *cpu_check_shared_create(size_t size);
void cpu_check_shared_destroy(cpu_check_shared *shared);
size_t cpu_check_shared_size(const cpu_check_shared *shared);

/* A block begins: nothing is written, and no threads have synchronized. */
void cpu_check_shared_begin(cpu_check_shared *shared, uint32_t threads);

/* All threads of the block have reached a barrier. */
void cpu_check_shared_barrier(cpu_check_shared *shared);

/* The lanes in `mask` of a warp have synchronized. */
void cpu_check_shared_warp(cpu_check_shared *shared, uint32_t warp, uint32_t mask);

/* The thread calls a fence. A later atomic or volatile write, by this thread or by a lane that its
 * warp has synchronized with since, makes what was done before the fence visible: to every thread
 * that sees the write. */
void cpu_check_shared_fence(cpu_check_shared *shared, uint32_t thread);

/* An access to bytes [offset, offset + size). */
typedef struct cpu_check_request {
    size_t offset;
    size_t size;
    uint32_t thread;
    uint32_t site;
    cpu_check_manner manner;
} cpu_check_request;

/* True if every `unit` bytes have at least one that was written. */
bool cpu_check_shared_is_written(const cpu_check_shared *shared, size_t offset, size_t size,
                                 size_t unit);

/* Records the access. If it is a race, `other` becomes the other thread's access, and `at` the
 * offset of the byte. */
cpu_check_finding cpu_check_shared_note(cpu_check_shared *shared, const cpu_check_request *request,
                                        cpu_check_touch *other, size_t *at);

#endif
