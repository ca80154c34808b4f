/* Compares the mixture-of-experts layer over several ranks, bit by bit, with moe_forward() on one
 * device. On the CPU driver the ranks share its device and a stand-in for NCCL (fake_nccl.c), which
 * also fails on demand. On GPUs each rank has its own device, and NCCL is the real one.
 *
 *     test_moe_ranks [tests]    all tests, or those whose names match; * is any text */
#define _POSIX_C_SOURCE 200809L
#include "device_fixture.h"
#include "rank_process.h"

#include <string.h>

static moe_kernels kernels; // on device 0, for the expected results
static int devices;
static bool is_cpu;

static const shape shapes[] = {{{5, 0, 3, 9}, 16, 24, 4, 2, 0, true, false, true, false},
                               {{33, 20, 1, 70}, 40, 72, 7, 3, 0, true, false, false, false},
                               {{7, 9, 0, 2}, 13, 11, 3, 1, 0, false, false, false, false},
                               {{3, 2, 1, 0}, 24, 2120, 4, 2, 0, false, false, false, false},
                               {{150, 131, 140, 20}, 24, 136, 2, 1, 0, false, false, false, false},
                               {{33, 0, 12, 31}, 16, 24, 8, 2, 0, true, true, false, false},
                               {{20, 31, 9, 4}, 16, 16, 4, 2, 3, true, false, false, false},
                               {{12, 3, 0, 6}, 16, 16, 5, 3, 2, false, true, true, false},
                               {{20, 3, 0, 17}, 16, 16, 4, 3, 0, false, false, false, true},
                               {{9, 14, 0, 17}, 16, 16, 4, 3, 2, false, false, true, true}};

enum { SHAPES = sizeof(shapes) / sizeof(shapes[0]) };

static void need_devices(int count)
{
    if (!is_cpu && devices < count) {
        printf("skipped: %d ranks need as many GPUs, there are %d\n", count, devices);
        skip();
    }
}

/* Runs ranks over some layers. */
static void run_ranks(rank_state *states, int count, int started, double seconds,
                      void (*act)(rank_state *self), whole *wholes, int whole_count)
{
    const rank_state model = {.seconds = seconds,
                              .id = moe_ranks_id_create(&fixture_error),
                              .wholes = wholes,
                              .whole_count = whole_count,
                              .act = act};

    succeed(fixture_error.status);
    need_devices(count);
    ranks_run(states, count, started, &model, is_cpu);
}

static void each_shape(int count, int shape_count)
{
    static whole wholes[SHAPES * 3];
    rank_state states[RANKS];
    int whole_count = 0;

    need_devices(count);
    for (int element = MOE_F32; element <= MOE_BF16; element++)
        for (int i = 0; i < shape_count && reference_is_built((moe_element)element); i++)
            whole_open(&wholes[whole_count++], &shapes[i], (moe_element)element, count, &kernels,
                       &fixture_error);
    succeed(fixture_error.status);
    run_ranks(states, count, count, 60, run_layers, wholes, whole_count);
    for (int r = 0; r < count; r++) {
        if (custub_failed(&states[r].error))
            fail_msg("rank %d of %d: %s", r, count, states[r].error.message);
        if (states[r].fault[0])
            fail_msg("rank %d of %d: %s", r, count, states[r].fault);
    }
    for (int i = 0; i < whole_count; i++)
        whole_close(&wholes[i]);
}

/* These two also run under tools that are too slow for the others. */
static void one_rank_runs_small_layers(void **state)
{
    (void)state;
    each_shape(1, 2);
}

static void two_ranks_run_small_layers(void **state)
{
    (void)state;
    each_shape(2, 1);
}

static void two_ranks_match_one_device(void **state)
{
    (void)state;
    each_shape(2, SHAPES);
}

static void four_ranks_match_one_device(void **state)
{
    (void)state;
    each_shape(4, SHAPES);
}

static void processes(rank_task task, int count)
{
    const moe_ranks_id id = moe_ranks_id_create(&fixture_error);

    need_devices(count);
    succeed(fixture_error.status);
    assert_int_equal(rank_processes_run(task, count, &id), count);
}

static void ranks_may_be_processes(void **state)
{
    (void)state;
    processes(RANK_RUNS, devices >= 4 ? 4 : 2);
}

static void a_process_that_ends_hangs_no_other(void **state)
{
    (void)state;
    processes(RANK_1_ENDS, 2);
}

/* --- What fails --- */

static void expect(const custub_error *error, custub_status status, const char *text)
{
    if (error->status != status || !strstr(error->message, text))
        fail_msg("expected %s with '%s', got %s: %s", custub_status_name(status), text,
                 custub_status_name(error->status), error->message);
}

static void expect_failure(const custub_error *error, moe_ranks_failure failure, const char *text)
{
    expect(error, CUSTUB_ERROR_LIBRARY, text);
    assert_int_equal(moe_ranks_failure_of(error), failure);
}

/* Runs two ranks over the first shape, with `tricks` as FAKE_NCCL for the stand-in. */
static void two_ranks(rank_state *states, const char *tricks, double seconds,
                      void (*act)(rank_state *self))
{
    whole w;

    whole_open(&w, &shapes[0], MOE_F32, 2, &kernels, &fixture_error);
    if (tricks)
        setenv("FAKE_NCCL", tricks, 1);
    run_ranks(states, 2, 2, seconds, act, &w, 1);
    unsetenv("FAKE_NCCL");
    whole_close(&w);
    for (int r = 0; r < 2; r++)
        assert_string_equal(states[r].fault, "");
}

static void needs_a_library_of_version_2(void **state)
{
    custub_error error = custub_error_none();

    (void)state;
    if (!is_cpu)
        skip();
    setenv("CUSTUB_NCCL", "/nowhere/libnccl.so.2", 1);
    moe_ranks_id_create(&error);
    expect_failure(&error, MOE_RANKS_NO_NCCL, "Tried: /nowhere/libnccl.so.2: ");
    setenv("CUSTUB_NCCL", FAKE_NCCL, 1);
    setenv("FAKE_NCCL", "version=30005", 1);
    error = custub_error_none();
    moe_ranks_id_create(&error);
    expect_failure(&error, MOE_RANKS_NO_NCCL, "it is version 3.0");
    setenv("FAKE_NCCL", "version=2708", 1);
    error = custub_error_none();
    assert_null(moe_ranks_join(&(moe_ranks_id){{0}}, 0, 1, 1, &error));
    expect_failure(&error, MOE_RANKS_NO_NCCL, "it is version 2.7");
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

static void a_rank_that_never_joins_is_reported(void **state)
{
    rank_state states[RANKS];

    (void)state;
    run_ranks(states, 2, 1, is_cpu ? 0.1 : 3, run_layers, NULL, 0);
    expect_failure(&states[0].error, MOE_RANKS_FAILED, "rank 0 of 2: joining took longer than");
}

static void a_rank_that_cannot_join_says_why(void **state)
{
    rank_state states[RANKS];

    (void)state;
    if (!is_cpu)
        skip();
    two_ranks(states, "fail=1,1", 0.1, run_layers);
    expect_failure(&states[0].error, MOE_RANKS_FAILED, "joining took longer than");
    expect_failure(&states[1].error, MOE_RANKS_FAILED,
                   "joining: NCCL says: unhandled system error");
}

static void plan_with(rank_state *s, void (*change)(device_pass *p))
{
    device_pass p = rank_pass_open(s, s->wholes);

    if (s->rank == 1)
        change(&p);
    moe_ranks_plan_destroy(
        moe_ranks_plan_create(s->ranks, &s->kernels, &p.layer, &p.pass, &s->error));
    device_pass_close(&p, &s->error);
}

static void plan_null(rank_state *s)
{
    device_pass p = rank_pass_open(s, s->wholes);

    moe_ranks_plan_destroy(moe_ranks_plan_create(
        s->ranks, &s->kernels, s->rank == 1 ? NULL : &p.layer, &p.pass, &s->error));
    device_pass_close(&p, &s->error);
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

static void misplace(device_pass *p)
{
    p->layer.down.ptr = 4096; /* not device memory */
}

static void plan_misplaced_weights(rank_state *s)
{
    plan_with(s, misplace);
}

static void ranks_learn_what_is_wrong_with_others(void **state)
{
    rank_state states[RANKS];

    (void)state;
    two_ranks(states, NULL, 60, plan_another_layer);
    for (int r = 0; r < 2; r++)
        expect_failure(&states[r].error, MOE_RANKS_FAILED,
                       "rank 1 has another layer than rank 0: hidden is 8 there, and 16 in rank 0");
    two_ranks(states, NULL, 60, plan_an_impossible_layer);
    expect_failure(&states[0].error, MOE_RANKS_FAILED, "rank 1 was refused its layer");
    expect(&states[1].error, CUSTUB_ERROR_INVALID_ARGUMENT, "top is 0");
    two_ranks(states, NULL, 60, plan_misplaced_weights);
    expect_failure(&states[0].error, MOE_RANKS_FAILED, "rank 1 could not prepare its part");
    expect(&states[1].error, CUSTUB_ERROR_UNKNOWN_ADDRESS, "'down'");
    two_ranks(states, NULL, 60, plan_null);
    expect_failure(&states[0].error, MOE_RANKS_FAILED, "rank 1 was refused its layer");
    expect(&states[1].error, CUSTUB_ERROR_INVALID_ARGUMENT, "the layer is null");
}

/* Both ranks make a plan. Rank 1 only runs it if `runs`. */
static void make_plan_and_run(rank_state *s, bool runs)
{
    device_pass p = rank_pass_open(s, s->wholes);
    moe_ranks_plan *plan =
        moe_ranks_plan_create(s->ranks, &s->kernels, &p.layer, &p.pass, &s->error);

    s->ranks->seconds = is_cpu ? 0.5 : 2; // only now, since joining may take longer
    if (runs || s->rank == 0) {
        moe_ranks_plan_run(plan, &s->error);
        moe_ranks_wait(s->ranks, s->stream, &s->error);
        moe_ranks_plan_run(plan, &s->late);
    }
    if (custub_failed(&s->error) && custub_stream_is_busy(s->stream, NULL))
        snprintf(s->fault, sizeof(s->fault), "kernels run after moe_ranks_wait()");
    pthread_barrier_wait(&all_here);
    moe_ranks_plan_destroy(plan);
    device_pass_close(&p, &s->late);
}

static void run_both(rank_state *s)
{
    make_plan_and_run(s, true);
}

static void run_one(rank_state *s)
{
    make_plan_and_run(s, false);
}

static void a_rank_that_fails_hangs_no_other(void **state)
{
    rank_state states[RANKS];

    (void)state;
    if (is_cpu) {
        two_ranks(states, "fail=1,11", 60, run_both);
        expect_failure(&states[0].error, MOE_RANKS_FAILED, "the work with other ranks took longer");
        expect_failure(&states[0].late, MOE_RANKS_FAILED,
                       "the ranks were given up after a failure");
        expect_failure(&states[1].error, MOE_RANKS_FAILED,
                       "exchanging tokens: NCCL says: internal error");
        two_ranks(states, "report=0", 60, run_both);
        expect_failure(&states[0].error, MOE_RANKS_FAILED, "NCCL says: unhandled system error");
    }
    two_ranks(states, NULL, 60, run_one);
    expect_failure(&states[0].error, MOE_RANKS_FAILED, "one of them has failed");
    expect_failure(&states[0].late, MOE_RANKS_FAILED, "the ranks were given up after a failure");
    succeed(states[1].error.status);
}

static void run_with_short_timeout(rank_state *s)
{
    device_pass p = rank_pass_open(s, s->wholes);
    moe_ranks_plan *plan;

    s->ranks->seconds = 0.3; // only now, since joining may take longer
    plan = moe_ranks_plan_create(s->ranks, &s->kernels, &p.layer, &p.pass, &s->error);
    moe_ranks_plan_run(plan, &s->error);
    moe_ranks_wait(s->ranks, s->stream, &s->error);
    pthread_barrier_wait(&all_here);
    moe_ranks_plan_destroy(plan);
    device_pass_close(&p, &s->late);
}

/* Call 1 joins, 2 to 7 make the plan, 8 to 12 are the pass, and 13 leaves. On a slow machine a rank
 * may give up earlier. */
static void any_call_of_a_rank_may_fail(void **state)
{
    rank_state states[RANKS];
    char tricks[16];

    (void)state;
    if (!is_cpu)
        skip();
    for (int call = 2; call <= 13; call++) {
        snprintf(tricks, sizeof(tricks), "fail=1,%d", call);
        two_ranks(states, tricks, 60, run_with_short_timeout);
        assert_int_equal(moe_ranks_failure_of(&states[1].error), MOE_RANKS_FAILED);
        if (call <= 12)
            assert_int_equal(moe_ranks_failure_of(&states[0].error), MOE_RANKS_FAILED);
    }
}

static void null_is_refused_by_name(void **state)
{
    custub_error error = custub_error_none();

    (void)state;
    assert_null(moe_ranks_join(NULL, 0, 1, 1, &error));
    expect(&error, CUSTUB_ERROR_INVALID_ARGUMENT, "moe: the id is null");
    error = custub_error_none();
    assert_null(moe_ranks_plan_create(NULL, &kernels, NULL, NULL, &error));
    expect(&error, CUSTUB_ERROR_INVALID_ARGUMENT, "moe: the moe_ranks is null");
    error = custub_error_none();
    moe_ranks_wait(NULL, 0, &error);
    expect(&error, CUSTUB_ERROR_INVALID_ARGUMENT, "moe: the moe_ranks is null");
    error = custub_error_none();
    moe_ranks_plan_run(NULL, &error);
    expect(&error, CUSTUB_ERROR_INVALID_ARGUMENT, "moe: the plan is null");
    moe_ranks_plan_destroy(NULL);
    assert_int_equal(moe_ranks_leave(NULL, &error), CUSTUB_ERROR_INVALID_ARGUMENT);
}

static bool has_nccl(void)
{
    custub_error error = custub_error_none();

    if (!is_cpu)
        moe_ranks_id_create(&error);
    if (moe_ranks_failure_of(&error) != MOE_RANKS_NO_NCCL)
        return true;
    printf("skipped: %s\n", error.message);
    return false;
}

int main(int count, char **words)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(needs_a_library_of_version_2),
                                       cmocka_unit_test(impossible_ranks_are_refused),
                                       cmocka_unit_test(null_is_refused_by_name),
                                       cmocka_unit_test(one_rank_runs_small_layers),
                                       cmocka_unit_test(two_ranks_run_small_layers),
                                       cmocka_unit_test(two_ranks_match_one_device),
                                       cmocka_unit_test(four_ranks_match_one_device),
                                       cmocka_unit_test(ranks_may_be_processes),
                                       cmocka_unit_test(a_process_that_ends_hangs_no_other),
                                       cmocka_unit_test(a_rank_that_never_joins_is_reported),
                                       cmocka_unit_test(a_rank_that_cannot_join_says_why),
                                       cmocka_unit_test(ranks_learn_what_is_wrong_with_others),
                                       cmocka_unit_test(a_rank_that_fails_hangs_no_other),
                                       cmocka_unit_test(any_call_of_a_rank_may_fail)};
    const char *driver = getenv("CUSTUB_DRIVER");
    int failed;

    is_cpu = driver && strcmp(driver, "cpu") == 0;
    if (is_cpu) {
        setenv("CUSTUB_CPU_THREADS", "8", 1); // the stand-in's kernels wait for each other
        setenv("CUSTUB_NCCL", FAKE_NCCL, 1);
    }
    if (is_rank_process(count, words))
        return rank_process_main(words, shapes, 2, is_cpu);
    failed = open_fixture();
    if (failed)
        return failed;
    if (!has_nccl())
        return 77;
    devices = custub_device_count(&fixture_error);
    kernels = moe_load(&fixture_error);
    succeed(fixture_error.status);
    if (count > 1)
        cmocka_set_test_filter(words[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
