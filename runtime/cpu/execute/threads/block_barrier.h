/* block_barrier.h: barriers of a block, of parts of it, and of the grid. The running thread of the
 * block calls these functions, on its own stack. */
#ifndef CPU_BLOCK_BARRIER_H
#define CPU_BLOCK_BARRIER_H

#include <custub/cpu_image.h>

#include <stdbool.h>

struct block_threads;

/* Waits for all threads of the block, and for the grid's other blocks if `of_grid`. Returns how
 * many brought a predicate that is not 0. Traps if all threads wait for ever. */
custub_cpu_vote block_barrier_wait(struct block_threads *threads, bool of_grid, uint32_t predicate);

/* custub_cpu_services.part_barrier. */
custub_cpu_vote block_barrier_wait_part(struct block_threads *threads, uint32_t number,
                                        uint32_t count, uint32_t predicate);

/* Arrives at a barrier of a part without waiting, and returns the round. block_barrier_await()
 * waits until all of that round have arrived. */
uint32_t block_barrier_arrive(struct block_threads *threads, uint32_t number, uint32_t count);
void block_barrier_await(struct block_threads *threads, uint32_t number, uint32_t round);

/* The current thread has returned and is no longer waited for. */
void block_barrier_retire(struct block_threads *threads);

#endif
