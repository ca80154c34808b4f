/* block_relief.h: runs further blocks on another thread while a block makes no progress, because
 * it may be waiting for them. */
#ifndef CPU_BLOCK_RELIEF_H
#define CPU_BLOCK_RELIEF_H

#include "execute/kernel_launch.h"

#include <pthread.h>

/* A range of a launch's blocks, on a thread of the operating system of its own. */
typedef CUresult block_relief_run(const cpu_launch *launch, uint64_t first, uint64_t count);

typedef struct block_relief {
    block_relief_run *run;
    const cpu_launch *launch;
    uint64_t first;
    uint64_t count;
    CUresult result;
    pthread_t thread;
} block_relief;

/* False if there is no memory for such a thread. The caller has to join it. */
bool block_relief_start(block_relief *relief, block_relief_run *run, const cpu_launch *launch,
                        uint64_t first, uint64_t count);

/* Waits until its blocks have run; answers as cpu_run_blocks() does. */
CUresult block_relief_join(block_relief *relief);

/* Lets the threads of other blocks, of other kernels and of the program run, for longer the more
 * often there was nothing else to do. */
void block_relief_pause(uint32_t times);

/* Asks for one more thread for work that waits, if no thread is free: those at work may be waiting
 * for it. `start` is set before anything runs. */
void block_relief_set(void (*start)(void));
void block_relief_ask(void);

#endif
