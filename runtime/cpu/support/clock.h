/* clock.h: for measuring how much time has passed. */
#ifndef CPU_CLOCK_H
#define CPU_CLOCK_H

#include <stdint.h>

#define CPU_SECOND INT64_C(1000000000)

/* The time in nanoseconds. It never goes back. */
int64_t cpu_clock_now(void);

/* The same clock, faster to read, but up to a few milliseconds old. */
int64_t cpu_clock_coarse(void);

#endif
