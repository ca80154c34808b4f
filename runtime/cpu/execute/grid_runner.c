/* Runs a whole grid: its blocks in turn, or all at once if they may wait for each other. */
#include "api/memory_checker.h"
#include "execute/block_runner.h"
#include "execute/grid_barrier.h"
#include "execute/kernel/stack.h"

#include <pthread.h>
#include <stdlib.h>

/* A block of a cooperative launch. Each has a thread of the operating system, and with it shared
 * memory of its own. Their number is small: at most what the device holds at once. */
typedef struct grid_block {
    const cpu_launch *launch;
    grid_barrier *barrier;
    uint64_t index;
    pthread_t thread;
    CUresult result;
} grid_block;

static void *run_block(void *argument)
{
    grid_block *block = argument;

    block->result = cpu_run_cooperative_block(block->launch, block->barrier, block->index);
    return NULL;
}

/* The first block runs on the calling thread. */
static CUresult run_all(const cpu_launch *launch, grid_block *blocks, uint64_t count)
{
    grid_barrier barrier;
    CUresult result = CUDA_SUCCESS;
    uint64_t started = 1;

    if (!grid_barrier_initialize(&barrier, count))
        return CUDA_ERROR_OUT_OF_MEMORY;
    for (uint64_t i = 0; i < count; i++) {
        blocks[i].launch = launch;
        blocks[i].barrier = &barrier;
        blocks[i].index = i;
    }
    while (started < count &&
           kernel_stack_create_thread(&blocks[started].thread, run_block, &blocks[started]) == 0)
        started++;
    if (started == count) {
        run_block(&blocks[0]);
    } else {
        blocks[0].result = CUDA_ERROR_OUT_OF_MEMORY;
        grid_barrier_leave(&barrier, GRID_BARRIER_NEVER, true);
    }
    for (uint64_t i = 1; i < started; i++)
        pthread_join(blocks[i].thread, NULL);
    for (uint64_t i = 0; i < started && result == CUDA_SUCCESS; i++)
        result = blocks[i].result;
    grid_barrier_deinitialize(&barrier);
    return result;
}

static CUresult run_at_once(const cpu_launch *launch)
{
    uint64_t count = cpu_launch_blocks(launch);
    grid_block *blocks = calloc((size_t)count, sizeof(*blocks));
    CUresult result;

    if (!blocks)
        return CUDA_ERROR_OUT_OF_MEMORY;
    result = run_all(launch, blocks, count);
    free(blocks);
    return result;
}

CUresult cpu_run_launch(const cpu_launch *launch)
{
    const cpu_checker *checker = cpu_memory_checker();
    cpu_launch checked = *launch;
    CUresult result = CUDA_SUCCESS;
    CUresult found = CUDA_SUCCESS;

    checked.check =
        checker ? checker->launch_begin(launch->kernel, launch->contract, cpu_launch_bounds(launch))
                : NULL;
    if (checked.check)
        found = checker->launch_values(checked.check);
    if (found == CUDA_SUCCESS)
        result = launch->cooperative ? run_at_once(&checked)
                                     : cpu_run_blocks(&checked, 0, cpu_launch_blocks(&checked));
    if (checked.check)
        found = checker->launch_end(checked.check);
    return result != CUDA_SUCCESS ? result : found;
}
