#include "checked.h"

#include "all_kernels.h" /* its own copy: loaded with bounds checks */
#include "digest.custub.h"
#include "sorted.h"

#include <math.h>
#include <string.h>

enum { BUFFERS = 4, ROUNDS = 15, MOST_LAUNCHES = 50 };
#define BATCH 5e-3 /* seconds of launches between two events */

/* The plain kernel and the checked one. */
enum { PLAIN, CHECKED, SIDES };

typedef struct side {
    const custub_kernel *kernel;
    custub_prepared *prepared;
    double times[ROUNDS]; /* seconds of a launch */
    uint64_t digest[BUFFERS];
    uint64_t resident; /* blocks on a multiprocessor */
    uint32_t registers;
} side;

static struct {
    digest_kernels digest;
    CUdeviceptr sum;
    CUdeviceptr kept[BUFFERS]; /* what the buffers have before a launch */
    double logarithms;
    double worst;
    char worst_name[128];
    int rows;
    int wrong;
} c;

void checked_begin(bench *b)
{
    custub_set_bounds_checks(CUSTUB_BOUNDS_CHECKS_ON);
    all_kernels_load(&b->error);
    custub_set_bounds_checks(CUSTUB_BOUNDS_CHECKS_OFF);
    c.digest = digest_load(&b->error);
    c.sum = custub_memory_create(1, sizeof(uint64_t), &b->error);
    for (int i = 0; i < BUFFERS; i++)
        c.kept[i] = custub_memory_create(BYTES, 1, &b->error);
    printf("# kernel\tshape\tplain us\tchecked "
           "us\tratio\tquartiles\t\tregisters\t\tblocks\t\tresults\n");
}

static void copy_all(bench *b, const CUdeviceptr *to, const CUdeviceptr *from)
{
    for (int i = 0; i < BUFFERS; i++)
        custub_memory_copy(custub_memory_of(to[i], BYTES, 1), custub_memory_of(from[i], BYTES, 1),
                           BYTES, b->stream, &b->error);
}

/* Launches once with what the buffers had before, and digests what they have then. */
static void run_once(bench *b, side *s)
{
    const custub_launch launch = custub_launch_in(b->stream);

    copy_all(b, b->memory, c.kept);
    custub_prepared_launch(s->prepared, &b->error);
    custub_stream_synchronize(b->stream, &b->error);
    for (int i = 0; i < BUFFERS; i++) {
        custub_memory_zero(custub_memory_of(c.sum, 1, 8), b->stream, &b->error);
        launch_digest(&c.digest, &launch, BYTES / 8, custub_u64_view_of(b->memory[i], BYTES / 8),
                      custub_u64_view_of(c.sum, 1), &b->error);
        custub_memory_download(custub_memory_of(c.sum, 1, 8), &s->digest[i], 1, b->stream,
                               &b->error);
    }
}

/* Seconds of a launch. */
static double time_batch(bench *b, const side *s, int launches)
{
    custub_event_record(b->start, b->stream, &b->error);
    for (int i = 0; i < launches; i++)
        custub_prepared_launch(s->prepared, &b->error);
    custub_event_record(b->end, b->stream, &b->error);
    return (double)custub_event_elapsed(b->start, b->end, &b->error) / 1000 / launches;
}

/* Both in turns, in an order that changes. */
static void time_both(bench *b, side *sides)
{
    int launches = MOST_LAUNCHES;
    double once;

    for (int i = 0; i < SIDES; i++)
        time_batch(b, &sides[i], 2);
    once = time_batch(b, &sides[PLAIN], 2);
    if (once * launches > BATCH)
        launches = once * 2 > BATCH ? 2 : (int)(BATCH / once);
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < SIDES; i++) {
            side *s = &sides[i ^ (round & 1)];
            s->times[round] = time_batch(b, s, launches);
        }
    }
}

/* Prepares the launch of both kernels in the shape that the plain one gets. */
static void prepare(bench *b, side *sides, const launch_call *call)
{
    custub_launch shape = custub_launch_in(b->stream);

    for (int i = 0; i < SIDES; i++) {
        side *s = &sides[i];
        s->prepared =
            custub_kernel_prepare(s->kernel, &shape, call->count, call->arguments, &b->error);
        if (i == PLAIN)
            shape = custub_prepared_shape(s->prepared, &b->error);
        s->registers = custub_kernel_attributes_get(s->kernel, &b->error).registers;
        s->resident = custub_occupancy_get(s->kernel, shape.block, shape.shared, &b->error).blocks;
    }
}

static void print_row(const char *name, const char *shape, side *sides)
{
    const bool same = !memcmp(sides[PLAIN].digest, sides[CHECKED].digest, sizeof(sides->digest));
    double ratios[ROUNDS], plain, ratio;

    for (int i = 0; i < ROUNDS; i++)
        ratios[i] = sides[CHECKED].times[i] / sides[PLAIN].times[i];
    ratio = median_of(ratios, ROUNDS);
    plain = median_of(sides[PLAIN].times, ROUNDS);
    printf("%s\t%s\t%.2f\t%.2f\t%.3f\t%.3f\t%.3f\t%u\t%u\t%llu\t%llu\t%s\n", name, shape,
           plain * 1e6, median_of(sides[CHECKED].times, ROUNDS) * 1e6, ratio, ratios[ROUNDS / 4],
           ratios[ROUNDS - 1 - ROUNDS / 4], (unsigned int)sides[PLAIN].registers,
           (unsigned int)sides[CHECKED].registers, (unsigned long long)sides[PLAIN].resident,
           (unsigned long long)sides[CHECKED].resident, same ? "same" : "DIFFERENT");
    fflush(stdout);
    c.logarithms += log(ratio);
    c.rows++;
    c.wrong += !same;
    if (ratio > c.worst) {
        c.worst = ratio;
        snprintf(c.worst_name, sizeof(c.worst_name), "%s, %s", name, shape);
    }
}

void checked_compare(bench *b, const char *name, const char *shape, const launch_call *call)
{
    side sides[SIDES] = {{.kernel = call->kernel}, {.kernel = all_kernels_find(name)}};

    if (!sides[CHECKED].kernel ||
        custub_kernel_bounds_checks(sides[CHECKED].kernel) != CUSTUB_BOUNDS_CHECKS_ON ||
        custub_kernel_unchecked(sides[CHECKED].kernel)) {
        const char *why = custub_kernel_unchecked(sides[CHECKED].kernel);
        printf("%s\t%s\tnot checked: %s\n", name, shape, why ? why : "built without BOUNDS_CHECKS");
        c.wrong++;
        return;
    }
    prepare(b, sides, call);
    copy_all(b, c.kept, b->memory);
    for (int i = 0; i < SIDES; i++)
        run_once(b, &sides[i]);
    time_both(b, sides);
    copy_all(b, b->memory, c.kept);
    custub_stream_synchronize(b->stream, &b->error);
    for (int i = 0; i < SIDES; i++)
        custub_prepared_destroy(sides[i].prepared);
    if (!custub_failed(&b->error)) {
        print_row(name, shape, sides);
        return;
    }
    printf("%s\t%s\t%s\n", name, shape, b->error.message);
    b->error = custub_error_none();
    c.wrong++;
}

bool checked_end(bench *b)
{
    if (c.rows)
        printf("# %d rows, geometric mean %.3f, worst %.3f (%s), wrong: %d\n", c.rows,
               exp(c.logarithms / c.rows), c.worst, c.worst_name, c.wrong);
    for (int i = 0; i < BUFFERS; i++)
        custub_memory_destroy(c.kept[i], &b->error);
    custub_memory_destroy(c.sum, &b->error);
    digest_unload(&c.digest, &b->error);
    all_kernels_unload(&b->error);
    return !c.wrong && c.rows;
}
