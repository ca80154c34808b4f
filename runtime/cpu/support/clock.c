#define _GNU_SOURCE /* CLOCK_MONOTONIC_COARSE */

#include "support/clock.h"

#include <time.h>

static int64_t read_clock(clockid_t clock)
{
    struct timespec time;

    clock_gettime(clock, &time);
    return (int64_t)time.tv_sec * CPU_SECOND + time.tv_nsec;
}

int64_t cpu_clock_now(void)
{
    return read_clock(CLOCK_MONOTONIC);
}

int64_t cpu_clock_coarse(void)
{
    return read_clock(CLOCK_MONOTONIC_COARSE);
}
