#include "execute/threads/block_barrier.h"

#include "api/memory_checker.h"
#include "execute/kernel/trap.h"
#include "execute/threads/block_schedule.h"

#include <string.h>

/* Threads that have returned are not waited for (CUDA C++ Programming Guide, "Independent Thread
 * Scheduling"). */
static void release_barrier(block_threads *threads)
{
    const cpu_checker *checker = cpu_memory_checker();

    block_note_progress(threads);
    if (threads->of_grid && checker)
        checker->grid_arrive();
    if (threads->of_grid)
        threads->task.wait_for_grid(threads->task.argument);
    if (threads->of_grid && checker)
        checker->grid_leave();
    if (checker)
        checker->barrier_release(threads->arriving.arrived, threads->count);
    threads->arrived = threads->arriving;
    threads->arriving.arrived = 0;
    threads->arriving.nonzero = 0;
    for (uint32_t i = 0; i < threads->warp_count; i++)
        threads->warps[i].ready = threads->warps[i].live;
}

custub_cpu_vote block_barrier_wait(block_threads *threads, bool of_grid, uint32_t predicate)
{
    uint32_t self = threads->current;

    if (threads->arriving.arrived > 0 && threads->of_grid != of_grid)
        cpu_kernel_trap(CUSTUB_CPU_TRAP_HANG, "some threads of a block wait at a barrier of the "
                                              "block, others at one of the grid");
    threads->of_grid = of_grid;
    threads->arriving.arrived++;
    threads->arriving.nonzero += predicate != 0;
    if (threads->arriving.arrived == threads->live) {
        release_barrier(threads);
        return threads->arrived;
    }
    threads->warps[self / WARP_LANES].ready &= ~block_lane_bit(self);
    block_suspend(threads, false);
    return threads->arrived;
}

static void release_part(block_threads *threads, uint32_t number)
{
    const cpu_checker *checker = cpu_memory_checker();
    part_barrier *part = &threads->parts[number];

    if (number == BLOCK_ARRIVES_AT_GRID && checker)
        checker->grid_arrive();
    if (checker)
        checker->synchronized();
    block_note_progress(threads);
    if (number == BLOCK_ARRIVES_AT_GRID)
        threads->task.arrive_at_grid(threads->task.argument);
    part->rounds++;
    part->arrived = part->arriving;
    memset(&part->arriving, 0, sizeof(part->arriving));
    for (uint32_t i = 0; i < threads->count; i++) {
        if (threads->waits_at[i] != number + 1)
            continue;
        threads->waits_at[i] = 0;
        threads->warps[i / WARP_LANES].ready |= block_lane_bit(i);
    }
}

static bool is_complete(const block_threads *threads, const part_barrier *part)
{
    return part->arriving.arrived >= (part->count ? part->count : threads->live);
}

/* Adds the current thread, which releases the others if it is the last. Returns the round. */
static uint32_t arrive(block_threads *threads, uint32_t number, uint32_t count, uint32_t predicate)
{
    part_barrier *part = &threads->parts[number];
    uint32_t round = part->rounds;

    if (part->arriving.arrived > 0 && part->count != count)
        cpu_kernel_trap(CUSTUB_CPU_TRAP_EXIT,
                        "its threads wait at a barrier for different numbers of threads");
    threads->has_parts = true;
    part->count = count;
    part->arriving.arrived++;
    part->arriving.nonzero += predicate != 0;
    if (is_complete(threads, part))
        release_part(threads, number);
    return round;
}

static void check_number(uint32_t number)
{
    if (number > BLOCK_ARRIVES_AT_GRID)
        cpu_kernel_trap(CUSTUB_CPU_TRAP_EXIT, "it waits at a barrier whose number is too large");
}

uint32_t block_barrier_arrive(block_threads *threads, uint32_t number, uint32_t count)
{
    check_number(number);
    return arrive(threads, number, count, 0);
}

void block_barrier_await(block_threads *threads, uint32_t number, uint32_t round)
{
    uint32_t self = threads->current;

    check_number(number);
    if (threads->parts[number].rounds != round)
        return;
    threads->waits_at[self] = (uint16_t)(number + 1);
    threads->warps[self / WARP_LANES].ready &= ~block_lane_bit(self);
    block_suspend(threads, false);
}

custub_cpu_vote block_barrier_wait_part(block_threads *threads, uint32_t number, uint32_t count,
                                        uint32_t predicate)
{
    check_number(number);
    block_barrier_await(threads, number, arrive(threads, number, count, predicate));
    return threads->parts[number].arrived;
}

void block_barrier_retire(block_threads *threads)
{
    if (threads->live > 0 && threads->arriving.arrived == threads->live)
        release_barrier(threads);
    for (uint32_t i = 0; threads->has_parts && i <= BLOCK_ARRIVES_AT_GRID; i++) {
        const part_barrier *part = &threads->parts[i];
        if (part->arriving.arrived > 0 && part->count == 0 && is_complete(threads, part))
            release_part(threads, i);
    }
}
