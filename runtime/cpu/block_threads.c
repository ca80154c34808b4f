#include "block_threads.h"

#include "block_runner.h"
#include "kernel_check.h"
#include "fiber.h"
#include "warp_trade.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Bit i is lane i. A lane that lives is ready, trades, groups, or waits at a barrier. */
typedef struct block_warp {
    uint32_t live;
    uint32_t begun; /* has a stack, or had one */
    uint32_t ready;
    uint32_t trading;  /* waits for the lanes of its mask */
    uint32_t grouping; /* wants to know who is active */
} block_warp;

/* Some threads of the block wait for each other. */
typedef struct part_barrier {
    uint32_t count;  /* how many are waited for; 0: all that live */
    uint32_t rounds; /* how often all had come */
    custub_cpu_vote arriving;
    custub_cpu_vote arrived;
} part_barrier;

#define WARP_COUNT (CUSTUB_CPU_BLOCK_LIMIT / WARP_LANES)

struct block_threads {
    cpu_fibers *fibers;
    stack_switch home; /* of the thread that runs the block */
    block_task task;
    uint32_t count;
    uint32_t warp_count;
    uint32_t live;    /* threads that have not returned */
    uint32_t current; /* the one that runs */
    bool abandoned;
    bool in_turn; /* none waits for another one */
    /* Threads that never wait follow each other on one stack, unless each has to have its own. */
    bool own_stacks;
    uint32_t stack_count; /* that were used so far */
    uint32_t free_count;
    uint16_t free_stacks[CUSTUB_CPU_BLOCK_LIMIT];
    uint16_t stacks[CUSTUB_CPU_BLOCK_LIMIT]; /* of each thread that has begun */
    /* Since a thread last came further, as far as can be seen. */
    uint64_t turns;
    uint32_t stalls;
    /* The barrier that threads are coming to, and what the last one answered. */
    bool of_grid;
    custub_cpu_vote arriving;
    custub_cpu_vote arrived;
    bool has_parts; /* some barrier of a part was waited at */
    part_barrier parts[BLOCK_ARRIVES_AT_GRID + 1];
    uint16_t waits_at[CUSTUB_CPU_BLOCK_LIMIT]; /* the part's number, from 1; 0: at none */
    block_warp warps[WARP_COUNT];
    warp_lane lanes[CUSTUB_CPU_BLOCK_LIMIT];
};

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

/* --- Who runs next -------------------------------------------------------------------------------
 */

static uint32_t lane_bit(uint32_t index)
{
    return UINT32_C(1) << index % WARP_LANES;
}

/* Lets those go on that ask at the same place who is active. */
static void answer_group(block_threads *threads, uint32_t warp_index)
{
    block_warp *warp = &threads->warps[warp_index];
    warp_lane *lanes = &threads->lanes[warp_index * WARP_LANES];
    uint32_t group = warp_lanes_at(lanes, warp->grouping, lanes[warp_lowest(warp->grouping)].site);

    for (uint32_t i = 0; i < WARP_LANES; i++) {
        if (group >> i & 1)
            lanes[i].value = group;
    }
    warp->grouping &= ~group;
    warp->ready |= group;
}

/* The first ready thread behind the current one: of its own warp first, whose stacks are at hand;
 * if it gives way, of its own warp's lower lanes last, so that every thread has its turn. */
static bool find_ready(block_threads *threads, bool gives_way, uint32_t *index)
{
    uint32_t first = threads->current / WARP_LANES;
    uint32_t behind = ~(lane_bit(threads->current) | (lane_bit(threads->current) - 1));

    for (uint32_t i = 0; i <= threads->warp_count; i++) {
        uint32_t at = (first + i) % threads->warp_count;
        block_warp *warp = &threads->warps[at];
        uint32_t ready;

        if (!warp->ready && warp->grouping)
            answer_group(threads, at);
        ready = warp->ready;
        if (i == 0 && (gives_way || ready & behind))
            ready &= behind;
        if (!ready)
            continue;
        *index = at * WARP_LANES + warp_lowest(ready);
        return true;
    }
    return false;
}

static _Noreturn void trap_hang(const block_threads *threads)
{
    char text[256];

    for (uint32_t i = 0; i < threads->warp_count; i++) {
        const block_warp *warp = &threads->warps[i];
        const warp_lane *lane;

        if (!warp->trading)
            continue;
        lane = &threads->lanes[i * WARP_LANES + warp_lowest(warp->trading)];
        snprintf(text, sizeof(text),
                 "its threads wait for ever: lane %u of warp %u at a warp function with the mask "
                 "0x%08x, of whose lanes 0x%08x do not come there with the same mask",
                 (unsigned)warp_lowest(warp->trading), (unsigned)i, (unsigned)lane->mask,
                 (unsigned)(lane->mask & warp->live &
                            ~warp_partners(&threads->lanes[i * WARP_LANES], warp->trading, lane)));
        cpu_kernel_trap(CUSTUB_CPU_TRAP_HANG, text);
    }
    cpu_kernel_trap(CUSTUB_CPU_TRAP_HANG,
                    threads->has_parts
                        ? "its threads wait for ever, some at a barrier to which others do not come"
                        : "its threads wait for ever, some at a barrier of the block, others at "
                          "one of the grid");
}

static uint32_t next_thread(block_threads *threads, bool gives_way)
{
    uint32_t next;

    if (!find_ready(threads, gives_way, &next))
        trap_hang(threads);
    return next;
}

static stack_switch *stack_of(const block_threads *threads, uint32_t index)
{
    return &threads->fibers->switches[threads->stacks[index]];
}

static bool has_begun(const block_threads *threads, uint32_t index)
{
    return (threads->warps[index / WARP_LANES].begun & lane_bit(index)) != 0;
}

static void begin_on(block_threads *threads, uint32_t index, uint32_t stack)
{
    threads->warps[index / WARP_LANES].begun |= lane_bit(index);
    threads->stacks[index] = (uint16_t)stack;
}

static void run_fiber(void *argument);

/* Makes `index` the current thread; on a stack if it has none yet. */
static stack_switch *turn_to(block_threads *threads, uint32_t index)
{
    if (!has_begun(threads, index)) {
        if (threads->own_stacks)
            begin_on(threads, index, index);
        else if (threads->free_count > 0)
            begin_on(threads, index, threads->free_stacks[--threads->free_count]);
        else
            begin_on(threads, index, threads->stack_count++);
        cpu_fibers_start(threads->fibers, threads->stacks[index], run_fiber, threads);
    }
    threads->current = index;
    return stack_of(threads, index);
}

/* The current thread waits, or gives way to another one. */
static void suspend(block_threads *threads, bool gives_way)
{
    uint32_t self = threads->current;
    uint32_t next = next_thread(threads, gives_way);

    if (next != self)
        stack_switch_to(stack_of(threads, self), turn_to(threads, next));
}

/* --- Threads that ask again and again ------------------------------------------------------------
 */

/* How often each that can go on may have given way before the block is taken to stand still, and
 * some more, lest a single thread that has much to do is. */
#define TURNS_PER_THREAD 4
#define TURNS_MORE       8

static void come_further(block_threads *threads)
{
    threads->turns = 0;
    threads->stalls = 0;
}

static uint32_t count_ready(const block_threads *threads)
{
    uint32_t count = 0;

    for (uint32_t i = 0; i < threads->warp_count; i++) {
        for (uint32_t rest = threads->warps[i].ready; rest; rest &= rest - 1)
            count++;
    }
    return count;
}

void block_threads_yield(block_threads *threads, bool forced)
{
    uint32_t ready;

    if (threads->in_turn)
        return;
    ready = forced ? count_ready(threads) : threads->live;

    threads->turns++;
    if (threads->turns > (uint64_t)ready * TURNS_PER_THREAD + TURNS_MORE) {
        threads->turns -= ready;
        threads->task.stall(threads->task.argument, forced, threads->stalls++);
    }
    suspend(threads, true);
}

uint64_t block_threads_turns(const block_threads *threads)
{
    return threads->turns;
}

/* --- Barriers ------------------------------------------------------------------------------------
 */

/* A thread that has returned is not waited for (CUDA C++ Programming Guide, "Independent Thread
 * Scheduling"). */
static void release_barrier(block_threads *threads)
{
    come_further(threads);
    if (threads->of_grid)
        threads->task.wait_for_grid(threads->task.argument);
    cpu_check_barrier_release(threads->arriving.arrived, threads->count);
    threads->arrived = threads->arriving;
    threads->arriving.arrived = 0;
    threads->arriving.nonzero = 0;
    for (uint32_t i = 0; i < threads->warp_count; i++)
        threads->warps[i].ready = threads->warps[i].live;
}

custub_cpu_vote block_threads_wait(block_threads *threads, bool of_grid, uint32_t predicate)
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
    threads->warps[self / WARP_LANES].ready &= ~lane_bit(self);
    suspend(threads, false);
    return threads->arrived;
}

static void release_part(block_threads *threads, uint32_t number)
{
    part_barrier *part = &threads->parts[number];

    cpu_check_synchronized();
    come_further(threads);
    if (number == BLOCK_ARRIVES_AT_GRID)
        threads->task.arrive_at_grid(threads->task.argument);
    part->rounds++;
    part->arrived = part->arriving;
    memset(&part->arriving, 0, sizeof(part->arriving));
    for (uint32_t i = 0; i < threads->count; i++) {
        if (threads->waits_at[i] != number + 1)
            continue;
        threads->waits_at[i] = 0;
        threads->warps[i / WARP_LANES].ready |= lane_bit(i);
    }
}

static bool is_complete(const block_threads *threads, const part_barrier *part)
{
    return part->arriving.arrived >= (part->count ? part->count : threads->live);
}

/* One thread more has arrived: the last one lets the others go on. Answers the round. */
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
        cpu_kernel_trap(CUSTUB_CPU_TRAP_EXIT,
                        "it waits at a barrier of a number that is not there");
}

uint32_t block_threads_arrive(block_threads *threads, uint32_t number, uint32_t count)
{
    check_number(number);
    return arrive(threads, number, count, 0);
}

void block_threads_await(block_threads *threads, uint32_t number, uint32_t round)
{
    uint32_t self = threads->current;

    check_number(number);
    if (threads->parts[number].rounds != round)
        return;
    threads->waits_at[self] = (uint16_t)(number + 1);
    threads->warps[self / WARP_LANES].ready &= ~lane_bit(self);
    suspend(threads, false);
}

custub_cpu_vote block_threads_wait_part(block_threads *threads, uint32_t number, uint32_t count,
                                        uint32_t predicate)
{
    check_number(number);
    block_threads_await(threads, number, arrive(threads, number, count, predicate));
    return threads->parts[number].arrived;
}

/* Of those who wait for all that live, one less is waited for. */
static void release_parts(block_threads *threads)
{
    for (uint32_t i = 0; threads->has_parts && i <= BLOCK_ARRIVES_AT_GRID; i++) {
        const part_barrier *part = &threads->parts[i];
        if (part->arriving.arrived > 0 && part->count == 0 && is_complete(threads, part))
            release_part(threads, i);
    }
}

/* --- Warps ---------------------------------------------------------------------------------------
 */

/* Whether all that the lane waits for have come; they then have their answers. */
static bool complete_trade(block_threads *threads, uint32_t index)
{
    block_warp *warp = &threads->warps[index / WARP_LANES];
    warp_lane *lanes = &threads->lanes[index / WARP_LANES * WARP_LANES];
    const warp_lane *lane = &threads->lanes[index];
    uint32_t group = lane->mask & warp->live;

    if (group & ~warp->trading || warp_partners(lanes, group, lane) != group)
        return false;
    cpu_check_warp_sync(index / WARP_LANES, group);
    come_further(threads);
    warp_answer(lanes, group, lane->operation);
    warp->trading &= ~group;
    warp->ready |= group;
    return true;
}

static uint64_t trap_mask(uint32_t lane, uint32_t mask)
{
    char text[128];

    snprintf(text, sizeof(text),
             "lane %u calls a warp function with the mask 0x%08x, which does not name it",
             (unsigned)lane, (unsigned)mask);
    cpu_kernel_trap(CUSTUB_CPU_TRAP_EXIT, text);
}

uint64_t block_threads_trade(block_threads *threads, custub_cpu_warp operation, uint32_t mask,
                             uint64_t value, uint32_t source, const void *site)
{
    uint32_t self = threads->current;
    block_warp *warp = &threads->warps[self / WARP_LANES];
    warp_lane *lane = &threads->lanes[self];

    if (operation != CUSTUB_CPU_WARP_ACTIVE && !(mask & lane_bit(self)))
        return trap_mask(self % WARP_LANES, mask);
    lane->operation = operation;
    /* Lanes that have returned, or never were, are not waited for. */
    lane->mask = mask;
    lane->value = value;
    lane->source = source;
    lane->site = site;
    warp->ready &= ~lane_bit(self);
    if (operation == CUSTUB_CPU_WARP_ACTIVE) {
        warp->grouping |= lane_bit(self);
        suspend(threads, false);
        return lane->value;
    }
    warp->trading |= lane_bit(self);
    if (!complete_trade(threads, self))
        suspend(threads, false);
    return lane->value;
}

/* --- A thread's life -----------------------------------------------------------------------------
 */

_Noreturn void block_threads_abandon(block_threads *threads)
{
    threads->abandoned = true;
    stack_switch_leave(stack_of(threads, threads->current), &threads->home);
}

/* Those who wait for this thread do so no longer. */
static void retire(block_threads *threads)
{
    uint32_t self = threads->current;
    block_warp *warp = &threads->warps[self / WARP_LANES];
    uint32_t base = self / WARP_LANES * WARP_LANES;

    come_further(threads);
    warp->live &= ~lane_bit(self);
    warp->ready &= ~lane_bit(self);
    threads->live--;
    for (uint32_t rest = warp->trading; rest; rest &= rest - 1) {
        if (warp->trading & lane_bit(warp_lowest(rest)))
            complete_trade(threads, base + warp_lowest(rest));
    }
    if (threads->live > 0 && threads->arriving.arrived == threads->live)
        release_barrier(threads);
    release_parts(threads);
}

/* Its stack is free once it is left. */
static _Noreturn void leave(block_threads *threads, uint32_t next)
{
    uint32_t self = threads->current;
    stack_switch *target = turn_to(threads, next);

    if (!threads->own_stacks)
        threads->free_stacks[threads->free_count++] = threads->stacks[self];
    stack_switch_leave(stack_of(threads, self), target);
}

_Noreturn void block_threads_end(block_threads *threads)
{
    if (!threads->in_turn)
        retire(threads);
    if (threads->in_turn || threads->live == 0)
        stack_switch_leave(stack_of(threads, threads->current), &threads->home);
    leave(threads, next_thread(threads, false));
}

/* Threads that have not begun go on where one has returned. */
static void run_fiber(void *argument)
{
    block_threads *threads = argument;

    stack_switch_arrived(stack_of(threads, threads->current));
    for (;;) {
        uint32_t next;

        threads->task.run_thread(threads->task.argument, threads->current);
        retire(threads);
        if (threads->live == 0)
            stack_switch_leave(stack_of(threads, threads->current), &threads->home);
        next = next_thread(threads, false);
        if (threads->own_stacks || has_begun(threads, next))
            leave(threads, next);
        begin_on(threads, next, threads->stacks[threads->current]);
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
    come_further(threads);
    memset(&threads->arriving, 0, sizeof(threads->arriving));
    memset(threads->warps, 0, sizeof(threads->warps));
    if (threads->has_parts) {
        memset(threads->parts, 0, sizeof(threads->parts));
        memset(threads->waits_at, 0, sizeof(threads->waits_at));
        threads->has_parts = false;
    }
    for (uint32_t i = 0; i < threads->warp_count; i++) {
        uint32_t lanes = count - i * WARP_LANES;
        threads->warps[i].live = lanes < WARP_LANES ? lane_bit(lanes) - 1 : UINT32_MAX;
        threads->warps[i].ready = threads->warps[i].live;
    }
    stack_switch_to(&threads->home, turn_to(threads, 0));
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
        threads->stacks[i] = (uint16_t)i;
        cpu_fibers_call(threads->fibers, i, &threads->home, run_called, threads);
    }
    return !threads->abandoned;
}
