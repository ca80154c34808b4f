#include "execute/kernel_services.h"

#include "api/memory_checker.h"
#include "execute/kernel/malloc_heap.h"
#include "execute/kernel/memory_space.h"
#include "execute/kernel/output.h"
#include "execute/kernel/tick.h"
#include "execute/running_block.h"
#include "execute/texture/sampler.h"
#include "execute/texture/tensor.h"
#include "execute/threads/block_barrier.h"
#include "execute/threads/block_schedule.h"

static void trap(custub_cpu_trap kind, const char *text)
{
    cpu_kernel_trap(kind, text);
}

/* The threads of the running block. Traps if the generator found no barrier in the kernel. */
static block_threads *running_threads(void)
{
    running_block *running = running_block_current();

    if (!running || !running->run.threads || !running_block_waits(running))
        cpu_kernel_trap(CUSTUB_CPU_TRAP_INTERNAL,
                        "it waits for other threads, which the generator did not foresee");
    return running->run.threads;
}

_Noreturn void cpu_running_thread_end(void)
{
    running_block_current()->has_lost_thread = true;
    block_threads_end(kernel_running->threads);
}

/* The frame of a service. The frames above it are the kernel's. */
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
    return block_barrier_wait(threads, false, predicate);
}

/* Reports that the lane that the running thread's last shuffle read from did not come. */
static void report_lane(const block_threads *threads, const void *frame)
{
    const warp_lane *lane = &threads->lanes[threads->current];
    const uint32_t base = threads->current / WARP_LANES * WARP_LANES;
    const uint32_t source = lane->source % WARP_LANES;
    const char *why = !(lane->mask >> source & 1)       ? "is not in the mask"
                      : base + source >= threads->count ? "the block does not have"
                                                        : "has returned";

    cpu_memory_checker()->lane_missing(source, why, frame);
}

static uint64_t warp(custub_cpu_warp operation, uint32_t mask, uint64_t value, uint32_t source)
{
    block_threads *threads = running_threads();
    uint64_t answer;
#if defined(__GNUC__)
    const void *site = __builtin_return_address(0);
#else
    const void *site = NULL;
#endif

    answer = block_threads_trade(threads, operation, mask, value, source, site);
    if (operation == CUSTUB_CPU_WARP_SHUFFLE && cpu_memory_checker() &&
        threads->lanes[threads->current].is_source_missing)
        report_lane(threads, FRAME);
    return answer;
}

static grid_barrier *running_grid(void)
{
    grid_barrier *grid = running_block_current()->grid;

    if (!grid)
        cpu_kernel_trap(CUSTUB_CPU_TRAP_EXIT,
                        "it waits for the grid, but was not launched cooperatively");
    return grid;
}

static void barrier_of_grid(void)
{
    const cpu_checker *checker = cpu_memory_checker();
    block_threads *threads = running_threads();

    running_grid();
    if (checker)
        checker->barrier_arrive(FRAME);
    block_barrier_wait(threads, true, 0);
}

static uint32_t is_cooperative(void)
{
    const running_block *running = running_block_current();

    return running && running->grid;
}

static void yield(void)
{
    if (kernel_running && kernel_running->threads)
        block_threads_yield(kernel_running->threads, false);
}

static void give_way(void)
{
    block_threads *threads = kernel_running->threads;

    kernel_tick_soon(block_threads_rounds(threads));
    block_threads_yield(threads, true);
}

static uint32_t arrive(uint32_t number, uint32_t count)
{
    return block_barrier_arrive(running_threads(), number, count);
}

static void await(uint32_t number, uint32_t round)
{
    block_barrier_await(running_threads(), number, round);
}

/* The toolkit's cooperative_groups/details/sync.h lets the threads of the block wait for each other
 * before one arrives for all. */
static uint32_t grid_arrive(void)
{
    block_threads *threads = running_threads();
    uint32_t round;

    running_grid();
    round = block_barrier_arrive(threads, BLOCK_ARRIVES_AT_GRID, 0);
    block_barrier_await(threads, BLOCK_ARRIVES_AT_GRID, round);
    return round;
}

static void grid_await(uint32_t round)
{
    const cpu_checker *checker = cpu_memory_checker();
    block_threads *threads = running_threads();
    grid_barrier *grid = running_grid();

    block_barrier_await(threads, BLOCK_ARRIVES_AT_GRID, round);
    while (!grid_barrier_is_over(grid, running_block_current()->grid_round))
        block_threads_yield(threads, false);
    if (checker)
        checker->grid_leave();
    if (grid_barrier_is_broken(grid))
        running_block_abandon_grid(running_block_current());
}

static custub_cpu_vote barrier_of_part(uint32_t number, uint32_t count, uint32_t predicate)
{
    return block_barrier_wait_part(running_threads(), number, count, predicate);
}

static void synchronized(void)
{
    const cpu_checker *checker = cpu_memory_checker();

    if (checker)
        checker->synchronized();
}

static void transact(uint64_t *barrier, int64_t bytes)
{
    cpu_transact(&running_block_current()->transactions, barrier, bytes);
}

/* A kernel whose threads have no stacks of their own runs on this stack, below its runner. */
static bool is_local(uintptr_t address, uintptr_t frame)
{
    const kernel_run *running = kernel_running;
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
    .part_barrier = barrier_of_part,
    .synchronized = synchronized,
    .space = space,
    .arrive = arrive,
    .await = await,
    .grid_arrive = grid_arrive,
    .grid_await = grid_await,
    .give_way = give_way,
    .allocate = kernel_heap_allocate,
    .release = kernel_heap_release,
    .fetch = cpu_texture_fetch,
    .sample = cpu_texture_sample,
    .surface = cpu_surface_place,
    .bulk_copy = cpu_bulk_copy,
    .transact = transact,
};
