#include "pairs.h"

#include "digest.custub.h"
#include "sorted.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BUFFERS = 16, ROUNDS = 15, MOST_LAUNCHES = 50 };
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
    CUstream stream;
    CUevent start;
    CUevent end;
    digest_kernels digest;
    CUdeviceptr sum;
    double logarithms;
    double worst;
    char worst_name[128];
    int rows;
    int wrong;
} c;

custub_bounds_checks pairs_checks(void)
{
    const char *asked = getenv("CUSTUB_BOUNDS_CHECKS");

    return asked && strcmp(asked, "always") == 0 ? CUSTUB_BOUNDS_CHECKS_ALWAYS
                                                 : CUSTUB_BOUNDS_CHECKS_ON;
}

void pairs_begin(CUstream stream, custub_error *error)
{
    c.stream = stream;
    c.start = custub_event_create_timed(error);
    c.end = custub_event_create_timed(error);
    c.digest = digest_load(error);
    c.sum = custub_memory_create(1, sizeof(uint64_t), error);
    printf("# kernel\tshape\tplain us\tchecked "
           "us\tratio\tquartiles\t\tregisters\t\tblocks\t\tresults\n");
}

/* Copies the contents of all buffers to where they are kept, or back. */
static void copy_all(const pair *p, bool back, custub_error *error)
{
    for (uint32_t i = 0; i < p->buffer_count; i++) {
        const pair_buffer *buffer = &p->buffers[i];
        const custub_memory memory = custub_memory_of(buffer->memory, buffer->bytes, 1);
        const custub_memory kept = custub_memory_of(buffer->kept, buffer->bytes, 1);

        custub_memory_copy(back ? memory : kept, back ? kept : memory, buffer->bytes, c.stream,
                           error);
    }
}

/* Launches once with what the buffers had before, and digests what they have then. */
static void run_once(const pair *p, side *s, custub_error *error)
{
    const custub_launch launch = custub_launch_in(c.stream);

    copy_all(p, true, error);
    custub_prepared_launch(s->prepared, error);
    custub_stream_synchronize(c.stream, error);
    for (uint32_t i = 0; i < p->buffer_count; i++) {
        const uint64_t words = p->buffers[i].bytes / 8;

        custub_memory_zero(custub_memory_of(c.sum, 1, 8), c.stream, error);
        launch_digest(&c.digest, &launch, words, custub_u64_view_of(p->buffers[i].memory, words),
                      custub_u64_view_of(c.sum, 1), error);
        custub_memory_download(custub_memory_of(c.sum, 1, 8), &s->digest[i], 1, c.stream, error);
    }
}

/* Seconds of a launch. */
static double time_batch(const side *s, int launches, custub_error *error)
{
    custub_event_record(c.start, c.stream, error);
    for (int i = 0; i < launches; i++)
        custub_prepared_launch(s->prepared, error);
    custub_event_record(c.end, c.stream, error);
    return (double)custub_event_elapsed(c.start, c.end, error) / 1000 / launches;
}

/* Both in turns, in an order that changes. */
static void time_both(side *sides, custub_error *error)
{
    int launches = MOST_LAUNCHES;
    double once;

    for (int i = 0; i < SIDES; i++)
        time_batch(&sides[i], 2, error);
    once = time_batch(&sides[PLAIN], 2, error);
    if (once * launches > BATCH)
        launches = once * 2 > BATCH ? 2 : (int)(BATCH / once);
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < SIDES; i++) {
            side *s = &sides[i ^ (round & 1)];
            s->times[round] = time_batch(s, launches, error);
        }
    }
}

/* Prepares the launch of both kernels in the shape that the plain one gets. */
static void prepare(const pair *p, side *sides, custub_error *error)
{
    custub_launch shape = p->launch;

    for (int i = 0; i < SIDES; i++) {
        side *s = &sides[i];
        s->prepared =
            custub_kernel_prepare(s->kernel, &shape, p->argument_count, p->arguments, error);
        if (i == PLAIN)
            shape = custub_prepared_shape(s->prepared, error);
        s->registers = custub_kernel_attributes_get(s->kernel, error).registers;
        s->resident = custub_occupancy_get(s->kernel, shape.block, shape.shared, error).blocks;
    }
}

static void print_row(const pair *p, side *sides)
{
    const bool same = !memcmp(sides[PLAIN].digest, sides[CHECKED].digest, sizeof(sides->digest));
    double ratios[ROUNDS], plain, ratio;

    for (int i = 0; i < ROUNDS; i++)
        ratios[i] = sides[CHECKED].times[i] / sides[PLAIN].times[i];
    ratio = median_of(ratios, ROUNDS);
    plain = median_of(sides[PLAIN].times, ROUNDS);
    printf("%s\t%s\t%.2f\t%.2f\t%.3f\t%.3f\t%.3f\t%u\t%u\t%llu\t%llu\t%s\n", p->name, p->shape,
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
        snprintf(c.worst_name, sizeof(c.worst_name), "%s, %s", p->name, p->shape);
    }
}

/* A row without figures, which counts as wrong. */
static void print_reason(const pair *p, const char *reason)
{
    printf("%s\t%s\t%s\n", p->name, p->shape, reason);
    fflush(stdout);
    c.wrong++;
}

static bool is_checked(const custub_kernel *kernel)
{
    return kernel && custub_kernel_bounds_checks(kernel) == pairs_checks() &&
           !custub_kernel_unchecked(kernel);
}

void pairs_compare(const pair *p, custub_error *error)
{
    side sides[SIDES] = {{.kernel = p->plain}, {.kernel = p->checked}};

    if (p->buffer_count > BUFFERS) {
        print_reason(p, "too many buffers");
        return;
    }
    if (!is_checked(p->checked)) {
        const char *why = p->checked ? custub_kernel_unchecked(p->checked) : NULL;
        char reason[256];

        snprintf(reason, sizeof(reason), "not checked: %s",
                 why ? why : "built without BOUNDS_CHECKS");
        print_reason(p, reason);
        return;
    }
    prepare(p, sides, error);
    copy_all(p, false, error);
    for (int i = 0; i < SIDES; i++)
        run_once(p, &sides[i], error);
    time_both(sides, error);
    copy_all(p, true, error);
    custub_stream_synchronize(c.stream, error);
    for (int i = 0; i < SIDES; i++)
        custub_prepared_destroy(sides[i].prepared);
    if (!custub_failed(error)) {
        print_row(p, sides);
        return;
    }
    print_reason(p, error->message);
    *error = custub_error_none();
}

bool pairs_end(custub_error *error)
{
    if (c.rows)
        printf("# %d rows, geometric mean %.3f, worst %.3f (%s), wrong: %d\n", c.rows,
               exp(c.logarithms / c.rows), c.worst, c.worst_name, c.wrong);
    custub_memory_destroy(c.sum, error);
    digest_unload(&c.digest, error);
    custub_event_destroy(c.end, error);
    custub_event_destroy(c.start, error);
    return !c.wrong && c.rows;
}
