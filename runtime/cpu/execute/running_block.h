/* running_block.h: the blocks that a thread runs for one launch. It lies on that thread's stack,
 * and block_runner.c and kernel_services.c share it. */
#ifndef CPU_RUNNING_BLOCK_H
#define CPU_RUNNING_BLOCK_H

#include "execute/block_relief.h"
#include "execute/grid_barrier.h"
#include "execute/kernel/time_limit.h"
#include "execute/kernel/trap.h"
#include "execute/threads/block_threads.h"
#include "execute/transaction.h"

typedef struct running_block {
    kernel_run run; /* first: kernel_running points to it */
    const cpu_launch *launch;
    uint32_t thread_count;
    grid_barrier *grid;  /* null if the launch is not cooperative */
    uint64_t grid_round; /* the round of the grid's barrier in which this block last arrived
                          * without waiting; GRID_BARRIER_NEVER if it did not */
    /* For kernels with barriers: the blocks that come next, unless another thread took them. */
    uint64_t next;
    uint64_t end;
    bool is_relieved;
    block_relief relief;
    kernel_limit limit;
    cpu_transactions transactions; /* of the block that runs */
    bool has_lost_thread;          /* the memory checker has ended a thread of this block */
} running_block;

/* The calling thread's, or null. */
static inline running_block *running_block_current(void)
{
    return (running_block *)kernel_running;
}

/* Ends the block, whose grid's barrier is broken. One block says why, if no other has failed. */
void running_block_abandon_grid(const running_block *block);

/* True if threads of the kernel wait for each other. */
static inline bool running_block_waits(const running_block *block)
{
    return (block->launch->kernel->flags & CUSTUB_CPU_KERNEL_BARRIER) != 0;
}

#endif
