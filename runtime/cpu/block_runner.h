/* block_runner.h: runs the blocks of one launch, in turn, on the calling thread. */
#ifndef CPU_BLOCK_RUNNER_H
#define CPU_BLOCK_RUNNER_H

#include "cpu_api.h"

#include <custub/cpu_image.h>

typedef struct cpu_launch {
    const custub_cpu_kernel *kernel;
    custub_cpu_extent grid_extent;
    custub_cpu_extent block_extent;
    uint32_t shared_bytes;
    void *const *params; /* params[i] points to the value of parameter i */
} cpu_launch;

/* The services that kernels get. */
extern const custub_cpu_services cpu_services;

/* Runs the whole grid. Answers CUDA_SUCCESS, CUDA_ERROR_OUT_OF_MEMORY if nothing ran for want of
 * stacks, or the error with which the kernel gave up; its text went to the standard error stream,
 * as the device's does. Any thread. */
CUresult cpu_run_launch(const cpu_launch *launch);

#endif
