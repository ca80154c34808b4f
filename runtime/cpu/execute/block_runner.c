#define _POSIX_C_SOURCE 200809L /* write */

#include "execute/block_runner.h"

#include "execute/block_relief.h"
#include "execute/block_threads.h"
#include "api/memory_checker.h"
#include "context/context.h"
#include "stream/pool.h"
#include "execute/grid_barrier.h"
#include "execute/kernel_fault.h"
#include "execute/kernel_heap.h"
#include "execute/kernel_limit.h"
#include "execute/kernel_print.h"
#include "execute/kernel_space.h"
#include "execute/kernel_tick.h"

#include <fenv.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* What a thread is doing for one launch. It stands on that thread's stack. */
typedef struct block_runner {
    const cpu_launch *launch;
    custub_cpu_block block;
    jmp_buf escape; /* out of a kernel that runs on this very stack */
    CUresult failure;
    block_threads *threads; /* of a kernel with barriers; null for other kernels */
    uint32_t thread_count;
    grid_barrier *grid;  /* null if the launch is not cooperative */
    uint64_t grid_round; /* of it, in which this block arrived last */
    /* Of a kernel with barriers: the blocks behind the one that runs, unless others took them. */
    uint64_t next;
    uint64_t end;
    bool is_relieved;
    block_relief relief;
    kernel_limit limit;
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
    case CUSTUB_CPU_TRAP_HANG:
        return CUDA_ERROR_LAUNCH_TIMEOUT;
    case CUSTUB_CPU_TRAP_FAULT:
        return CUDA_ERROR_ILLEGAL_ADDRESS;
    case CUSTUB_CPU_TRAP_EXIT:
    case CUSTUB_CPU_TRAP_INTERNAL:
        break;
    }
    return CUDA_ERROR_LAUNCH_FAILED;
}

_Noreturn void cpu_kernel_trap(custub_cpu_trap kind, const char *text)
{
    block_runner *runner = running;

    if (!runner) {
        fprintf(stderr, "custub: device code outside of a launch: %s\n", text);
        abort();
    }
    kernel_say(runner->launch->kernel, &runner->block, text);
    runner->failure = failure_of(kind);
    if (runner->threads)
        block_threads_abandon(runner->threads);
    longjmp(runner->escape, 1);
}

bool cpu_in_kernel(void)
{
    return running != NULL;
}

bool cpu_kernel_overflowed(const void *address)
{
    return running && running->threads && block_threads_overflowed(running->threads, address);
}

static void trap(custub_cpu_trap kind, const char *text)
{
    cpu_kernel_trap(kind, text);
}

static bool waits(const block_runner *runner)
{
    return (runner->launch->kernel->flags & CUSTUB_CPU_KERNEL_BARRIER) != 0;
}

/* The threads of the block that runs; a kernel without a barrier was taken not to need them. */
static block_threads *running_threads(void)
{
    if (!running || !running->threads || !waits(running))
        cpu_kernel_trap(CUSTUB_CPU_TRAP_INTERNAL,
                        "it waits for other threads, but was taken not to do so");
    return running->threads;
}

_Noreturn void cpu_running_thread_end(void)
{
    block_threads_end(running->threads);
}

/* The frame of a service that a kernel called: what lies above it is the kernel's. */
#if defined(__GNUC__)
#define FRAME __builtin_frame_address(0)
#else
#define FRAME NULL
#endif

static custub_cpu_vote barrier(uint32_t predicate)
{
    const cpu_checker *checker = cpu_memory_checker();
    block_threads *threads = running_threads();

    if (checker)
        checker->barrier_arrive(FRAME);
    return block_threads_wait(threads, false, predicate);
}

static uint64_t warp(custub_cpu_warp operation, uint32_t mask, uint64_t value, uint32_t source)
{
#if defined(__GNUC__)
    const void *site = __builtin_return_address(0);
#else
    const void *site = NULL;
#endif

    return block_threads_trade(running_threads(), operation, mask, value, source, site);
}

static grid_barrier *running_grid(void)
{
    if (!running->grid)
        cpu_kernel_trap(CUSTUB_CPU_TRAP_EXIT,
                        "it waits for the grid, but was not launched cooperatively");
    return running->grid;
}

static void barrier_of_grid(void)
{
    const cpu_checker *checker = cpu_memory_checker();
    block_threads *threads = running_threads();

    running_grid();
    if (checker)
        checker->barrier_arrive(FRAME);
    block_threads_wait(threads, true, 0);
}

static uint32_t is_cooperative(void)
{
    return running && running->grid;
}

static void yield(void)
{
    if (running && running->threads)
        block_threads_yield(running->threads, false);
}

static void give_way(void)
{
    block_threads *threads = running->threads;

    kernel_tick_soon(block_threads_rounds(threads));
    block_threads_yield(threads, true);
}

static uint32_t arrive(uint32_t number, uint32_t count)
{
    return block_threads_arrive(running_threads(), number, count);
}

static void await(uint32_t number, uint32_t round)
{
    block_threads_await(running_threads(), number, round);
}

static uint32_t grid_arrive(void)
{
    block_threads *threads = running_threads();

    running_grid();
    return block_threads_arrive(threads, BLOCK_ARRIVES_AT_GRID, 0);
}

static void grid_await(uint32_t round)
{
    block_threads *threads = running_threads();
    grid_barrier *grid = running_grid();

    block_threads_await(threads, BLOCK_ARRIVES_AT_GRID, round);
    while (!grid_barrier_is_over(grid, running->grid_round))
        block_threads_yield(threads, false);
    if (grid_barrier_is_broken(grid))
        block_threads_abandon(threads); /* another block has failed, and said so */
}

static custub_cpu_vote part_barrier(uint32_t number, uint32_t count, uint32_t predicate)
{
    return block_threads_wait_part(running_threads(), number, count, predicate);
}

static void synchronized(void)
{
    const cpu_checker *checker = cpu_memory_checker();

    if (checker)
        checker->synchronized();
}

/* A kernel without stacks of its own runs below its runner. */
static bool is_local(uintptr_t address, uintptr_t frame)
{
    size_t size;
    size_t each;
    const void *stacks;

    if (!running)
        return false;
    if (!running->threads)
        return address >= frame && address < (uintptr_t)running;
    stacks = block_threads_stacks(running->threads, &size, &each);
    return address - (uintptr_t)stacks < size;
}

static custub_cpu_space space(const void *address, const custub_cpu_table *image)
{
    if (is_local((uintptr_t)address, (uintptr_t)FRAME))
        return CUSTUB_CPU_SPACE_LOCAL;
    return cpu_space_of(address, image);
}

const custub_cpu_services cpu_services = {
    .size = sizeof(custub_cpu_services),
    .barrier = barrier,
    .trap = trap,
    .warp = warp,
    .grid_barrier = barrier_of_grid,
    .yield = yield,
    .print = kernel_print,
    .is_cooperative = is_cooperative,
    .part_barrier = part_barrier,
    .synchronized = synchronized,
    .space = space,
    .arrive = arrive,
    .await = await,
    .grid_arrive = grid_arrive,
    .grid_await = grid_await,
    .give_way = give_way,
    .allocate = kernel_heap_allocate,
    .release = kernel_heap_release,
};

/* The thread's floating-point environment: a fault's handler begins with the system's own. To ask
 * for it takes longer than all else that is done for a few blocks; nobody changes it in between. */
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
    block_runner *runner = argument;
    const custub_cpu_extent extent = runner->block.block_extent;
    uint32_t x = index;
    uint32_t y = 0;
    uint32_t z = 0;
    custub_cpu_extent thread;

    if (index >= extent.x) { /* divisions take as long as a small kernel */
        x = index % extent.x;
        y = index / extent.x % extent.y;
        z = index / extent.x / extent.y;
    }
    thread.x = x;
    thread.y = y;
    thread.z = z;
    runner->launch->kernel->run_thread(&runner->block, runner->launch->params, thread);
}

static void wait_for_grid(void *argument)
{
    const block_runner *runner = argument;

    if (!grid_barrier_wait(runner->grid))
        block_threads_abandon(runner->threads); /* another block has failed, and said so */
}

static void arrive_at_grid(void *argument)
{
    block_runner *runner = argument;

    runner->grid_round = grid_barrier_arrive(runner->grid);
}

/* What the block waits for may never come, now that another one has failed, or too late. */
static void end_if_due(block_runner *runner)
{
    const cpu_launch *launch = runner->launch;
    char text[128];

    if (launch->context)
        runner->failure = cpu_context_failure(launch->context);
    if (runner->failure == CUDA_SUCCESS && runner->grid && grid_barrier_is_broken(runner->grid))
        block_threads_abandon(runner->threads);
    if (runner->failure != CUDA_SUCCESS && runner->threads)
        block_threads_abandon(runner->threads);
    if (runner->failure != CUDA_SUCCESS)
        longjmp(runner->escape, 1);
    if (!kernel_limit_is_reached(&runner->limit))
        return;
    snprintf(text, sizeof(text), "it has run for longer than %u seconds (CUSTUB_CPU_TIMEOUT)",
             kernel_limit_seconds());
    cpu_kernel_trap(CUSTUB_CPU_TRAP_HANG, text);
}

/* The block may wait for others that have not begun, because it runs, or for another kernel, or for
 * the program: they all get a chance. */
static void stall(void *argument, bool forced, uint32_t times)
{
    block_runner *runner = argument;

    end_if_due(runner);
    if (kernel_limit_is_worth_a_word(&runner->limit, times == 0))
        kernel_say(runner->launch->kernel, &runner->block,
                   "none of its threads has come further for 10 seconds, as far as can be seen; "
                   "CUSTUB_CPU_TIMEOUT=seconds ends such kernels");
    if (!runner->is_relieved && runner->next < runner->end &&
        block_relief_start(&runner->relief, runner->launch, runner->next,
                           runner->end - runner->next)) {
        runner->is_relieved = true;
        runner->end = runner->next;
    }
    cpu_pool_relieve();
    block_relief_pause(forced ? 0 : times);
}

void cpu_kernel_tick(bool soon)
{
    block_runner *runner = running;

    end_if_due(runner);
    if (!runner->threads || !runner->launch->code->interrupt)
        return;
    if (soon && !block_threads_only_ask(runner->threads))
        return;
    fesetenv(own_environment()); /* that of handlers is the system's */
    runner->launch->code->interrupt();
}

static void run_block(block_runner *runner)
{
    const block_task task = {.run_thread = run_thread,
                             .wait_for_grid = wait_for_grid,
                             .arrive_at_grid = arrive_at_grid,
                             .stall = stall,
                             .argument = runner,
                             .own_stacks = runner->launch->check != NULL};
    const cpu_checker *checker = runner->launch->check ? cpu_memory_checker() : NULL;
    cpu_check_runner checked = {.services = &cpu_services,
                                .running = block_threads_current(runner->threads),
                                .end_thread = cpu_running_thread_end,
                                .catch_up = kernel_tick_catch_up};

    checked.stacks = block_threads_stacks(runner->threads, &checked.size, &checked.each);
    if (checker)
        checker->block_begin(runner->launch->check, runner->launch->kernel, &runner->block,
                             &checked);
    if (waits(runner))
        block_threads_run(runner->threads, runner->thread_count, &task);
    else
        block_threads_run_in_turn(runner->threads, runner->thread_count, &task);
    if (checker)
        checker->block_end();
}

static void run_each_block(block_runner *runner)
{
    const custub_cpu_extent extent = runner->launch->grid_extent;
    custub_cpu_extent *const index = &runner->block.block_index;

    while (runner->next < runner->end) {
        runner->next++;
        run_block(runner);
        if (runner->failure != CUDA_SUCCESS)
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

static void run_range(block_runner *runner, uint64_t first, uint64_t count)
{
    const custub_cpu_extent extent = runner->launch->grid_extent;
    custub_cpu_extent *const index = &runner->block.block_index;

    index->x = (uint32_t)(first % extent.x);
    index->y = (uint32_t)(first / extent.x % extent.y);
    index->z = (uint32_t)(first / extent.x / extent.y);
    runner->next = first;
    runner->end = first + count;
    if (runner->threads)
        run_each_block(runner);
    else
        runner->launch->kernel->run_blocks(&runner->block, count, runner->launch->params);
}

static void run_guarded(block_runner *runner, uint64_t first, uint64_t count)
{
    const fenv_t *environment = own_environment();
    block_runner *outer = running;
    const cpu_image_code *watched = kernel_tick_watch(runner->launch->code);

    running = runner;
    if (setjmp(runner->escape) == 0)
        run_range(runner, first, count);
    kernel_tick_watch(watched);
    running = outer;
    if (runner->failure != CUDA_SUCCESS)
        fesetenv(environment);
    if (!outer)
        kernel_print_flush();
}

/* --- Blocks --------------------------------------------------------------------------------------
 */

static bool acquire(block_runner *runner)
{
    if (!kernel_fault_prepare_thread())
        return false;
    if (runner->launch->kernel->run_thread || kernel_limit_seconds() > 0)
        kernel_tick_prepare_thread();
    if (runner->launch->kernel->run_thread)
        runner->threads = block_threads_take(runner->thread_count);
    return runner->threads || !runner->launch->kernel->run_thread;
}

/* If this thread's own block failed, those that run in its stead may wait for it. */
static void join_relief(block_runner *runner)
{
    CUresult result;

    if (runner->failure != CUDA_SUCCESS && runner->launch->context)
        cpu_context_fail(runner->launch->context, runner->failure);
    result = block_relief_join(&runner->relief);
    if (runner->failure == CUDA_SUCCESS)
        runner->failure = result;
}

static CUresult run_blocks(const cpu_launch *launch, grid_barrier *grid, uint64_t first,
                           uint64_t count)
{
    const custub_cpu_extent extent = launch->block_extent;
    block_runner runner = {.launch = launch, .failure = CUDA_SUCCESS, .grid = grid};

    runner.block.size = sizeof(runner.block);
    runner.block.shared_bytes = launch->shared_bytes;
    runner.block.grid_extent = launch->grid_extent;
    runner.block.block_extent = extent;
    runner.block.box_extent = (custub_cpu_extent){1, 1, 1};
    runner.thread_count = extent.x * extent.y * extent.z;
    if (!acquire(&runner))
        return CUDA_ERROR_OUT_OF_MEMORY;
    kernel_limit_begin(&runner.limit);
    run_guarded(&runner, first, count);
    if (runner.is_relieved)
        join_relief(&runner);
    block_threads_give(runner.threads);
    return runner.failure;
}

uint64_t cpu_launch_blocks(const cpu_launch *launch)
{
    const custub_cpu_extent extent = launch->grid_extent;

    return (uint64_t)extent.x * extent.y * extent.z;
}

CUresult cpu_run_blocks(const cpu_launch *launch, uint64_t first, uint64_t count)
{
    return run_blocks(launch, NULL, first, count);
}

CUresult cpu_run_cooperative_block(const cpu_launch *launch, grid_barrier *grid, uint64_t index)
{
    return run_blocks(launch, grid, index, 1);
}
