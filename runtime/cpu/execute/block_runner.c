#define _POSIX_C_SOURCE 200809L

#include "execute/block_runner.h"

#include "api/memory_checker.h"
#include "execute/kernel/output.h"
#include "execute/kernel/tick.h"
#include "execute/kernel_fault.h"
#include "execute/kernel_services.h"
#include "execute/running_block.h"
#include "execute/threads/block_schedule.h"

#include <fenv.h>
#include <stdio.h>

/* The thread's floating-point environment, to be restored after a signal: handlers begin with the
 * system's. It is read once, because nothing changes it, and reading takes longer than running a
 * few blocks. */
static const fenv_t *own_environment(void)
{
    static _Thread_local fenv_t environment;
    static _Thread_local bool is_known;

    if (!is_known)
        fegetenv(&environment);
    is_known = true;
    return &environment;
}

/* --- One block -----------------------------------------------------------------------------------
 */

static void run_thread(void *argument, uint32_t index)
{
    running_block *runner = argument;
    const custub_cpu_extent extent = runner->run.block.block_extent;
    uint32_t x = index;
    uint32_t y = 0;
    uint32_t z = 0;
    custub_cpu_extent thread;

    if (index >= extent.x) { /* avoids a division, which takes as long as a small kernel */
        x = index % extent.x;
        y = index / extent.x % extent.y;
        z = index / extent.x / extent.y;
    }
    thread.x = x;
    thread.y = y;
    thread.z = z;
    runner->launch->kernel->run_thread(&runner->run.block, runner->launch->params, thread);
}

void running_block_abandon_grid(const running_block *runner)
{
    if (grid_barrier_must_report(runner->grid))
        cpu_kernel_trap(
            CUSTUB_CPU_TRAP_HANG,
            "it waits for the grid, and other blocks have ended without arriving there");
    block_threads_abandon(runner->run.threads);
}

static void wait_for_grid(void *argument)
{
    const running_block *runner = argument;

    if (!grid_barrier_wait(runner->grid))
        running_block_abandon_grid(runner);
}

static void arrive_at_grid(void *argument)
{
    running_block *runner = argument;

    runner->grid_round = grid_barrier_arrive(runner->grid);
}

/* Ends the block if its time is over, or if another block has failed: this one might wait for it
 * for ever. */
static void end_if_due(running_block *runner)
{
    const cpu_launch *launch = runner->launch;
    char text[128];

    if (launch->failure)
        runner->run.failure = atomic_load(launch->failure);
    if (runner->run.failure == CUDA_SUCCESS && runner->grid && grid_barrier_is_broken(runner->grid))
        running_block_abandon_grid(runner);
    if (runner->run.failure != CUDA_SUCCESS && runner->run.threads)
        block_threads_abandon(runner->run.threads);
    if (runner->run.failure != CUDA_SUCCESS)
        longjmp(runner->run.escape, 1);
    if (!kernel_limit_is_reached(&runner->limit))
        return;
    snprintf(text, sizeof(text), "it has run for longer than %u seconds (CUSTUB_CPU_TIMEOUT)",
             kernel_limit_seconds());
    cpu_kernel_trap(CUSTUB_CPU_TRAP_HANG, text);
}

/* How often a block may stall without any progress if one of its threads was ended: the others may
 * wait for it for ever. Nearly a second. */
#define PATIENCE 1000

/* The block may be waiting for blocks that cannot begin while it runs, for another kernel, or for
 * the program. All of them get a chance to run. */
static void stall(void *argument, bool forced, uint32_t times)
{
    running_block *runner = argument;

    end_if_due(runner);
    if (runner->has_lost_thread && times > PATIENCE)
        block_threads_abandon(runner->run.threads);
    if (kernel_limit_should_warn(&runner->limit, times == 0))
        kernel_say(runner->launch->kernel, &runner->run.block,
                   "none of its threads seems to have made progress for 10 seconds; to end such "
                   "kernels, set CUSTUB_CPU_TIMEOUT to a number of seconds");
    if (!runner->is_relieved && runner->next < runner->end &&
        block_relief_start(&runner->relief, cpu_run_blocks, runner->launch, runner->next,
                           runner->end - runner->next)) {
        runner->is_relieved = true;
        runner->end = runner->next;
    }
    block_relief_ask();
    block_relief_pause(forced ? 0 : times);
}

/* This thread was interrupted in the code of the kernel that it runs. If the kernel's threads have
 * stacks of their own, another one continues, and this function returns much later. `soon`:
 * the tick came from kernel_tick_soon(). */
static bool on_tick(bool soon)
{
    running_block *runner = running_block_current();

    end_if_due(runner);
    if (!runner->run.threads || !runner->launch->code->interrupt)
        return true;
    if (soon && !block_threads_only_ask(runner->run.threads))
        return true;
    if (runner->launch->check && cpu_memory_checker()->is_writing())
        return false;
    fesetenv(own_environment()); /* a handler begins with the system's */
    runner->launch->code->interrupt();
    return true;
}

static void run_block(running_block *runner)
{
    const block_task task = {.run_thread = run_thread,
                             .wait_for_grid = wait_for_grid,
                             .arrive_at_grid = arrive_at_grid,
                             .stall = stall,
                             .argument = runner,
                             .own_stacks = runner->launch->check != NULL};
    const cpu_checker *checker = runner->launch->check ? cpu_memory_checker() : NULL;
    cpu_check_runner checked = {.services = &cpu_services,
                                .running = block_threads_current(runner->run.threads),
                                .end_thread = cpu_running_thread_end,
                                .catch_up = kernel_tick_catch_up};

    runner->transactions.count = 0;
    runner->has_lost_thread = false;
    checked.stacks = block_threads_stacks(runner->run.threads, &checked.size, &checked.each);
    if (checker)
        checker->block_begin(runner->launch->check, runner->launch->kernel, &runner->run.block,
                             &checked);
    if (running_block_waits(runner))
        block_threads_run(runner->run.threads, runner->thread_count, &task);
    else
        block_threads_run_in_turn(runner->run.threads, runner->thread_count, &task);
    if (checker)
        checker->block_end();
}

static void find_block(running_block *runner, uint64_t number)
{
    const custub_cpu_extent extent = runner->launch->grid_extent;
    custub_cpu_extent *const index = &runner->run.block.block_index;

    index->x = (uint32_t)(number % extent.x);
    index->y = (uint32_t)(number / extent.x % extent.y);
    index->z = (uint32_t)(number / extent.x / extent.y);
}

static void run_each_block(running_block *runner)
{
    const custub_cpu_extent extent = runner->launch->grid_extent;
    custub_cpu_extent *const index = &runner->run.block.block_index;

    while (runner->next < runner->end) {
        if (runner->launch->order.step)
            find_block(runner, block_order_at(&runner->launch->order, runner->next));
        runner->next++;
        run_block(runner);
        if (runner->run.failure != CUDA_SUCCESS)
            return;
        if (++index->x < extent.x)
            continue;
        index->x = 0;
        if (++index->y < extent.y)
            continue;
        index->y = 0;
        index->z++;
    }
}

static void run_range(running_block *runner, uint64_t first, uint64_t count)
{
    find_block(runner, first);
    runner->next = first;
    runner->end = first + count;
    if (runner->run.threads)
        run_each_block(runner);
    else
        runner->launch->kernel->run_blocks(&runner->run.block, count, runner->launch->params);
}

static void run_guarded(running_block *runner, uint64_t first, uint64_t count)
{
    const fenv_t *environment = own_environment();
    kernel_run *outer = kernel_running;
    const cpu_image_code *watched = kernel_tick_watch(runner->launch->code);

    kernel_running = &runner->run;
    if (setjmp(runner->run.escape) == 0)
        run_range(runner, first, count);
    kernel_tick_watch(watched);
    kernel_running = outer;
    if (runner->run.failure != CUDA_SUCCESS)
        fesetenv(environment);
    if (!outer)
        kernel_print_flush();
}

/* --- Blocks --------------------------------------------------------------------------------------
 */

static bool acquire(running_block *runner)
{
    if (!kernel_fault_prepare_thread())
        return false;
    if (runner->launch->kernel->run_thread || kernel_limit_seconds() > 0)
        kernel_tick_prepare_thread(on_tick);
    if (runner->launch->kernel->run_thread)
        runner->run.threads = block_threads_take(runner->thread_count);
    return runner->run.threads || !runner->launch->kernel->run_thread;
}

/* If this thread's block failed, the blocks on the relief thread may be waiting for it. */
static void join_relief(running_block *runner)
{
    int none = CUDA_SUCCESS;
    CUresult result;

    if (runner->run.failure != CUDA_SUCCESS && runner->launch->failure)
        atomic_compare_exchange_strong(runner->launch->failure, &none, runner->run.failure);
    result = block_relief_join(&runner->relief);
    if (runner->run.failure == CUDA_SUCCESS)
        runner->run.failure = result;
}

static CUresult run_blocks(running_block *runner, uint64_t first, uint64_t count)
{
    const cpu_launch *launch = runner->launch;
    const custub_cpu_extent extent = launch->block_extent;

    runner->run.kernel = launch->kernel;
    runner->run.abandon = block_threads_abandon;
    runner->run.block.size = sizeof(runner->run.block);
    runner->run.block.shared_bytes = launch->shared_bytes;
    runner->run.block.grid_extent = launch->grid_extent;
    runner->run.block.block_extent = extent;
    runner->run.block.box_extent = (custub_cpu_extent){1, 1, 1};
    runner->thread_count = extent.x * extent.y * extent.z;
    if (!acquire(runner))
        return CUDA_ERROR_OUT_OF_MEMORY;
    kernel_limit_begin(&runner->limit);
    run_guarded(runner, first, count);
    if (runner->is_relieved)
        join_relief(runner);
    block_threads_give(runner->run.threads);
    return runner->run.failure;
}

uint64_t cpu_launch_blocks(const cpu_launch *launch)
{
    const custub_cpu_extent extent = launch->grid_extent;

    return (uint64_t)extent.x * extent.y * extent.z;
}

CUresult cpu_run_blocks(const cpu_launch *launch, uint64_t first, uint64_t count)
{
    running_block runner = {.launch = launch};

    return run_blocks(&runner, first, count);
}

CUresult cpu_run_cooperative_block(const cpu_launch *launch, grid_barrier *grid, uint64_t index)
{
    running_block runner = {.launch = launch, .grid = grid, .grid_round = GRID_BARRIER_NEVER};
    const CUresult result = run_blocks(&runner, index, 1);

    grid_barrier_leave(grid, runner.grid_round, result != CUDA_SUCCESS);
    return result;
}
