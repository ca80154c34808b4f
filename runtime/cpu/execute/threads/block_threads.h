/* block_threads.h: the threads of one block, on stacks of their own once they wait, all on one
 * thread of the operating system: who runs, who waits, and for what. */
#ifndef CPU_BLOCK_THREADS_H
#define CPU_BLOCK_THREADS_H

#include "execute/threads/block_task.h"

#include <stddef.h>

typedef struct block_threads block_threads;

/* Room for blocks of up to `count` threads; null without memory. Any thread. */
block_threads *block_threads_take(uint32_t count);
void block_threads_give(block_threads *threads);

/* Runs all threads of a block. Returns false if one of them abandoned the block. */
bool block_threads_run(block_threads *threads, uint32_t count, const block_task *task);

/* The same for threads that never wait for each other: they run one after the other. wait_for_grid
 * is not needed. */
bool block_threads_run_in_turn(block_threads *threads, uint32_t count, const block_task *task);

/* The running thread of the block calls the rest, on its own stack. */

/* custub_cpu_services.warp; `site` is the place in the program that calls it. */
uint64_t block_threads_trade(block_threads *threads, custub_cpu_warp operation, uint32_t mask,
                             uint64_t value, uint32_t source, const void *site);

/* Ends the block: block_threads_run() returns false. */
_Noreturn void block_threads_abandon(block_threads *threads);

/* Ends the running thread as if it had returned. */
_Noreturn void block_threads_end(block_threads *threads);

/* The memory that all stacks lie in, in the order of the threads, `each` bytes apart. */
const void *block_threads_stacks(const block_threads *threads, size_t *size, size_t *each);

/* Where the running thread's index in the block is kept. */
const uint32_t *block_threads_current(const block_threads *threads);

/* True if the address lies in the guard of a thread's stack: the stack was too small. */
bool block_threads_overflowed(const block_threads *threads, const void *address);

#endif
