#include "block_runner.h"

#include "fiber.h"

#include <setjmp.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

/* What one launch is doing. It stands on the stack of the thread that runs it. */
typedef struct block_runner {
    const cpu_launch *launch;
    custub_cpu_block block;
    jmp_buf escape; /* out of a kernel that runs on this very stack */
    CUresult failure;
    /* Of a kernel with barriers: one fiber for each thread of the block. */
    cpu_fiber **fibers; /* null for other kernels */
    bool *done;
    size_t count;
    size_t current;           /* the thread that runs */
    custub_cpu_vote arriving; /* at the barrier that threads are coming to */
    custub_cpu_vote arrived;  /* at the one that they have left last */
} block_runner;

static _Thread_local block_runner *running;

/* --- What kernels call ---------------------------------------------------------------------------
 */

static CUresult failure_of(custub_cpu_trap kind)
{
    switch (kind) {
    case CUSTUB_CPU_TRAP_ASSERT:
        return CUDA_ERROR_ASSERT;
    case CUSTUB_CPU_TRAP_UNFIT:
        return CUDA_ERROR_NOT_SUPPORTED;
    case CUSTUB_CPU_TRAP_EXIT:
    case CUSTUB_CPU_TRAP_INTERNAL:
        break;
    }
    return CUDA_ERROR_LAUNCH_FAILED;
}

static void trap(custub_cpu_trap kind, const char *text)
{
    block_runner *runner = running;

    if (!runner) {
        fprintf(stderr, "custub: device code outside of a launch: %s\n", text);
        abort();
    }
    fprintf(stderr, "custub: kernel '%s': %s\n", runner->launch->kernel->name, text);
    runner->failure = failure_of(kind);
    if (runner->fibers)
        cpu_fiber_abandon(runner->fibers[runner->current]);
    longjmp(runner->escape, 1);
}

static custub_cpu_vote barrier(uint32_t predicate)
{
    block_runner *runner = running;

    if (!runner || !runner->fibers)
        trap(CUSTUB_CPU_TRAP_INTERNAL, "a barrier in a kernel that was taken to have none");
    runner->arriving.arrived++;
    runner->arriving.nonzero += predicate != 0;
    cpu_fiber_wait(runner->fibers[runner->current]);
    return runner->arrived;
}

const custub_cpu_services cpu_services = {
    .size = sizeof(custub_cpu_services),
    .barrier = barrier,
    .trap = trap,
};

/* --- One block -----------------------------------------------------------------------------------
 */

static void run_thread(void *argument)
{
    block_runner *runner = argument;
    const custub_cpu_extent extent = runner->block.block_extent;
    const uint32_t index = (uint32_t)runner->current;
    custub_cpu_extent thread;

    thread.x = index % extent.x;
    thread.y = index / extent.x % extent.y;
    thread.z = index / extent.x / extent.y;
    runner->launch->kernel->run_thread(&runner->block, runner->launch->params, thread);
}

/* Each round takes every thread that has not returned to its next barrier: where all have arrived.
 * A thread that has returned is not waited for (CUDA C++ Programming Guide, "Independent Thread
 * Scheduling"). */
static void run_with_barriers(block_runner *runner)
{
    size_t left = runner->count;

    for (size_t i = 0; i < runner->count; i++) {
        runner->done[i] = false;
        cpu_fiber_start(runner->fibers[i], run_thread, runner);
    }
    while (left > 0) {
        runner->arriving.arrived = 0;
        runner->arriving.nonzero = 0;
        for (size_t i = 0; i < runner->count; i++) {
            if (runner->done[i])
                continue;
            runner->current = i;
            runner->done[i] = cpu_fiber_resume(runner->fibers[i]);
            if (runner->failure != CUDA_SUCCESS)
                return;
            left -= runner->done[i];
        }
        runner->arrived = runner->arriving;
    }
}

/* --- The grid ------------------------------------------------------------------------------------
 */

static void run_block(block_runner *runner)
{
    if (runner->fibers)
        run_with_barriers(runner);
    else
        runner->launch->kernel->run_block(&runner->block, runner->launch->params);
}

static void run_grid(block_runner *runner)
{
    const custub_cpu_extent extent = runner->launch->grid_extent;
    custub_cpu_extent *const index = &runner->block.block_index;

    for (index->z = 0; index->z < extent.z; index->z++) {
        for (index->y = 0; index->y < extent.y; index->y++) {
            for (index->x = 0; index->x < extent.x; index->x++) {
                run_block(runner);
                if (runner->failure != CUDA_SUCCESS)
                    return;
            }
        }
    }
}

static void run_guarded(block_runner *runner)
{
    block_runner *outer = running;

    running = runner;
    if (setjmp(runner->escape) == 0)
        run_grid(runner);
    running = outer;
}

/* --- The launch ----------------------------------------------------------------------------------
 */

static bool acquire_fibers(block_runner *runner)
{
    const custub_cpu_extent extent = runner->launch->block_extent;

    runner->count = (size_t)extent.x * extent.y * extent.z;
    runner->fibers = calloc(runner->count, sizeof(*runner->fibers));
    runner->done = calloc(runner->count, sizeof(*runner->done));
    if (runner->fibers && runner->done && cpu_fiber_take(runner->fibers, runner->count))
        return true;
    free(runner->fibers);
    free(runner->done);
    return false;
}

static void release_fibers(block_runner *runner)
{
    cpu_fiber_give(runner->fibers, runner->count);
    free(runner->fibers);
    free(runner->done);
}

CUresult cpu_run_launch(const cpu_launch *launch)
{
    block_runner runner = {.launch = launch, .failure = CUDA_SUCCESS};

    runner.block.size = sizeof(runner.block);
    runner.block.shared_bytes = launch->shared_bytes;
    runner.block.grid_extent = launch->grid_extent;
    runner.block.block_extent = launch->block_extent;
    if (!launch->kernel->run_thread) {
        run_guarded(&runner);
        return runner.failure;
    }
    if (!acquire_fibers(&runner))
        return CUDA_ERROR_OUT_OF_MEMORY;
    run_guarded(&runner);
    release_fibers(&runner);
    return runner.failure;
}
