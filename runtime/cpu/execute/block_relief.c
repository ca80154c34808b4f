#define _POSIX_C_SOURCE 200809L /* nanosleep */

#include "execute/block_relief.h"

#include "execute/kernel/stack.h"

#include <sched.h>
#include <time.h>

/* Nanoseconds. After SHORT_PAUSES, which only yield, each pause is one step longer. */
#define PAUSE_STEP    10000
#define PAUSE_AT_MOST 1000000
#define SHORT_PAUSES  16

static void (*start_thread)(void);

static void *run_relief(void *argument)
{
    block_relief *relief = argument;

    relief->result = relief->run(relief->launch, relief->first, relief->count);
    return NULL;
}

bool block_relief_start(block_relief *relief, block_relief_run *run, const cpu_launch *launch,
                        uint64_t first, uint64_t count)
{
    relief->run = run;
    relief->launch = launch;
    relief->first = first;
    relief->count = count;
    relief->result = CUDA_SUCCESS;
    return kernel_stack_create_thread(&relief->thread, run_relief, relief) == 0;
}

CUresult block_relief_join(block_relief *relief)
{
    pthread_join(relief->thread, NULL);
    return relief->result;
}

void block_relief_pause(uint32_t times)
{
    struct timespec pause = {0, PAUSE_AT_MOST};

    if (times < SHORT_PAUSES) {
        sched_yield();
        return;
    }
    if (times - SHORT_PAUSES < PAUSE_AT_MOST / PAUSE_STEP)
        pause.tv_nsec = (long)(times - SHORT_PAUSES + 1) * PAUSE_STEP;
    nanosleep(&pause, NULL);
}

void block_relief_set(void (*start)(void))
{
    start_thread = start;
}

void block_relief_ask(void)
{
    if (start_thread)
        start_thread();
}
