/* rounds.h: compares ways to do the same thing, by times that are taken in rounds.
 *
 * In each round every way is measured once, in a random order. A machine that is slow for a while
 * then slows all ways down. */
#ifndef BENCH_ROUNDS_H
#define BENCH_ROUNDS_H

#include <stdbool.h>

/* One way. The other ways of a task are compared with its first one in the table. */
typedef struct bench_row {
    const char *task; /* what is done */
    const char *way;  /* how */
    bool works;       /* false: not measured, and printed as missing */
} bench_row;

/* Measures row `index` once. Returns nanoseconds per execution of the task. */
typedef double bench_measure(int index);

/* Measures all rows in `rounds` rounds, after a few that do not count. Prints the medians over the
 * rounds, and the medians and quartiles of the difference to the task's first way in the same
 * round. Returns 1, and prints why, if there are more than 64 rows or 500 rounds; else 0. */
int bench_compare(const bench_row *rows, int count, int rounds, bench_measure *measure);

#endif
