/* grid_barrier.h: the barrier of a cooperative launch, at which blocks wait for each other, each on
 * a thread of the operating system. */
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

/* Waits until all running blocks have arrived. Returns false, and waits no longer, if a block
 * has failed. */
bool grid_barrier_wait(grid_barrier *barrier);

/* Arrives without waiting and returns the round. It is over when all running blocks have arrived,
 * or one has failed. */
uint64_t grid_barrier_arrive(grid_barrier *barrier);
bool grid_barrier_is_over(grid_barrier *barrier, uint64_t round);
bool grid_barrier_is_broken(grid_barrier *barrier);

/* A block has ended and is no longer waited for. */
void grid_barrier_leave(grid_barrier *barrier, bool failed);

#endif
