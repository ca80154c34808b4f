/* block_task.h: what the threads of a block do, and what the runner of the block does for them. */
#ifndef CPU_BLOCK_TASK_H
#define CPU_BLOCK_TASK_H

#include <custub/cpu_image.h>

#include <stdbool.h>

/* The number of a barrier of all threads, after those of kernels: when all have arrived, the block
 * arrives at the grid's barrier. */
#define BLOCK_ARRIVES_AT_GRID CUSTUB_CPU_BARRIERS

typedef struct block_task {
    void (*run_thread)(void *argument, uint32_t index);
    /* Called when all live threads wait at a barrier of the grid, before they continue. */
    void (*wait_for_grid)(void *argument);
    void (*arrive_at_grid)(void *argument); /* BLOCK_ARRIVES_AT_GRID */
    /* Called when threads give way repeatedly and none makes progress: they may wait for other
     * blocks, other kernels or the program. `times`: how often since one last made progress. */
    void (*stall)(void *argument, bool forced, uint32_t times);
    void *argument;
    bool own_stacks; /* thread i runs on stack i, even if it does not wait */
} block_task;

#endif
