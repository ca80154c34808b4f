/* checked_block.h: what the threads of a block do to each other: shared memory, fences, barriers.
 */
#ifndef CPU_CHECKED_BLOCK_H
#define CPU_CHECKED_BLOCK_H

#include "checker/worker.h"

/* An access to the image's block of shared memory, at `offset`; `hint` may be null. */
void cpu_check_shared_access(cpu_check_worker *worker, size_t offset, size_t size, uint32_t access,
                             const void *frame, cpu_check_hint *hint);

/* The same, if it is known to lie in a variable. */
void cpu_check_shared_touched(cpu_check_worker *worker, size_t offset, size_t size, uint32_t access,
                              const void *frame);

/* An access that hit nothing, and lies near the image's block of shared memory. Returns only if the
 * image has none. */
void cpu_check_shared_missed(cpu_check_worker *worker, uintptr_t address, size_t size,
                             uint32_t access, const void *frame);

/* Tells whether the pending write was a race. */
void cpu_check_settle(cpu_check_worker *worker);

/* custub_cpu_check.fence. */
void cpu_check_fence(void);

/* checker.h */
void cpu_check_barrier_arrive(const void *frame);
void cpu_check_barrier_release(uint32_t arrived, uint32_t of);
void cpu_check_synchronized(void);
void cpu_check_warp_sync(uint32_t warp, uint32_t mask);

#endif
