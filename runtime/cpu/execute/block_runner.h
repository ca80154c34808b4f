/* block_runner.h: runs blocks of a launch on the calling thread. */
#ifndef CPU_BLOCK_RUNNER_H
#define CPU_BLOCK_RUNNER_H

#include "execute/kernel_launch.h"

struct grid_barrier;

uint64_t cpu_launch_blocks(const cpu_launch *launch);

/* Runs `count` blocks from block `first` on, in the order x, y, z, on the calling thread. Several
 * threads may call it at once, also for the same launch unless that is cooperative. Returns
 * CUDA_ERROR_OUT_OF_MEMORY if there was no memory for stacks; nothing ran then. Returns the error
 * of a kernel that failed; no further block began then, and the reason was printed to the standard
 * error stream, as a GPU's is. */
CUresult cpu_run_blocks(const cpu_launch *launch, uint64_t first, uint64_t count);

/* The same for one block of a cooperative launch. */
CUresult cpu_run_cooperative_block(const cpu_launch *launch, struct grid_barrier *grid,
                                   uint64_t index);

/* Runs the whole grid on the calling thread. If the launch is cooperative, each block has a thread
 * of its own. */
CUresult cpu_run_launch(const cpu_launch *launch);

#endif
