/* block_schedule.h: which of a block's threads runs next, and on which stack. The state is that of
 * block_threads.c and block_barrier.c. */
#ifndef CPU_BLOCK_SCHEDULE_H
#define CPU_BLOCK_SCHEDULE_H

#include "execute/threads/block_task.h"
#include "execute/threads/fiber.h"
#include "execute/threads/warp_trade.h"

/* Bit i is lane i. A live lane is ready, trades, groups, or waits at a barrier. */
typedef struct block_warp {
    uint32_t live;
    uint32_t begun; /* has a stack, or had one */
    uint32_t ready;
    uint32_t trading;  /* waits for the lanes of its mask */
    uint32_t grouping; /* asks which lanes are active */
} block_warp;

/* A barrier for some threads of the block. */
typedef struct part_barrier {
    uint32_t count;  /* how many threads it waits for; 0: all live ones */
    uint32_t rounds; /* how often all have arrived */
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
    bool in_turn; /* threads run one after the other; none waits for another */
    /* Threads that never wait share a stack, one after the other, unless each must have its own. */
    bool own_stacks;
    uint32_t stack_count; /* used so far */
    uint32_t free_count;
    stack_switch *free_stacks[CUSTUB_CPU_BLOCK_LIMIT];
    stack_switch *stacks[CUSTUB_CPU_BLOCK_LIMIT]; /* for each thread that has begun */
    /* Counted since a thread last made progress, as far as can be seen. */
    uint64_t turns;
    uint32_t stalls;
    /* The barrier of all threads: who has arrived, and the result of the last round. */
    bool of_grid;
    custub_cpu_vote arriving;
    custub_cpu_vote arrived;
    bool has_parts; /* some part has waited */
    part_barrier parts[BLOCK_ARRIVES_AT_GRID + 1];
    uint16_t waits_at[CUSTUB_CPU_BLOCK_LIMIT]; /* the number of a part's barrier plus 1; 0: none */
    block_warp warps[WARP_COUNT];
    warp_lane lanes[CUSTUB_CPU_BLOCK_LIMIT];
} block_threads;

static inline uint32_t block_lane_bit(uint32_t index)
{
    return UINT32_C(1) << index % WARP_LANES;
}

/* The thread that runs next if the current one waits or gives way. Traps if all wait. */
uint32_t block_next_thread(block_threads *threads, bool gives_way);

/* The thread must have begun. */
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

/* Runs another thread: the current one waits, or gives way. */
void block_suspend(block_threads *threads, bool gives_way);

/* Notes progress of the block: a thread no longer waits, or has returned. */
void block_note_progress(block_threads *threads);

/* Runs another thread: the current one polls for a change, or was forced to give way. */
void block_threads_yield(block_threads *threads, bool forced);

/* True if threads have given way since one last made progress. The second tells roughly how often
 * all ready threads have. */
bool block_threads_only_ask(const block_threads *threads);
uint64_t block_threads_rounds(const block_threads *threads);

#endif
