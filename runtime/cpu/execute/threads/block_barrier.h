/* block_barrier.h: the threads of a block wait for each other, or for those of other blocks. */
#ifndef CPU_BLOCK_BARRIER_H
#define CPU_BLOCK_BARRIER_H

#include <custub/cpu_image.h>

#include <stdbool.h>

struct block_threads;

/* Called by the thread that runs, on its stack. */

/* Waits for the others; answers how many brought a predicate that is not 0. One of the grid waits
 * for the grid's other blocks too. If all threads wait for ever, the kernel traps. */
custub_cpu_vote block_barrier_wait(struct block_threads *threads, bool of_grid, uint32_t predicate);

/* custub_cpu_services.part_barrier. */
custub_cpu_vote block_barrier_wait_part(struct block_threads *threads, uint32_t number,
                                        uint32_t count, uint32_t predicate);

/* Arrives at such a barrier without waiting; answers the round, for block_barrier_await(), which
 * waits until all of that round have come. */
uint32_t block_barrier_arrive(struct block_threads *threads, uint32_t number, uint32_t count);
void block_barrier_await(struct block_threads *threads, uint32_t number, uint32_t round);

/* The current thread has returned and is no longer waited for. */
void block_barrier_retire(struct block_threads *threads);

#endif
