/* checked_shared.h: which thread wrote and read each byte of a block's shared memory. It finds
 * races, and reads of memory that was never written. One block at a time, on one thread of the
 * operating system. */
#ifndef CPU_CHECKED_SHARED_H
#define CPU_CHECKED_SHARED_H

#include "checker/touched_cell.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct cpu_check_shared cpu_check_shared;

/* Room for `size` bytes; null if there is no memory for it. What a block wrote is forgotten when
 * the next one begins in the order, which is borrowed. */
cpu_check_shared *cpu_check_shared_create(size_t size, cpu_check_order *order);
void cpu_check_shared_destroy(cpu_check_shared *shared);
size_t cpu_check_shared_size(const cpu_check_shared *shared);

/* An access to bytes [offset, offset + size). */
typedef struct cpu_check_request {
    size_t offset;
    size_t size;
    uint32_t thread;
    uint32_t site;
    cpu_check_manner manner;
} cpu_check_request;

/* True if every `unit` bytes have at least one that was written. */
bool cpu_check_shared_is_written(cpu_check_shared *shared, size_t offset, size_t size, size_t unit);

/* Records the access. If it is a race, `other` becomes the other thread's access, and `at` the
 * offset of the byte. */
cpu_check_finding cpu_check_shared_note(cpu_check_shared *shared, const cpu_check_request *request,
                                        cpu_check_touch *other, size_t *at);

#endif
