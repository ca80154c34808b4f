/* time_limit.h: how long kernels may run: CUSTUB_CPU_TIMEOUT in the environment, in seconds. */
#ifndef CPU_TIME_LIMIT_H
#define CPU_TIME_LIMIT_H

#include <stdbool.h>
#include <stdint.h>

/* For the blocks that one thread of the operating system runs. */
typedef struct kernel_limit {
    int64_t begun;
    int64_t standing; /* since when no thread of a block has made progress; 0: one has */
} kernel_limit;

/* Seconds; 0: kernels may run for ever. */
unsigned int kernel_limit_seconds(void);

/* The blocks begin to run. */
void kernel_limit_begin(kernel_limit *limit);

/* True if they have run for longer than they may. */
bool kernel_limit_is_reached(const kernel_limit *limit);

/* Called while no thread of the block makes progress; `is_new`: this has just begun. Returns true
 * once in the life of the process: when it has lasted so long that the user should know. */
bool kernel_limit_is_worth_a_word(kernel_limit *limit, bool is_new);

#endif
