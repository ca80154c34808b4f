/* clock.h: the time that has passed. */
#ifndef CPU_CLOCK_H
#define CPU_CLOCK_H

#include <stdint.h>

#define CPU_SECOND INT64_C(1000000000)

/* Nanoseconds of a clock that never goes back. */
int64_t cpu_clock_now(void);

/* The same, read faster, and some milliseconds late at most. */
int64_t cpu_clock_coarse(void);

#endif
