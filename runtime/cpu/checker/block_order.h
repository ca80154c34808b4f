/* block_order.h: how the accesses of the threads of a block are ordered, by barriers, warps and
 * fences, and which accesses of other blocks come before them. One block at a time, on one thread
 * of the operating system. */
#ifndef CPU_BLOCK_ORDER_H
#define CPU_BLOCK_ORDER_H

#include "checker/known_blocks.h"

#include <custub/cpu_image.h>

#include <stdbool.h>
#include <stdint.h>

#define CPU_CHECK_LANES 32
#define CPU_CHECK_WARPS (CUSTUB_CPU_BLOCK_LIMIT / CPU_CHECK_LANES)

#define CPU_CHECK_THIS_BLOCK 0 /* the block that runs; others have numbers from 1 on */

/* An access. */
typedef struct cpu_check_touch {
    uint32_t block;  /* its number in the launch, or CPU_CHECK_THIS_BLOCK */
    uint32_t epoch;  /* counts barriers and fences of all blocks that ran here; 0: no access */
    uint32_t site;   /* a return address, from the image's beginning */
    uint16_t thread; /* index in the block */
    uint16_t clock;  /* of its lane: counts the warp's synchronizations */
} cpu_check_touch;

typedef struct cpu_check_order {
    uint32_t block; /* the number of the block that runs */
    uint32_t epoch;
    uint32_t block_epoch;   /* the block's first */
    uint32_t barrier_epoch; /* the first since the last barrier */
    uint32_t era;           /* how often the epochs have begun anew */
    uint32_t threads;
    /* clocks[w][a][b]: lane a sees what lane b did up to this clock of b. */
    uint16_t clocks[CPU_CHECK_WARPS][CPU_CHECK_LANES][CPU_CHECK_LANES];
    /* The epoch that ended with the last fence: the thread's own, or one of a lane that its warp
     * has synchronized with since. */
    uint32_t fences[CUSTUB_CPU_BLOCK_LIMIT];
    uint32_t last_fence;    /* the epoch that ended with the last fence of any thread */
    uint32_t barrier_fence; /* the same for fences before the last barrier */
    uint32_t seen[CUSTUB_CPU_BLOCK_LIMIT]; /* the thread sees what others did up to this epoch */
    cpu_check_known known;                 /* what the block sees of other blocks */
} cpu_check_order;

/* Null if there is no memory for it. */
cpu_check_order *cpu_check_order_create(void);
void cpu_check_order_destroy(cpu_check_order *order);

/* A block begins: no threads have synchronized, and nothing is known of other blocks. */
void cpu_check_order_begin(cpu_check_order *order, uint32_t block, uint32_t threads);

/* All threads of the block have reached a barrier. */
void cpu_check_order_barrier(cpu_check_order *order);

/* The lanes in `mask` of a warp have synchronized. */
void cpu_check_order_warp(cpu_check_order *order, uint32_t warp, uint32_t mask);

/* The thread calls a fence. A later atomic or volatile write, by this thread or by a lane that its
 * warp has synchronized with since, makes what was done before the fence visible: to every thread
 * that sees the write. */
void cpu_check_order_fence(cpu_check_order *order, uint32_t thread);

/* The epoch that ended with the last fence which the thread has called, or which came before a
 * barrier; 0: none. */
uint32_t cpu_check_order_fence_of(const cpu_check_order *order, uint32_t thread);

/* True if `thread` sees what `before` did. */
bool cpu_check_is_ordered(const cpu_check_order *order, const cpu_check_touch *before,
                          uint32_t thread);

/* An access of `thread` that is made now, of the block that runs. */
cpu_check_touch cpu_check_touch_now(const cpu_check_order *order, uint32_t thread, uint32_t site);

#endif
