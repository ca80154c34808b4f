#include "execute/threads/block_schedule.h"

#include "execute/kernel/trap.h"

#include <stdio.h>

/* --- Who runs next -------------------------------------------------------------------------------
 */

/* Answers the lanes that ask at the same place which lanes are active. */
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

/* Finds the first ready thread after the current one. Its own warp comes first, whose stacks are in
 * the cache. If the current thread gives way, the lower lanes of its warp come last, so that every
 * thread has its turn. */
static inline bool find_ready(block_threads *threads, bool gives_way, uint32_t *index)
{
    uint32_t first = threads->current / WARP_LANES;
    uint32_t behind = ~(block_lane_bit(threads->current) | (block_lane_bit(threads->current) - 1));

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
        snprintf(
            text, sizeof(text),
            "its threads wait for ever: lane %u of warp %u waits at a warp function with the mask "
            "0x%08x; its lanes 0x%08x do not come there with the same mask",
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

static inline uint32_t next_thread(block_threads *threads, bool gives_way)
{
    uint32_t next;

    if (!find_ready(threads, gives_way, &next))
        trap_hang(threads);
    return next;
}

uint32_t block_next_thread(block_threads *threads, bool gives_way)
{
    return next_thread(threads, gives_way);
}

static stack_switch *take_stack(block_threads *threads, uint32_t index)
{
    if (threads->own_stacks)
        return &threads->fibers->switches[index];
    if (threads->free_count > 0)
        return threads->free_stacks[--threads->free_count];
    return &threads->fibers->switches[threads->stack_count++];
}

void block_begin(block_threads *threads, uint32_t index)
{
    stack_switch *stack = take_stack(threads, index);

    block_begin_on(threads, index, stack);
    cpu_fibers_start(threads->fibers, (size_t)(stack - threads->fibers->switches), block_run_fiber,
                     threads);
}

void block_suspend(block_threads *threads, bool gives_way)
{
    uint32_t self = threads->current;
    uint32_t next = next_thread(threads, gives_way);

    if (next != self)
        stack_switch_to(block_stack_of(threads, self), block_turn_to(threads, next));
}

/* --- Threads that poll ---------------------------------------------------------------------------
 */

/* How often each ready thread may give way before the block counts as stalled. The block gets some
 * more turns, because a single thread may be busy. */
#define TURNS_PER_THREAD 4
#define TURNS_MORE       8

void block_note_progress(block_threads *threads)
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
    block_suspend(threads, true);
}

bool block_threads_only_ask(const block_threads *threads)
{
    return threads->turns > 0;
}

uint64_t block_threads_rounds(const block_threads *threads)
{
    const uint32_t ready = count_ready(threads);

    return ready > 0 ? threads->turns / ready : 0;
}
