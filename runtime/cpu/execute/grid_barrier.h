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
    uint64_t blocks;
    uint64_t running;  /* blocks that have not ended */
    uint64_t arrived;  /* in this round, also those that have ended since */
    uint64_t departed; /* of them, those that have ended */
    uint64_t rounds;
    bool broken;   /* a block has failed, or the others wait for blocks that have ended */
    bool deserted; /* they wait for blocks that have ended, and nobody has reported it */
} grid_barrier;

bool grid_barrier_initialize(grid_barrier *barrier, uint64_t blocks);
void grid_barrier_deinitialize(grid_barrier *barrier);

/* Waits until all blocks of the grid have arrived. Returns false, and waits no longer, if a block
 * has failed or has ended without arriving. */
bool grid_barrier_wait(grid_barrier *barrier);

/* Arrives without waiting and returns the round. It is over when all blocks of the grid have
 * arrived, or the barrier is broken: asking whether it is counts as waiting. */
uint64_t grid_barrier_arrive(grid_barrier *barrier);
bool grid_barrier_is_over(grid_barrier *barrier, uint64_t round);
bool grid_barrier_is_broken(grid_barrier *barrier);

/* True for one of the blocks that wait for blocks that have ended. */
bool grid_barrier_must_report(grid_barrier *barrier);

/* A block has ended. On a GPU the others would wait for it for ever, unless it arrived before, of
 * which `round` is the last time without waiting. */
#define GRID_BARRIER_NEVER UINT64_MAX
void grid_barrier_leave(grid_barrier *barrier, uint64_t round, bool failed);

#endif
