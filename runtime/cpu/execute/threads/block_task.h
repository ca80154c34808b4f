/* block_task.h: what the threads of a block do, and what they ask of whoever runs the block. */
#ifndef CPU_BLOCK_TASK_H
#define CPU_BLOCK_TASK_H

#include <custub/cpu_image.h>

#include <stdbool.h>

/* The number of a barrier of all threads, after those of kernels: when they have come, the block
 * arrives at the grid's. */
#define BLOCK_ARRIVES_AT_GRID CUSTUB_CPU_BARRIERS

typedef struct block_task {
    void (*run_thread)(void *argument, uint32_t index);
    /* When all that have not returned wait at a barrier of the grid, before they go on. */
    void (*wait_for_grid)(void *argument);
    void (*arrive_at_grid)(void *argument); /* BLOCK_ARRIVES_AT_GRID */
    /* When threads give way again and again, and none comes any further: `times` is how often since
     * one last did. What they wait for may have to come from elsewhere. */
    void (*stall)(void *argument, bool forced, uint32_t times);
    void *argument;
    bool own_stacks; /* thread i on stack i, even if it does not wait */
} block_task;

#endif
