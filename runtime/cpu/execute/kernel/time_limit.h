/* time_limit.h: how long kernels may run: CUSTUB_CPU_TIMEOUT in the environment, in seconds. */
#ifndef CPU_TIME_LIMIT_H
#define CPU_TIME_LIMIT_H

#include <stdbool.h>
#include <stdint.h>

/* For the blocks that one thread of the operating system runs. */
typedef struct kernel_limit {
    int64_t begun;
    int64_t stalled_since; /* since when no thread of a block makes progress; 0: one does */
} kernel_limit;

/* Seconds; 0: kernels may run for ever. */
unsigned int kernel_limit_seconds(void);

/* The blocks begin to run. */
void kernel_limit_begin(kernel_limit *limit);

/* True if they have run for longer than they may. */
bool kernel_limit_is_reached(const kernel_limit *limit);

/* Called while no thread of the block makes progress; `is_new`: this has just begun. Returns true
 * if it has lasted so long that the user should know, but only once in the process. */
bool kernel_limit_should_warn(kernel_limit *limit, bool is_new);

#endif
