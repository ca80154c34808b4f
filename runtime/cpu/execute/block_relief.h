/* block_relief.h: runs further blocks on another thread while a block makes no progress, because
 * it may be waiting for them. */
#ifndef CPU_BLOCK_RELIEF_H
#define CPU_BLOCK_RELIEF_H

#include "execute/kernel_launch.h"

#include <pthread.h>

/* Runs `count` blocks of a launch from block `first` on. A thread of its own calls it. */
typedef CUresult block_relief_run(const cpu_launch *launch, uint64_t first, uint64_t count);

typedef struct block_relief {
    block_relief_run *run;
    const cpu_launch *launch;
    uint64_t first;
    uint64_t count;
    CUresult result;
    pthread_t thread;
} block_relief;

/* Starts the thread. False if there is no memory for it. The caller must join it. */
bool block_relief_start(block_relief *relief, block_relief_run *run, const cpu_launch *launch,
                        uint64_t first, uint64_t count);

/* Waits until the blocks have run. Returns what cpu_run_blocks() returns. */
CUresult block_relief_join(block_relief *relief);

/* Gives the processor to other threads: of other blocks, of other kernels, of the program. `times`
 * is how often this was called since the last progress. The pause grows with it. */
void block_relief_pause(uint32_t times);

/* Asks for one more thread if work waits and no thread is free: the busy threads may be waiting for
 * that work. block_relief_set() sets the function that starts one. It is called before anything
 * runs. */
void block_relief_set(void (*start)(void));
void block_relief_ask(void);

#endif
