/* time_limit.h: how long kernels may run: CUSTUB_CPU_TIMEOUT in the environment, in seconds. */
#ifndef CPU_TIME_LIMIT_H
#define CPU_TIME_LIMIT_H

#include <stdbool.h>
#include <stdint.h>

/* Some blocks of a kernel, on one thread of the operating system. */
typedef struct kernel_limit {
    int64_t begun;
    int64_t standing; /* since when none of a block's threads comes further; 0: they do */
} kernel_limit;

/* Seconds; 0: kernels may run for ever. */
unsigned int kernel_limit_seconds(void);

/* The blocks begin to run. */
void kernel_limit_begin(kernel_limit *limit);

/* True if they have run for longer than they may. */
bool kernel_limit_is_reached(const kernel_limit *limit);

/* No thread of the block has come further; `is_new`: since now. Answers true once in the life of
 * the process, when that has gone on for so long that someone may want to know. */
bool kernel_limit_is_worth_a_word(kernel_limit *limit, bool is_new);

#endif
