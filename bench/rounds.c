#include "rounds.h"

#include "sorted.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ROWS = 64, MOST_ROUNDS = 500 };

static double times[MOST_ROWS][MOST_ROUNDS]; /* nanoseconds */

/* The value below which the share `part` of all values is. */
static double quantile(const double *values, int count, double part)
{
    double sorted[MOST_ROUNDS];

    memcpy(sorted, values, (size_t)count * sizeof(*values));
    sort_numbers(sorted, count);
    return sorted[(int)(part * (count - 1) + 0.5)];
}

/* The first row of the same task. */
static int first_of(const bench_row *rows, int index)
{
    int first = 0;

    while (strcmp(rows[first].task, rows[index].task) != 0)
        first++;
    return first;
}

static void print_row(const bench_row *rows, int index, int rounds)
{
    const double *raw = times[first_of(rows, index)];
    double difference[MOST_ROUNDS];

    if (!rows[index].works) {
        printf("%-22s %-38s needs a build with nvcc, and a GPU\n", rows[index].task,
               rows[index].way);
        return;
    }
    for (int i = 0; i < rounds; i++)
        difference[i] = times[index][i] - raw[i];
    printf("%-22s %-38s %10.1f ns  %6.3f x  %+9.1f ns  (quartiles %+.1f, %+.1f)\n",
           rows[index].task, rows[index].way, quantile(times[index], rounds, 0.5),
           quantile(times[index], rounds, 0.5) / quantile(raw, rounds, 0.5),
           quantile(difference, rounds, 0.5), quantile(difference, rounds, 0.25),
           quantile(difference, rounds, 0.75));
}

/* Puts the rows into a random order, the same one in every run of a program. */
static void shuffle(int *order, int count)
{
    static uint64_t state = 1;

    for (int i = count - 1; i > 0; i--) {
        int j, index = order[i];

        state = state * 6364136223846793005u + 1442695040888963407u; /* Knuth's MMIX */
        j = (int)((state >> 33) % (uint64_t)(i + 1));
        order[i] = order[j];
        order[j] = index;
    }
}

int bench_compare(const bench_row *rows, int count, int rounds, bench_measure *measure)
{
    const int before = rounds / 20 + 1;
    int order[MOST_ROWS];

    if (count > MOST_ROWS || rounds < 1 || rounds > MOST_ROUNDS) {
        fprintf(stderr, "%d rows in %d rounds cannot be compared\n", count, rounds);
        return 1;
    }
    for (int index = 0; index < count; index++)
        order[index] = index;
    for (int round = -before; round < rounds; round++) {
        shuffle(order, count);
        for (int i = 0; i < count; i++) {
            double time = rows[order[i]].works ? measure(order[i]) : 0;
            if (round >= 0)
                times[order[i]][round] = time;
        }
    }
    for (int index = 0; index < count; index++)
        print_row(rows, index, rounds);
    return 0;
}
