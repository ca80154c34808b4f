/* block_runner.h: runs blocks of a launch on the calling thread. */
#ifndef CPU_BLOCK_RUNNER_H
#define CPU_BLOCK_RUNNER_H

#include "execute/kernel_launch.h"

struct grid_barrier;

uint64_t cpu_launch_blocks(const cpu_launch *launch);

/* Runs `count` blocks from block `first` on, in the order x, y, z, on the calling thread. Any
 * threads at once, also for the same launch, unless it is cooperative. Answers CUDA_SUCCESS,
 * CUDA_ERROR_OUT_OF_MEMORY if nothing ran for want of stacks, or the error with which the kernel
 * gave up, upon which no further block was begun; its text went to the standard error stream, as
 * the device's does. */
CUresult cpu_run_blocks(const cpu_launch *launch, uint64_t first, uint64_t count);

/* The same for one block of a cooperative launch. */
CUresult cpu_run_cooperative_block(const cpu_launch *launch, struct grid_barrier *grid,
                                   uint64_t index);

/* Runs the whole grid: on the calling thread, or, if it is cooperative, each block on a thread of
 * its own. */
CUresult cpu_run_launch(const cpu_launch *launch);

#endif
