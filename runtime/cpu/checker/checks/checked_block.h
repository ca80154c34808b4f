/* checked_block.h: how the threads of a block affect each other: shared memory, fences, barriers.
 */
#ifndef CPU_CHECKED_BLOCK_H
#define CPU_CHECKED_BLOCK_H

#include "checker/worker.h"

/* An access to the image's block of shared memory, at `offset`; `hint` may be null. */
void cpu_check_shared_access(cpu_check_worker *worker, size_t offset, size_t size, uint32_t access,
                             const void *frame, cpu_check_hint *hint);

/* The same, for an access that is known to be inside a variable. */
void cpu_check_shared_touched(cpu_check_worker *worker, size_t offset, size_t size, uint32_t access,
                              const void *frame);

/* Reports an access that is near the image's block of shared memory, but in no variable. Returns
 * only if the image has no shared variables. */
void cpu_check_shared_missed(cpu_check_worker *worker, uintptr_t address, size_t size,
                             uint32_t access, const void *frame);

/* custub_cpu_check.fence. */
void cpu_check_fence(void);

/* checker.h */
void cpu_check_barrier_arrive(const void *frame);
void cpu_check_barrier_release(uint32_t arrived, uint32_t of);
void cpu_check_synchronized(void);
void cpu_check_warp_sync(uint32_t warp, uint32_t mask);
void cpu_check_lane_missing(uint32_t lane, const char *why, const void *frame);

#endif
