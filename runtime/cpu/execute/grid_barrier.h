/* grid_barrier.h: where the blocks of a cooperative launch wait for each other, each on a thread of
 * the operating system. */
#ifndef CPU_GRID_BARRIER_H
#define CPU_GRID_BARRIER_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct grid_barrier {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    uint64_t running; /* blocks that have not ended */
    uint64_t arrived;
    uint64_t rounds;
    bool broken;
} grid_barrier;

bool grid_barrier_initialize(grid_barrier *barrier, uint64_t blocks);
void grid_barrier_deinitialize(grid_barrier *barrier);

/* Waits until all blocks that run have come. Answers false if one has failed: none waits then. */
bool grid_barrier_wait(grid_barrier *barrier);

/* Arrives without waiting; answers the round, which is over when all have come, or one has failed.
 */
uint64_t grid_barrier_arrive(grid_barrier *barrier);
bool grid_barrier_is_over(grid_barrier *barrier, uint64_t round);
bool grid_barrier_is_broken(grid_barrier *barrier);

/* A block has ended. The others do not wait for it. */
void grid_barrier_leave(grid_barrier *barrier, bool failed);

#endif
