/* Compares a checked launch with the raw driver call, for kernels of 4 and of 16 parameters. The
 * ways are cuLaunchKernel, cuLaunchKernel again (which shows the noise), launch functions at each
 * level, prepared launches, and <<<>>> if the build has nvcc.
 *
 * Times are host time of the call alone. In each round every way makes one batch of launches, and
 * the queue is emptied between batches. Each way is first equally often. Prints medians over the
 * rounds, and the medians and quartiles of the difference to the raw call in the same round. */
#include "batches.h"

#include <stdio.h>
#include <stdlib.h>

#define BATCH  512
#define ROUNDS 200
#define WARM   10

enum { MOST_WAYS = 32 };

static double times[MOST_WAYS][ROUNDS]; /* nanoseconds per launch */

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a;
    double y = *(const double *)b;

    return (x > y) - (x < y);
}

/* The quantile: `part` of all values are below it. */
static double quantile(const double *values, double part)
{
    double sorted[ROUNDS];

    for (int i = 0; i < ROUNDS; i++)
        sorted[i] = values[i];
    qsort(sorted, ROUNDS, sizeof(*sorted), compare);
    return sorted[(int)(part * (ROUNDS - 1) + 0.5)];
}

static int raw_of(int way)
{
    for (int raw = 0; raw < way; raw++)
        if (bench_params(raw) == bench_params(way))
            return raw;
    return way;
}

static void print_row(int way)
{
    const double *raw = times[raw_of(way)];
    double difference[ROUNDS];

    for (int i = 0; i < ROUNDS; i++)
        difference[i] = times[way][i] - raw[i];
    printf("%2d parameters  %-38s %8.1f ns  %6.3f x  %+8.1f ns  (quartiles %+.1f, %+.1f)\n",
           bench_params(way), bench_name(way), quantile(times[way], 0.5),
           quantile(times[way], 0.5) / quantile(raw, 0.5), quantile(difference, 0.5),
           quantile(difference, 0.25), quantile(difference, 0.75));
}

int main(void)
{
    const char *message = bench_open(NULL);
    int ways = bench_count();

    if (message || ways > MOST_WAYS) {
        fprintf(stderr, "%s\n", message ? message : "too many ways");
        return 1;
    }
    printf("%s: medians of %d rounds, batches of %d launches\n", bench_machine(), ROUNDS, BATCH);
    for (int round = -WARM; round < ROUNDS; round++)
        for (int i = 0; i < ways; i++) {
            int way = (round + WARM + i) % ways;
            double time = bench_works(way) ? bench_batch(way, BATCH) : 0;
            if (round >= 0)
                times[way][round] = time;
        }
    for (int way = 0; way < ways; way++)
        if (bench_works(way))
            print_row(way);
        else
            printf("%2d parameters  %-38s needs a build with nvcc, and a GPU\n", bench_params(way),
                   bench_name(way));
    bench_close();
    return 0;
}
