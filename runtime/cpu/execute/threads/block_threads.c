#include "execute/threads/block_threads.h"

#include "api/memory_checker.h"
#include "execute/kernel/trap.h"
#include "execute/threads/block_barrier.h"
#include "execute/threads/block_schedule.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- Room ----------------------------------------------------------------------------------------
 */

block_threads *block_threads_take(uint32_t count)
{
    block_threads *threads = calloc(1, sizeof(*threads));

    if (!threads)
        return NULL;
    threads->fibers = cpu_fibers_take(count);
    if (!threads->fibers) {
        free(threads);
        return NULL;
    }
    return threads;
}

void block_threads_give(block_threads *threads)
{
    if (!threads)
        return;
    cpu_fibers_give(threads->fibers);
    free(threads);
}

const uint32_t *block_threads_current(const block_threads *threads)
{
    return &threads->current;
}

const void *block_threads_stacks(const block_threads *threads, size_t *size, size_t *each)
{
    *size = threads->fibers->size;
    *each = threads->fibers->size / threads->fibers->count;
    return threads->fibers->memory;
}

bool block_threads_overflowed(const block_threads *threads, const void *address)
{
    return cpu_fibers_overflowed(threads->fibers, address);
}

/* --- Warps ---------------------------------------------------------------------------------------
 */

/* If all lanes that this lane waits for have come, gives all of them their answers and returns
 * true. */
static bool complete_trade(block_threads *threads, uint32_t index)
{
    block_warp *warp = &threads->warps[index / WARP_LANES];
    warp_lane *lanes = &threads->lanes[index / WARP_LANES * WARP_LANES];
    const warp_lane *lane = &threads->lanes[index];
    const cpu_checker *checker = cpu_memory_checker();
    uint32_t group = lane->mask & warp->live;

    if (group & ~warp->trading || warp_partners(lanes, group, lane) != group)
        return false;
    if (checker)
        checker->warp_sync(index / WARP_LANES, group);
    block_note_progress(threads);
    warp_answer(lanes, group, lane->operation);
    warp->trading &= ~group;
    warp->ready |= group;
    return true;
}

static uint64_t trap_mask(uint32_t lane, uint32_t mask)
{
    char text[128];

    snprintf(text, sizeof(text),
             "lane %u calls a warp function with the mask 0x%08x, which must include that lane",
             (unsigned)lane, (unsigned)mask);
    cpu_kernel_trap(CUSTUB_CPU_TRAP_EXIT, text);
}

uint64_t block_threads_trade(block_threads *threads, custub_cpu_warp operation, uint32_t mask,
                             uint64_t value, uint32_t source, const void *site)
{
    uint32_t self = threads->current;
    block_warp *warp = &threads->warps[self / WARP_LANES];
    warp_lane *lane = &threads->lanes[self];

    if (operation != CUSTUB_CPU_WARP_ACTIVE && !(mask & block_lane_bit(self)))
        return trap_mask(self % WARP_LANES, mask);
    lane->operation = operation;
    /* Lanes that have returned or never existed are not waited for. */
    lane->mask = mask;
    lane->value = value;
    lane->source = source;
    lane->site = site;
    warp->ready &= ~block_lane_bit(self);
    if (operation == CUSTUB_CPU_WARP_ACTIVE) {
        warp->grouping |= block_lane_bit(self);
        block_suspend(threads, false);
        return lane->value;
    }
    warp->trading |= block_lane_bit(self);
    if (!complete_trade(threads, self))
        block_suspend(threads, false);
    return lane->value;
}

/* --- A thread's life -----------------------------------------------------------------------------
 */

_Noreturn void block_threads_abandon(block_threads *threads)
{
    threads->abandoned = true;
    stack_switch_leave(block_stack_of(threads, threads->current), &threads->home);
}

/* The current thread has returned: nobody waits for it any longer. */
static void retire(block_threads *threads)
{
    uint32_t self = threads->current;
    block_warp *warp = &threads->warps[self / WARP_LANES];
    uint32_t base = self / WARP_LANES * WARP_LANES;

    block_note_progress(threads);
    warp->live &= ~block_lane_bit(self);
    warp->ready &= ~block_lane_bit(self);
    threads->live--;
    for (uint32_t rest = warp->trading; rest; rest &= rest - 1) {
        if (warp->trading & block_lane_bit(warp_lowest(rest)))
            complete_trade(threads, base + warp_lowest(rest));
    }
    block_barrier_retire(threads);
}

/* Its stack is free once it is left. */
static _Noreturn void leave(block_threads *threads, uint32_t next)
{
    uint32_t self = threads->current;
    stack_switch *target = block_turn_to(threads, next);

    if (!threads->own_stacks)
        threads->free_stacks[threads->free_count++] = threads->stacks[self];
    stack_switch_leave(block_stack_of(threads, self), target);
}

_Noreturn void block_threads_end(block_threads *threads)
{
    if (!threads->in_turn)
        retire(threads);
    if (threads->in_turn || threads->live == 0)
        stack_switch_leave(block_stack_of(threads, threads->current), &threads->home);
    leave(threads, block_next_thread(threads, false));
}

/* When a thread has returned and the next one has not begun, that one runs on the same stack. */
void block_run_fiber(void *argument)
{
    block_threads *threads = argument;

    stack_switch_arrived(block_stack_of(threads, threads->current));
    for (;;) {
        uint32_t next;

        threads->task.run_thread(threads->task.argument, threads->current);
        retire(threads);
        if (threads->live == 0)
            stack_switch_leave(block_stack_of(threads, threads->current), &threads->home);
        next = block_next_thread(threads, false);
        if (threads->own_stacks || block_has_begun(threads, next))
            leave(threads, next);
        block_begin_on(threads, next, threads->stacks[threads->current]);
        threads->current = next;
    }
}

bool block_threads_run(block_threads *threads, uint32_t count, const block_task *task)
{
    threads->task = *task;
    threads->count = count;
    threads->warp_count = (count + WARP_LANES - 1) / WARP_LANES;
    threads->live = count;
    threads->abandoned = false;
    threads->in_turn = false;
    threads->own_stacks = task->own_stacks;
    threads->stack_count = 0;
    threads->free_count = 0;
    block_note_progress(threads);
    memset(&threads->arriving, 0, sizeof(threads->arriving));
    memset(threads->warps, 0, sizeof(threads->warps));
    if (threads->has_parts) {
        memset(threads->parts, 0, sizeof(threads->parts));
        memset(threads->waits_at, 0, sizeof(threads->waits_at));
        threads->has_parts = false;
    }
    for (uint32_t i = 0; i < threads->warp_count; i++) {
        uint32_t lanes = count - i * WARP_LANES;
        threads->warps[i].live = lanes < WARP_LANES ? block_lane_bit(lanes) - 1 : UINT32_MAX;
        threads->warps[i].ready = threads->warps[i].live;
    }
    stack_switch_to(&threads->home, block_turn_to(threads, 0));
    return !threads->abandoned;
}

static void run_called(void *argument)
{
    block_threads *threads = argument;

    threads->task.run_thread(threads->task.argument, threads->current);
}

bool block_threads_run_in_turn(block_threads *threads, uint32_t count, const block_task *task)
{
    threads->task = *task;
    threads->count = count;
    threads->abandoned = false;
    threads->in_turn = true;
    for (uint32_t i = 0; i < count && !threads->abandoned; i++) {
        threads->current = i;
        threads->stacks[i] = &threads->fibers->switches[i];
        cpu_fibers_call(threads->fibers, i, &threads->home, run_called, threads);
    }
    return !threads->abandoned;
}
