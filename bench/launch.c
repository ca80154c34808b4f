/* Compares a checked launch with the raw driver call, for kernels of 4 and of 16 parameters. The
 * ways are cuLaunchKernel, cuLaunchKernel again (which shows the noise), launch functions at each
 * level, prepared launches, and <<<>>> if the build has nvcc.
 *
 * Times are host time of the call only. A measurement is one batch of launches, and the queue is
 * emptied between batches. */
#include "batches.h"
#include "rounds.h"

#include <stdio.h>

#define BATCH  512
#define ROUNDS 200

enum { MOST_WAYS = 32 };

static double measure(int way)
{
    return bench_batch(way, BATCH);
}

int main(void)
{
    static bench_row rows[MOST_WAYS];
    const char *message = bench_open(NULL);
    int ways = bench_count();
    int failed;

    if (message || ways > MOST_WAYS) {
        fprintf(stderr, "%s\n", message ? message : "too many ways");
        return 1;
    }
    for (int way = 0; way < ways; way++) {
        rows[way].task = bench_params(way) == 4 ? " 4 parameters" : "16 parameters";
        rows[way].way = bench_name(way);
        rows[way].works = bench_works(way);
    }
    printf("%s: medians of %d rounds, batches of %d launches\n", bench_machine(), ROUNDS, BATCH);
    failed = bench_compare(rows, ways, ROUNDS, measure);
    bench_close();
    return failed;
}
