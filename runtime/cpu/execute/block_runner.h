/* block_runner.h: runs blocks of a launch on the calling thread. */
#ifndef CPU_BLOCK_RUNNER_H
#define CPU_BLOCK_RUNNER_H

#include "api/api.h"

#include "image/image_loader.h"

#include <custub/cpu_image.h>

#include <stdbool.h>

typedef struct cpu_launch {
    const custub_cpu_kernel *kernel;
    const cpu_image_code *code; /* of the kernel's image; null: it is not interrupted */
    CUcontext context;          /* whose failure ends the launch; null: none */
    custub_cpu_extent grid_extent;
    custub_cpu_extent block_extent;
    uint32_t shared_bytes;
    bool cooperative;               /* the grid's blocks may wait for each other */
    struct cpu_check_launch *check; /* of cpu_checker; null: nothing checks it */
    void *const *params;            /* params[i] points to the value of parameter i */
} cpu_launch;

struct grid_barrier;

/* The services that kernels get. */
extern const custub_cpu_services cpu_services;

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

/* Ends the kernel that runs on this thread. */
_Noreturn void cpu_kernel_trap(custub_cpu_trap kind, const char *text);

/* Ends the thread of a block that runs on this thread, on a stack of its own, as if it had
 * returned. */
_Noreturn void cpu_running_thread_end(void);

/* This thread was interrupted in the code of the kernel that it runs. If that kernel's threads have
 * stacks of their own, another one of them goes on, and this function returns much later. `soon`:
 * it was for kernel_tick_soon(). */
void cpu_kernel_tick(bool soon);

/* Whether this thread runs a kernel, and whether the address shows that a stack of that kernel's
 * threads was too small. */
bool cpu_in_kernel(void);
bool cpu_kernel_overflowed(const void *address);

#endif
