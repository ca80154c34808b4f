/* block_schedule.h: which of a block's threads runs next, on which stack. For block_threads.c,
 * whose state this is. */
#ifndef CPU_BLOCK_SCHEDULE_H
#define CPU_BLOCK_SCHEDULE_H

#include "execute/threads/block_task.h"
#include "execute/threads/fiber.h"
#include "execute/threads/warp_trade.h"

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

typedef struct block_threads {
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
    stack_switch *free_stacks[CUSTUB_CPU_BLOCK_LIMIT];
    stack_switch *stacks[CUSTUB_CPU_BLOCK_LIMIT]; /* of each thread that has begun */
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
} block_threads;

static inline uint32_t block_lane_bit(uint32_t index)
{
    return UINT32_C(1) << index % WARP_LANES;
}

/* The thread that runs next if the current one waits, or gives way. Traps if all wait. */
uint32_t block_next_thread(block_threads *threads, bool gives_way);

/* The stack of a thread that has begun. */
static inline stack_switch *block_stack_of(const block_threads *threads, uint32_t index)
{
    return threads->stacks[index];
}

static inline bool block_has_begun(const block_threads *threads, uint32_t index)
{
    return (threads->warps[index / WARP_LANES].begun & block_lane_bit(index)) != 0;
}

static inline void block_begin_on(block_threads *threads, uint32_t index, stack_switch *stack)
{
    threads->warps[index / WARP_LANES].begun |= block_lane_bit(index);
    threads->stacks[index] = stack;
}

/* Gives the thread a stack, on which it will run block_run_fiber(). */
void block_begin(block_threads *threads, uint32_t index);
void block_run_fiber(void *argument);

/* Makes `index` the current thread. */
static inline stack_switch *block_turn_to(block_threads *threads, uint32_t index)
{
    if (!block_has_begun(threads, index))
        block_begin(threads, index);
    threads->current = index;
    return block_stack_of(threads, index);
}

/* The current thread waits, or gives way to another one. */
void block_suspend(block_threads *threads, bool gives_way);

/* Some thread has got what it waited for, or has returned. */
void block_come_further(block_threads *threads);

/* Lets another thread run: the current one has asked for something that is not there yet, or has
 * been forced to. */
void block_threads_yield(block_threads *threads, bool forced);

/* Whether threads have given way since one last came further; and how often all that can go on
 * have, roughly. */
bool block_threads_only_ask(const block_threads *threads);
uint64_t block_threads_rounds(const block_threads *threads);

#endif
