/* The mixture-of-experts layer over several ranks, bit by bit against moe_forward() on one device.
 * On the CPU driver the ranks share its device and a stand-in for NCCL (fake_nccl.c), which also
 * fails on demand; on GPUs each rank has its own, and NCCL is the real one. */
#define _POSIX_C_SOURCE 200809L
#include "../device/device_fixture.h"
#include "moe_reference.h"

#include <moe_group.h>

#include <math.h>
#include <pthread.h>
#include <string.h>

enum { RANKS = 4 };

static moe_kernels kernels; // of device 0, for what is compared with
static int devices;
static bool is_cpu;

static double random_number(void)
{
    static uint64_t seed = 20240817;

    seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (double)(seed >> 11) / (double)(UINT64_C(1) << 53);
}

/* --- A layer on the host, and what one device makes of it --- */

typedef struct shape {
    int tokens[RANKS];
    int hidden, inner, experts, top, capacity;
    bool normalize;
    bool equal; /* scores, so that the first experts get all tokens */
    bool graph;
} shape;

static const shape shapes[] = {{{5, 0, 3, 9}, 16, 24, 4, 2, 0, true, false, true},
                               {{33, 20, 1, 70}, 40, 72, 7, 3, 0, true, false, false},
                               {{7, 9, 0, 2}, 13, 11, 3, 1, 0, false, false, false},
                               {{3, 2, 1, 0}, 24, 2120, 4, 2, 0, false, false, false},
                               {{150, 131, 140, 20}, 24, 136, 2, 1, 0, false, false, false},
                               {{33, 0, 12, 31}, 16, 24, 8, 2, 0, true, true, false},
                               {{20, 31, 9, 4}, 16, 16, 4, 2, 3, true, false, false},
                               {{12, 3, 0, 6}, 16, 16, 5, 3, 2, false, true, true}};

enum { SHAPES = sizeof(shapes) / sizeof(shapes[0]) };

/* The layer's matrices and the tokens of all ranks, in the element type; and what each rank has to
 * get. */
typedef struct whole {
    shape shape;
    moe_element element;
    int count; /* ranks */
    char *router, *gate, *up, *down, *x, *out;
    int dropped[RANKS][256];
} whole;

static uint64_t size_of(moe_element element)
{
    return element == MOE_F32 ? 4 : 2;
}

static char *random_matrix(const whole *w, int count, double size)
{
    char *matrix = calloc((size_t)count, size_of(w->element));

    for (int i = 0; i < count; i++)
        element_set(reference_type(w->element), matrix, (size_t)i,
                    (2 * random_number() - 1) * size);
    return matrix;
}

static int tokens_before(const whole *w, int rank)
{
    int sum = 0;

    for (int r = 0; r < rank; r++)
        sum += w->shape.tokens[r];
    return sum;
}

/* Buffers of one pass: router, gate, up, down, x, out, workspace. */
typedef struct device_pass {
    moe_layer layer;
    moe_pass pass;
    custub_i32_buffer dropped;
    custub_bytes_buffer memory[7];
} device_pass;

static custub_memory put(device_pass *p, int at, const char *host, uint64_t count, uint64_t size,
                         custub_error *error)
{
    p->memory[at] = custub_bytes_buffer_create(count * size, error);
    if (host)
        custub_bytes_upload(p->memory[at].view, host, count * size, 0, error);
    else
        custub_bytes_fill(p->memory[at].view, 0xff, 0, error);
    return custub_memory_of(p->memory[at].view.ptr, count, size);
}

/* Experts `expert` to `expert_end` - 1 and the tokens from `token` on. */
static device_pass open_pass(const whole *w, int expert, int expert_end, int token, int tokens,
                             CUstream stream, custub_error *error)
{
    const shape *s = &w->shape;
    const uint64_t size = size_of(w->element);
    const uint64_t matrix = (uint64_t)(s->inner * s->hidden), row = (uint64_t)s->hidden;
    const uint64_t skipped = (uint64_t)expert * matrix * size;
    const uint64_t experts = (uint64_t)(expert_end - expert);
    device_pass p = {.layer = {.element = w->element,
                               .hidden = s->hidden,
                               .inner = s->inner,
                               .experts = s->experts,
                               .top = s->top,
                               .capacity = s->capacity,
                               .normalize = s->normalize},
                     .pass = {.tokens = tokens, .stream = stream}};

    p.layer.router = put(&p, 0, w->router, (uint64_t)s->experts * row, size, error);
    p.layer.gate = put(&p, 1, w->gate + skipped, experts * matrix, size, error);
    p.layer.up = put(&p, 2, w->up + skipped, experts * matrix, size, error);
    p.layer.down = put(&p, 3, w->down + skipped, experts * matrix, size, error);
    p.pass.x = put(&p, 4, w->x + (uint64_t)token * row * size, (uint64_t)tokens * row, size, error);
    p.pass.out = put(&p, 5, NULL, (uint64_t)tokens * row, size, error);
    p.dropped = custub_i32_buffer_create((uint64_t)s->experts, error);
    p.pass.dropped = p.dropped.view;
    custub_stream_synchronize(0, error);
    return p;
}

static void close_pass(device_pass *p, custub_error *error)
{
    for (int i = 0; i < 7; i++)
        custub_bytes_buffer_destroy(&p->memory[i], error);
    custub_i32_buffer_destroy(&p->dropped, error);
}

static void run_on_one(whole *w, int token, int tokens, int *dropped)
{
    const shape *s = &w->shape;
    device_pass p = open_pass(w, 0, s->experts, token, tokens, 0, &fixture_error);
    const uint64_t bytes = (uint64_t)(tokens * s->hidden) * size_of(w->element);

    p.memory[6] = custub_bytes_buffer_create(moe_workspace_size(&p.layer, tokens, &fixture_error),
                                             &fixture_error);
    p.pass.workspace = p.memory[6].view;
    succeed(moe_forward(&kernels, &p.layer, &p.pass, &fixture_error));
    custub_bytes_download(p.memory[5].view,
                          w->out + (size_t)(token * s->hidden) * size_of(w->element), bytes, 0,
                          &fixture_error);
    succeed(custub_i32_download(p.dropped.view, dropped, (uint64_t)s->experts, 0, &fixture_error));
    close_pass(&p, &fixture_error);
}

/* A capacity is for the tokens of one rank, so that one device drops the same of them alone. */
static void open_whole(whole *w, int shape_number, moe_element element, int count)
{
    int dropped[256];
    int tokens, matrix;

    memset(w, 0, sizeof(*w));
    w->shape = shapes[shape_number];
    w->element = element;
    w->count = count;
    tokens = tokens_before(w, count);
    matrix = w->shape.experts * w->shape.inner * w->shape.hidden;
    w->router = random_matrix(w, w->shape.experts * w->shape.hidden, w->shape.equal ? 0 : 1);
    w->gate = random_matrix(w, matrix, 2 / sqrt(w->shape.hidden));
    w->up = random_matrix(w, matrix, 2 / sqrt(w->shape.hidden));
    w->down = random_matrix(w, matrix, 2 / sqrt(w->shape.inner));
    w->x = random_matrix(w, tokens * w->shape.hidden, 1);
    w->out = calloc((size_t)(tokens * w->shape.hidden), size_of(element));
    if (w->shape.capacity == 0)
        run_on_one(w, 0, tokens, dropped);
    else
        for (int r = 0; r < count; r++)
            if (w->shape.tokens[r])
                run_on_one(w, tokens_before(w, r), w->shape.tokens[r], w->dropped[r]);
}

static void close_whole(whole *w)
{
    free(w->router);
    free(w->gate);
    free(w->up);
    free(w->down);
    free(w->x);
    free(w->out);
}

/* --- Ranks --- */

/* A rank's thread. It may not use cmocka, and says in `error` or `fault` what is wrong. */
typedef struct rank_state {
    int rank, count;
    double seconds;
    moe_ranks_id id;
    whole *wholes; /* [whole_count] */
    int whole_count;
    void (*act)(struct rank_state *self); /* between join and leave */
    custub_device *device;
    moe_kernels kernels;
    moe_ranks *ranks;
    CUstream stream;
    custub_error error;
    custub_error late; /* of work after the error */
    char fault[200];
} rank_state;

/* Freeing memory waits for all work of the device, which ranks share on the CPU driver. So no rank
 * frees until all have done their work, nor goes on until all have freed. */
static pthread_barrier_t all_here;

static void *run_rank(void *user)
{
    rank_state *s = user;

    s->device = custub_device_open(is_cpu ? 0 : s->rank, &s->error);
    s->kernels = moe_load(&s->error);
    s->stream = custub_stream_create(&s->error);
    s->ranks = moe_ranks_join(&s->id, s->rank, s->count, s->seconds, &s->error);
    if (s->ranks)
        s->act(s);
    moe_ranks_leave(s->ranks, &s->error);
    custub_stream_destroy(s->stream, &s->error);
    moe_unload(&s->kernels, &s->error);
    custub_device_close(s->device, &s->error);
    return NULL;
}

/* Runs `started` of `count` ranks. */
static void run_ranks(rank_state *states, int count, int started, double seconds,
                      void (*act)(rank_state *self), whole *wholes, int whole_count)
{
    const moe_ranks_id id = moe_ranks_id_create(&fixture_error);
    pthread_t threads[RANKS];

    succeed(fixture_error.status);
    if (!is_cpu && devices < count) {
        printf("skipped: %d ranks need as many GPUs, there are %d\n", count, devices);
        skip();
    }
    pthread_barrier_init(&all_here, NULL, (unsigned)started);
    for (int r = 0; r < started; r++) {
        states[r] = (rank_state){.rank = r,
                                 .count = count,
                                 .seconds = seconds,
                                 .id = id,
                                 .wholes = wholes,
                                 .whole_count = whole_count,
                                 .act = act};
        assert_int_equal(pthread_create(&threads[r], NULL, run_rank, &states[r]), 0);
    }
    for (int r = 0; r < started; r++)
        pthread_join(threads[r], NULL);
    pthread_barrier_destroy(&all_here);
}

static device_pass open_rank_pass(rank_state *s, const whole *w)
{
    const int experts = w->shape.experts;

    return open_pass(w, moe_ranks_expert(experts, s->count, s->rank),
                     moe_ranks_expert(experts, s->count, s->rank + 1), tokens_before(w, s->rank),
                     w->shape.tokens[s->rank], s->stream, &s->error);
}

static void compare(rank_state *s, const whole *w, device_pass *p)
{
    const uint64_t bytes = p->memory[5].view.count;
    const char *want =
        w->out + (size_t)(tokens_before(w, s->rank) * w->shape.hidden) * size_of(w->element);
    char *got = calloc(bytes + 1, 1);
    int dropped[256] = {0};

    custub_bytes_download(p->memory[5].view, got, bytes, s->stream, &s->error);
    custub_i32_download(p->dropped.view, dropped, p->dropped.view.count, s->stream, &s->error);
    for (uint64_t i = 0; i < bytes && !s->fault[0]; i++)
        if (got[i] != want[i])
            snprintf(s->fault, sizeof(s->fault), "%d experts, element type %d: byte %llu of %llu",
                     w->shape.experts, (int)w->element, (unsigned long long)i,
                     (unsigned long long)bytes);
    for (int e = 0; e < w->shape.experts && !s->fault[0]; e++)
        if (dropped[e] != w->dropped[s->rank][e])
            snprintf(s->fault, sizeof(s->fault), "expert %d dropped %d, expected %d", e, dropped[e],
                     w->dropped[s->rank][e]);
    free(got);
}

static void poison(rank_state *s, device_pass *p)
{
    custub_bytes_fill(p->memory[5].view, 0xff, s->stream, &s->error);
    custub_bytes_fill(p->dropped.view.ptr ? custub_bytes_of(p->dropped.view.ptr,
                                                            p->dropped.view.count * sizeof(int))
                                          : custub_bytes_of(0, 0),
                      0xff, s->stream, &s->error);
}

/* One graph, first over zeros, then over the tokens. */
static void replay(rank_state *s, const whole *w, device_pass *p, moe_ranks_plan *plan)
{
    const uint64_t bytes = p->memory[4].view.count;
    CUgraph graph;
    CUgraphExec exec;

    custub_capture_begin(s->stream, &s->error);
    moe_ranks_plan_run(plan, &s->error);
    graph = custub_capture_end(s->stream, &s->error);
    exec = custub_graph_instantiate(graph, &s->error);
    for (int turn = 0; turn < 2; turn++) {
        poison(s, p);
        if (turn == 0)
            custub_bytes_zero(p->memory[4].view, s->stream, &s->error);
        else
            custub_bytes_upload(p->memory[4].view,
                                w->x + (size_t)(tokens_before(w, s->rank) * w->shape.hidden) *
                                           size_of(w->element),
                                bytes, s->stream, &s->error);
        custub_graph_launch(exec, s->stream, &s->error);
    }
    moe_ranks_wait(s->ranks, s->stream, &s->error);
    compare(s, w, p);
    custub_graph_exec_destroy(exec, &s->error);
    custub_graph_destroy(graph, &s->error);
}

static void run_all(rank_state *s)
{
    for (int i = 0; i < s->whole_count; i++) {
        const whole *w = &s->wholes[i];
        device_pass p = open_rank_pass(s, w);
        moe_ranks_plan *plan =
            moe_ranks_plan_create(s->ranks, &s->kernels, &p.layer, &p.pass, &s->error);
        for (int turn = 0; turn < 2 && plan; turn++) {
            poison(s, &p);
            moe_ranks_plan_run(plan, &s->error);
        }
        moe_ranks_wait(s->ranks, s->stream, &s->error);
        compare(s, w, &p);
        if (w->shape.graph && plan)
            replay(s, w, &p, plan);
        pthread_barrier_wait(&all_here);
        moe_ranks_plan_destroy(plan);
        close_pass(&p, &s->error);
        pthread_barrier_wait(&all_here);
    }
}

static bool is_built(moe_element element)
{
    const moe_layer layer = {.element = element, .hidden = 1, .inner = 1, .experts = 1, .top = 1};
    custub_error error = custub_error_none();

    return moe_workspace_size(&layer, 1, &error) > 0;
}

static void each_shape(int count, int shape_count)
{
    static whole wholes[SHAPES * 3];
    rank_state states[RANKS];
    int whole_count = 0;

    if (!is_cpu && devices < count) {
        printf("skipped: %d ranks need as many GPUs, there are %d\n", count, devices);
        skip();
    }
    for (int element = MOE_F32; element <= MOE_BF16; element++)
        for (int i = 0; i < shape_count && is_built((moe_element)element); i++)
            open_whole(&wholes[whole_count++], i, (moe_element)element, count);
    run_ranks(states, count, count, 60, run_all, wholes, whole_count);
    for (int r = 0; r < count; r++) {
        if (custub_failed(&states[r].error))
            fail_msg("rank %d of %d: %s", r, count, states[r].error.message);
        if (states[r].fault[0])
            fail_msg("rank %d of %d: %s", r, count, states[r].fault);
    }
    for (int i = 0; i < whole_count; i++)
        close_whole(&wholes[i]);
}

static void one_rank_does_what_one_device_does(void **state)
{
    (void)state;
    each_shape(1, 2);
}

static void two_ranks_do_what_one_device_does(void **state)
{
    (void)state;
    each_shape(2, SHAPES);
}

static void four_ranks_do_what_one_device_does(void **state)
{
    (void)state;
    each_shape(4, SHAPES);
}

/* --- What fails --- */

static void expect(const custub_error *error, custub_status status, const char *text)
{
    if (error->status != status || !strstr(error->message, text))
        fail_msg("expected %s with '%s', got %s: %s", custub_status_name(status), text,
                 custub_status_name(error->status), error->message);
}

/* Runs two ranks over the first shape; `tricks` is what the stand-in is told. */
static void two_ranks(rank_state *states, const char *tricks, double seconds,
                      void (*act)(rank_state *self))
{
    whole w;

    open_whole(&w, 0, MOE_F32, 2);
    if (tricks)
        setenv("FAKE_NCCL", tricks, 1);
    run_ranks(states, 2, 2, seconds, act, &w, 1);
    unsetenv("FAKE_NCCL");
    close_whole(&w);
}

static void needs_a_library_of_version_2(void **state)
{
    custub_error error = custub_error_none();

    (void)state;
    if (!is_cpu)
        skip();
    setenv("CUSTUB_NCCL", "/nowhere/libnccl.so.2", 1);
    moe_ranks_id_create(&error);
    expect(&error, CUSTUB_ERROR_NCCL_NOT_FOUND, "Tried: /nowhere/libnccl.so.2: ");
    setenv("CUSTUB_NCCL", FAKE_NCCL, 1);
    setenv("FAKE_NCCL", "version=30005", 1);
    error = custub_error_none();
    moe_ranks_id_create(&error);
    expect(&error, CUSTUB_ERROR_NCCL_NOT_FOUND, "it is version 3.0");
    setenv("FAKE_NCCL", "version=2708", 1);
    error = custub_error_none();
    assert_null(moe_ranks_join(&(moe_ranks_id){{0}}, 0, 1, 1, &error));
    expect(&error, CUSTUB_ERROR_NCCL_NOT_FOUND, "it is version 2.7");
    unsetenv("FAKE_NCCL");
}

static void impossible_ranks_are_refused(void **state)
{
    const moe_ranks_id id = {{0}};
    custub_error error = custub_error_none();

    (void)state;
    assert_null(moe_ranks_join(&id, 2, 2, 1, &error));
    expect(&error, CUSTUB_ERROR_INVALID_ARGUMENT, "the rank is 2");
    error = custub_error_none();
    assert_null(moe_ranks_join(&id, 0, 65, 1, &error));
    expect(&error, CUSTUB_ERROR_INVALID_ARGUMENT, "the number of ranks is 65");
    error = custub_error_none();
    assert_null(moe_ranks_join(&id, 0, 1, 0, &error));
    expect(&error, CUSTUB_ERROR_INVALID_ARGUMENT, "seconds");
}

static void a_rank_that_never_comes_is_missed(void **state)
{
    rank_state states[RANKS];

    (void)state;
    run_ranks(states, 2, 1, is_cpu ? 0.1 : 3, run_all, NULL, 0);
    expect(&states[0].error, CUSTUB_ERROR_RANKS, "rank 0 of 2: joining took longer than");
}

static void a_rank_that_cannot_join_says_why(void **state)
{
    rank_state states[RANKS];

    (void)state;
    if (!is_cpu)
        skip();
    two_ranks(states, "join=1", 0.1, run_all);
    expect(&states[0].error, CUSTUB_ERROR_RANKS, "joining took longer than");
    expect(&states[1].error, CUSTUB_ERROR_RANKS, "joining: NCCL says: unhandled system error");
}

static void plan_with(rank_state *s, void (*change)(device_pass *p))
{
    device_pass p = open_rank_pass(s, s->wholes);

    if (s->rank == 1)
        change(&p);
    assert_null(moe_ranks_plan_create(s->ranks, &s->kernels, &p.layer, &p.pass, &s->error));
    close_pass(&p, &s->error);
}

static void widen(device_pass *p)
{
    p->layer.hidden = 8;
}

static void plan_another_layer(rank_state *s)
{
    plan_with(s, widen);
}

static void choose_none(device_pass *p)
{
    p->layer.top = 0;
}

static void plan_an_impossible_layer(rank_state *s)
{
    plan_with(s, choose_none);
}

static void shorten(device_pass *p)
{
    p->layer.down.count -= 1;
}

static void plan_short_weights(rank_state *s)
{
    plan_with(s, shorten);
}

static void ranks_learn_what_is_wrong_with_others(void **state)
{
    rank_state states[RANKS];

    (void)state;
    two_ranks(states, NULL, 60, plan_another_layer);
    for (int r = 0; r < 2; r++)
        expect(&states[r].error, CUSTUB_ERROR_RANKS,
               "rank 1 has another layer than rank 0: hidden is 8 there, and 16 in rank 0");
    two_ranks(states, NULL, 60, plan_an_impossible_layer);
    expect(&states[0].error, CUSTUB_ERROR_RANKS, "rank 1 was refused its layer");
    expect(&states[1].error, CUSTUB_ERROR_INVALID_ARGUMENT, "top is 0");
    two_ranks(states, NULL, 60, plan_short_weights);
    expect(&states[0].error, CUSTUB_ERROR_RANKS, "rank 1 could not prepare its part");
    expect(&states[1].error, CUSTUB_ERROR_COUNT_TOO_SMALL, "'weights'");
}

/* Rank 1 has made its plan, and does not run it unless it `runs`. */
static void leave_the_other_alone(rank_state *s, bool runs)
{
    device_pass p = open_rank_pass(s, s->wholes);
    moe_ranks_plan *plan =
        moe_ranks_plan_create(s->ranks, &s->kernels, &p.layer, &p.pass, &s->error);

    s->ranks->seconds = is_cpu ? 0.5 : 2; // joining may take longer
    if (runs || s->rank == 0) {
        moe_ranks_plan_run(plan, &s->error);
        moe_ranks_wait(s->ranks, s->stream, &s->error);
        moe_ranks_plan_run(plan, &s->late);
    }
    pthread_barrier_wait(&all_here);
    custub_stream_synchronize(s->stream, &s->late);
    moe_ranks_plan_destroy(plan);
    close_pass(&p, &s->late);
}

static void run_both(rank_state *s)
{
    leave_the_other_alone(s, true);
}

static void run_one(rank_state *s)
{
    leave_the_other_alone(s, false);
}

static void a_rank_that_fails_hangs_no_other(void **state)
{
    rank_state states[RANKS];

    (void)state;
    if (is_cpu) {
        two_ranks(states, "send=1", 60, run_both);
        expect(&states[0].error, CUSTUB_ERROR_RANKS, "the work with other ranks took longer");
        expect(&states[0].late, CUSTUB_ERROR_RANKS, "the ranks were given up after a failure");
        expect(&states[1].error, CUSTUB_ERROR_RANKS,
               "exchanging tokens: NCCL says: internal error");
        two_ranks(states, "report=0", 60, run_both);
        expect(&states[0].error, CUSTUB_ERROR_RANKS, "NCCL says: unhandled system error");
    }
    two_ranks(states, NULL, 60, run_one);
    expect(&states[0].error, CUSTUB_ERROR_RANKS, "one of them has failed");
    expect(&states[0].late, CUSTUB_ERROR_RANKS, "the ranks were given up after a failure");
    succeed(states[1].error.status);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(needs_a_library_of_version_2),
                                       cmocka_unit_test(impossible_ranks_are_refused),
                                       cmocka_unit_test(one_rank_does_what_one_device_does),
                                       cmocka_unit_test(two_ranks_do_what_one_device_does),
                                       cmocka_unit_test(four_ranks_do_what_one_device_does),
                                       cmocka_unit_test(a_rank_that_never_comes_is_missed),
                                       cmocka_unit_test(a_rank_that_cannot_join_says_why),
                                       cmocka_unit_test(ranks_learn_what_is_wrong_with_others),
                                       cmocka_unit_test(a_rank_that_fails_hangs_no_other)};
    const char *driver = getenv("CUSTUB_DRIVER");
    int failed;

    is_cpu = driver && strcmp(driver, "cpu") == 0;
    if (is_cpu) {
        setenv("CUSTUB_CPU_THREADS", "8", 1); // the stand-in's kernels wait for each other
        setenv("CUSTUB_NCCL", FAKE_NCCL, 1);
    }
    failed = open_fixture();
    if (failed)
        return failed;
    if (!is_cpu) {
        custub_error error = custub_error_none();
        moe_ranks_id_create(&error);
        if (error.status == CUSTUB_ERROR_NCCL_NOT_FOUND) {
            printf("skipped: %s\n", error.message);
            return 77;
        }
    }
    devices = custub_device_count(&fixture_error);
    kernels = moe_load(&fixture_error);
    succeed(fixture_error.status);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
