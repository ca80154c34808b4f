/* global_access.h: accesses to global memory, for races between the threads of a launch. All
 * functions do nothing if the check `global` is off. */
#ifndef CPU_GLOBAL_ACCESS_H
#define CPU_GLOBAL_ACCESS_H

#include "checker/worker.h"

/* The number of the block in its launch, from 1 on; 0: there are too many. */
uint32_t cpu_check_block_number(const custub_cpu_block *block);

/* A block begins on this worker; its order has begun. */
void cpu_check_global_begin(cpu_check_worker *worker, cpu_check_global *global);

void cpu_check_global_end(cpu_check_worker *worker);

/* An access begins, before it is known to be legal. */
void cpu_check_global_look(cpu_check_worker *worker, uintptr_t address, size_t size,
                           uint32_t access);

/* A legal access. */
void cpu_check_global_access(cpu_check_worker *worker, uintptr_t address, size_t size,
                             uint32_t access, const void *frame);

/* The thread that runs, or all threads of the block, or the lanes of a warp, have made their last
 * accesses. */
void cpu_check_global_step(cpu_check_worker *worker);
void cpu_check_global_step_all(cpu_check_worker *worker);
void cpu_check_global_step_warp(cpu_check_worker *worker, uint32_t warp);

/* checker.h */
void cpu_check_grid_arrive(void);
void cpu_check_grid_leave(void);

#endif
