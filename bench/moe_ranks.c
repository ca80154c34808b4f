/* The mixture-of-experts layer of kernels/moe over all GPUs of the host, beside one GPU: hidden
 * 1024, inner 4096, 8 experts, top 2, bfloat16. The tokens are spread evenly. For each number of
 * tokens: the median time of a run as a graph, over three sets of weights in turn, so that they are
 * not in the cache; the same without a graph; and with a capacity of 1.25 times the rows that an
 * expert gets from a rank on average, which sends less.
 *
 *     bench_moe_ranks [tokens...] */
#define _POSIX_C_SOURCE 200809L
#include "sorted.h"

#include <moe_ranks.h>

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HIDDEN = 1024, INNER = 4096, EXPERTS = 8, TOP = 2, SETS = 3, RUNS = 40, BATCH = 5 };
enum { MATRIX = INNER * HIDDEN, SHIFT = 997, RANKS = 8 };

/* What is the same for all ranks. */
static moe_ranks_id id;
static int count;
static const int usual[] = {64, 512, 4096, 16384};
static int tokens_of[16], tokens_count;
static custub_bfloat16 *numbers; /* [MATRIX + EXPERTS * SHIFT], from -1 to 1 */
static pthread_barrier_t all_here;

/* One GPU. */
typedef struct rank {
    int number;
    bool alone;
    custub_error error;
    moe_kernels kernels;
    moe_ranks *ranks;
    CUstream stream;
    CUevent start, end;
    moe_layer layers[SETS];
} rank;

static void stop_on_error(const custub_error *error)
{
    if (!custub_failed(error))
        return;
    fprintf(stderr, "%s\n", error->message);
    exit(EXIT_FAILURE);
}

static void make_numbers(void)
{
    uint32_t state = 1;

    numbers = malloc((MATRIX + EXPERTS * SHIFT) * sizeof(*numbers));
    if (!numbers) {
        fprintf(stderr, "no memory for the weights\n");
        exit(EXIT_FAILURE);
    }
    for (int i = 0; i < MATRIX + EXPERTS * SHIFT; i++) {
        state = state * 1664525 + 1013904223;
        numbers[i] = custub_bfloat16_of((float)(state >> 8) / 8388608 - 1);
    }
}

/* A matrix for each of the experts, or one of `size` elements. They are never freed. */
static custub_memory make(rank *r, int first, int end, uint64_t size)
{
    const uint64_t all = (uint64_t)(end - first) * size;
    uint64_t part;
    custub_bf16_buffer buffer = custub_bf16_buffer_create(all, &r->error);

    for (uint64_t at = 0; at < all; at += part) {
        part = size - at % size < MATRIX ? size - at % size : MATRIX;
        custub_bf16_upload(custub_bf16_view_of(buffer.view.ptr + at * 2, part),
                           numbers + (first + (int)(at / size)) % EXPERTS * SHIFT, part, 0,
                           &r->error);
    }
    return custub_bf16_memory(buffer.view);
}

static void open_rank(rank *r)
{
    const int first = r->alone ? 0 : moe_ranks_expert(EXPERTS, count, r->number);
    const int end = r->alone ? EXPERTS : moe_ranks_expert(EXPERTS, count, r->number + 1);

    custub_device_open(r->number, &r->error);
    r->kernels = moe_load(&r->error);
    r->stream = custub_stream_create(&r->error);
    r->start = custub_event_create_timed(&r->error);
    r->end = custub_event_create_timed(&r->error);
    for (int i = 0; i < SETS; i++)
        r->layers[i] = (moe_layer){.element = MOE_BF16,
                                   .hidden = HIDDEN,
                                   .inner = INNER,
                                   .experts = EXPERTS,
                                   .top = TOP,
                                   .normalize = true,
                                   .router = make(r, i, i + 1, EXPERTS * HIDDEN),
                                   .gate = make(r, first, end, MATRIX),
                                   .up = make(r, first, end, MATRIX),
                                   .down = make(r, first, end, MATRIX)};
    stop_on_error(&r->error);
}

/* One of the two kinds of plans. */
typedef struct plan {
    moe_plan *alone;
    moe_ranks_plan *spread;
} plan;

static void run(rank *r, const plan *plans)
{
    for (int i = 0; i < BATCH * SETS; i++)
        if (r->alone)
            moe_plan_run(plans[i % SETS].alone, &r->error);
        else
            moe_ranks_plan_run(plans[i % SETS].spread, &r->error);
}

static void wait_for(rank *r)
{
    if (r->alone)
        custub_stream_synchronize(r->stream, &r->error);
    else
        moe_ranks_wait(r->ranks, r->stream, &r->error);
    stop_on_error(&r->error);
}

/* The median time of a pass in seconds; without a graph if `exec` is null. */
static double measure(rank *r, const plan *plans, CUgraphExec exec)
{
    double times[RUNS];

    for (int i = 0; i < RUNS; i++) {
        if (!r->alone)
            pthread_barrier_wait(&all_here);
        custub_event_record(r->start, r->stream, &r->error);
        if (exec)
            custub_graph_launch(exec, r->stream, &r->error);
        else
            run(r, plans);
        custub_event_record(r->end, r->stream, &r->error);
        wait_for(r);
        times[i] = custub_event_elapsed(r->start, r->end, &r->error) * 1e-3 / (BATCH * SETS);
        stop_on_error(&r->error);
    }
    return median_of(times, RUNS);
}

static void report(const rank *r, int tokens, int capacity, double graph, double direct)
{
    const double operations = 6.0 * tokens * TOP * HIDDEN * INNER;
    char limit[40] = "";

    if (r->number != 0)
        return;
    if (capacity)
        snprintf(limit, sizeof(limit), ", capacity %d", capacity);
    printf("%6d tokens, %d GPU%s: %9.2f us as a graph, %9.2f us without, %.1f Tflop/s%s\n", tokens,
           r->alone ? 1 : count, r->alone || count == 1 ? " " : "s", graph * 1e6, direct * 1e6,
           operations / graph * 1e-12, limit);
    fflush(stdout);
}

static plan open_plan(rank *r, moe_layer *layer, const moe_pass *pass, int capacity)
{
    plan p = {0};

    layer->capacity = capacity;
    if (r->alone)
        p.alone = moe_plan_create(&r->kernels, layer, pass, &r->error);
    else
        p.spread = moe_ranks_plan_create(r->ranks, &r->kernels, layer, pass, &r->error);
    stop_on_error(&r->error);
    return p;
}

static CUgraphExec capture(rank *r, const plan *plans)
{
    CUgraph graph;
    CUgraphExec exec;

    custub_capture_begin(r->stream, &r->error);
    run(r, plans);
    graph = custub_capture_end(r->stream, &r->error);
    exec = custub_graph_instantiate(graph, &r->error);
    custub_graph_destroy(graph, &r->error);
    stop_on_error(&r->error);
    return exec;
}

static void measure_pass(rank *r, int tokens, int capacity)
{
    const int own = r->alone ? tokens : tokens / count;
    moe_pass pass = {.tokens = own, .stream = r->stream};
    custub_bytes_buffer workspace = {0};
    plan plans[SETS];
    double direct;
    CUgraphExec exec;

    pass.x = make(r, r->number, r->number + 1, (uint64_t)own * HIDDEN);
    pass.out = make(r, 0, 1, (uint64_t)own * HIDDEN);
    if (r->alone)
        workspace = custub_bytes_buffer_create(moe_workspace_size(&r->layers[0], own, &r->error),
                                               &r->error);
    pass.workspace = workspace.view;
    for (int i = 0; i < SETS; i++)
        plans[i] = open_plan(r, &r->layers[i], &pass, capacity);
    run(r, plans);
    wait_for(r);
    direct = measure(r, plans, NULL);
    exec = capture(r, plans);
    report(r, tokens, capacity, measure(r, plans, exec), direct);
    custub_graph_exec_destroy(exec, &r->error);
    for (int i = 0; i < SETS; i++) {
        moe_plan_destroy(plans[i].alone);
        moe_ranks_plan_destroy(plans[i].spread);
    }
    if (r->alone)
        custub_bytes_buffer_destroy(&workspace, &r->error);
    stop_on_error(&r->error);
}

static void *run_rank(void *user)
{
    rank *r = user;

    open_rank(r);
    r->ranks = moe_ranks_join(&id, r->number, count, 30, &r->error);
    stop_on_error(&r->error);
    for (int i = 0; i < tokens_count; i++) {
        const int average = tokens_of[i] / count * TOP / EXPERTS;
        measure_pass(r, tokens_of[i], 0);
        measure_pass(r, tokens_of[i], average + average / 4 + 1);
    }
    moe_ranks_leave(r->ranks, &r->error);
    stop_on_error(&r->error);
    return NULL;
}

int main(int argc, char **argv)
{
    static rank ranks[RANKS], alone = {.alone = true};
    pthread_t threads[RANKS];
    custub_error error = custub_error_none();

    tokens_count = argc > 1 ? (argc > 16 ? 16 : argc - 1) : (int)(sizeof(usual) / sizeof(usual[0]));
    for (int i = 0; i < tokens_count; i++)
        tokens_of[i] = argc > 1 ? atoi(argv[i + 1]) : usual[i];
    make_numbers();
    open_rank(&alone);
    for (int i = 0; i < tokens_count; i++)
        measure_pass(&alone, tokens_of[i], 0);
    count = custub_device_count(&error);
    count = count > RANKS ? RANKS : count;
    id = moe_ranks_id_create(&error);
    stop_on_error(&error);
    pthread_barrier_init(&all_here, NULL, (unsigned)count);
    for (int i = 0; i < count; i++) {
        ranks[i].number = i;
        if (pthread_create(&threads[i], NULL, run_rank, &ranks[i]))
            return EXIT_FAILURE;
    }
    for (int i = 0; i < count; i++)
        pthread_join(threads[i], NULL);
    free(numbers);
    return 0;
}
