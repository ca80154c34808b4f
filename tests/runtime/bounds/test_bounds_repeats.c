/* Launches that need no checks, because one with the same numbers was right. */
#include "repeats_fixture.h"

static void the_second_launch_is_plain(void **state)
{
    (void)state;
    assert_true(checks(1000));
    assert_int_not_equal(further_at(SAXPY_AT)->outcome, 0);
    recording_clear_log();
    assert_false(checks(1000));
    assert_int_equal(recording_last_launch()->parameter_bytes, SAXPY_AT);
    assert_int_equal(recording_last_launch()->grid[0], 4);
    assert_int_equal(recording_call_count(), 2);
    assert_string_equal(recording_call(0), "cuCtxGetId");
    assert_string_equal(recording_call(1), "cuLaunchKernel");
}

static void the_cold_path_does_the_same(void **state)
{
    (void)state;
    launch.check = CUSTUB_CHECK_WHOLE;
    launch.cluster = custub_grid(2, 1, 1);
    assert_true(checks(1000));
    assert_false(checks(1000));
    assert_true(recording_last_launch()->extended);
}

static void if_memory_decides_all_are_checked(void **state)
{
    (void)state;
    outcome_written = CUSTUB_BOUNDS_DECIDED;
    assert_true(checks(1000));
    outcome_written = 0;
    assert_true(checks(1000));
    assert_int_equal(further_at(SAXPY_AT)->outcome, 0); /* it is known */
    assert_true(checks(1000));
    assert_true(checks(500));
    assert_false(checks(500));
}

static void a_bad_access_is_no_proof(void **state)
{
    (void)state;
    writes_record = true;
    assert_true(checks(1000));
    writes_record = false;
    assert_true(checks(1000)); /* the record keeps what this one does from being seen */
    assert_int_equal(further_at(SAXPY_AT)->outcome, 0);
    assert_true(checks(1000));
    assert_int_equal(custub_bounds_report(fresh(&error)), CUSTUB_ERROR_OUT_OF_BOUNDS);
    assert_true(checks(1000));
    assert_false(checks(1000));
}

static void one_that_was_said_since_is_no_proof_either(void **state)
{
    (void)state;
    writes_record = true;
    assert_true(checks(1000));
    writes_record = false;
    assert_int_equal(custub_bounds_report(fresh(&error)), CUSTUB_ERROR_OUT_OF_BOUNDS);
    assert_true(checks(1000));
    assert_false(checks(1000));
}

static void a_trial_that_fails_changes_nothing(void **state)
{
    (void)state;
    recording_fail("cuMemsetD32Async", 1, 999);
    assert_true(checks(1000));
    assert_int_equal(further_at(SAXPY_AT)->outcome, 0);
    recording_fail("cuMemcpyDtoHAsync_v2", 1, 999);
    assert_true(checks(1000));
    recording_fail("cuLaunchKernel", 1, 2);
    assert_int_not_equal(saxpy(1000), CUSTUB_OK);
    assert_true(checks(1000));
    assert_false(checks(1000));
}

/* The stream may still begin, or tell, the trial that failed: it is not taken for the next one's.
 */
static void a_trial_that_fails_keeps_its_outcome(void **state)
{
    uint64_t first;

    (void)state;
    recording_fail("cuMemcpyDtoHAsync_v2", 1, 999);
    assert_true(checks(1000));
    first = further_at(SAXPY_AT)->outcome;
    assert_true(checks(1000));
    assert_int_not_equal(further_at(SAXPY_AT)->outcome, first);
    assert_false(checks(1000));
}

static void a_launch_that_fails_is_no_proof(void **state)
{
    (void)state;
    recording_fail("cuLaunchKernel", 1, 2);
    assert_int_not_equal(saxpy(1000), CUSTUB_OK);
    assert_true(checks(1000));
    assert_false(checks(1000));
}

/* The kernel's function is of the current context, the stream of another one. */
static void a_launch_in_a_stream_of_another_context_is_made_again(void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++) {
        recording_fail("cuLaunchKernel", 1, 400);
        launches_saxpy(1000);
    }
    assert_false(was_checked());
}

static void a_captured_launch_is_no_trial(void **state)
{
    (void)state;
    recording_programmed()->capture_status = 1;
    assert_true(checks(1000));
    assert_int_equal(further_at(SAXPY_AT)->outcome, 0);
    assert_true(checks(1000));
    recording_programmed()->capture_status = 0;
    assert_true(checks(1000));
    recording_programmed()->capture_status = 1;
    assert_false(checks(1000));
}

static void another_context_begins_anew(void **state)
{
    (void)state;
    assert_true(checks(1000));
    assert_false(checks(1000));
    recording_programmed()->context_id = 70; /* the device was reset */
    assert_true(checks(1000));
    assert_false(checks(1000));
    recording_programmed()->context_id = 7;
    assert_false(checks(1000));
}

/* The device was reset, and what custub had there belongs to someone else. */
static void an_unload_frees_no_memory_of_others(void **state)
{
    enum { BYTES = 128 }; /* of the outcomes of a kernel */
    size_t freed;
    uint64_t first;

    (void)state;
    assert_int_equal(unload(), CUSTUB_OK);
    recording_programmed()->buffer_id = 5;
    assert_int_equal(load(), CUSTUB_OK);
    freed = recording_calls_of("cuMemFree_v2");
    assert_int_equal(unload(), CUSTUB_OK);
    assert_int_equal(recording_calls_of("cuMemFree_v2"), freed + 1);
    assert_int_equal(load(), CUSTUB_OK);
    assert_true(checks(1000));
    first = further_at(SAXPY_AT)->outcome / BYTES * BYTES - SAXPY * BYTES;
    recording_programmed()->buffer_id = 6;
    assert_int_equal(unload(), CUSTUB_OK);
    assert_int_equal(recording_calls_of("cuMemFree_v2"), freed + 1);
    assert_int_equal(custub_memory_destroy(first, &error), CUSTUB_OK);
    assert_int_equal(load(), CUSTUB_OK);
}

/* A kernel that never gets the same numbers pays for few trials. */
static void trials_without_use_end(void **state)
{
    (void)state;
    for (uint64_t n = 1; n <= 64; n++)
        assert_true(checks(n));
    recording_clear_log();
    for (uint64_t n = 101; n <= 164; n++)
        assert_true(checks(n));
    assert_true(recording_calls_of("cuMemcpyDtoHAsync_v2") <= 2);
    for (int i = 0; i < 200; i++)
        launches_saxpy(1000);
    assert_false(checks(1000)); /* until it gets them again */
}

/* Other numbers in between cost it few trials, and it is not forgotten for them. */
static void one_of_many_repeats(void **state)
{
    unsigned plain = 0;
    size_t copies;

    (void)state;
    assert_true(checks(1000));
    for (uint64_t n = 1; n <= 100; n++) {
        assert_true(checks(n));
        assert_true(checks(n + 100));
    }
    for (int i = 0; i < 200; i++)
        launches_saxpy(1000);
    copies = recording_calls_of("cuMemcpyDtoHAsync_v2");
    for (uint64_t n = 201; n <= 300; n++) {
        plain += !checks(1000);
        for (uint64_t i = 1; i <= 6; i++)
            assert_true(checks(n + 100 * i));
    }
    assert_true(recording_calls_of("cuMemcpyDtoHAsync_v2") - copies <= 32 + plain + 600 / 64);
    assert_true(plain > 33);
}

static void a_load_that_asks_for_it_always_checks(void **state)
{
    (void)state;
    assert_int_equal(unload(), CUSTUB_OK);
    options.bounds_checks = CUSTUB_BOUNDS_CHECKS_ALWAYS;
    assert_int_equal(load(), CUSTUB_OK);
    for (int i = 0; i < 3; i++) {
        assert_true(checks(1000));
        assert_int_equal(further_at(SAXPY_AT)->outcome, 0);
    }
}

static void both_kernels_opt_in_to_shared_memory(void **state)
{
    (void)state;
    launch.shared = 100000;
    assert_true(checks(1000));
    assert_false(checks(1000));
    assert_int_equal(recording_opted_in("saxpy", 0), 100000);
    assert_int_equal(recording_opted_in("saxpy" CUSTUB_BOUNDS_PLAIN, 0), 100000);
}

/* As if the program had set an attribute of the checked kernel that the launch needs. */
static void a_plain_kernel_that_cannot_be_launched_is_checked(void **state)
{
    (void)state;
    launch.cluster = custub_grid(2, 1, 1);
    assert_true(checks(1000));
    recording_fail("cuLaunchKernelEx", 1, 912);
    assert_true(checks(1000));
    assert_int_equal(further_at(SAXPY_AT)->outcome, 0);
    assert_false(checks(1000));
}

static void a_preload_loads_both_kernels(void **state)
{
    const size_t kernels_without = sample_library.kernel_count;

    (void)state;
    recording_clear_log();
    assert_int_equal(custub_library_preload(loaded.library, fresh(&error)), CUSTUB_OK);
    assert_int_equal(recording_calls_of("cuFuncLoad"), kernels_without + 1);
}

static void an_image_without_the_plain_kernel_checks_always(void **state)
{
    (void)state;
    assert_int_equal(unload(), CUSTUB_OK);
    describe_checked();
    assert_int_equal(load(), CUSTUB_OK);
    assert_true(checks(1000));
    assert_true(checks(1000));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, stop)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(the_second_launch_is_plain),
        TEST(the_cold_path_does_the_same),
        TEST(if_memory_decides_all_are_checked),
        TEST(a_bad_access_is_no_proof),
        TEST(one_that_was_said_since_is_no_proof_either),
        TEST(a_trial_that_fails_changes_nothing),
        TEST(a_trial_that_fails_keeps_its_outcome),
        TEST(a_launch_that_fails_is_no_proof),
        TEST(a_launch_in_a_stream_of_another_context_is_made_again),
        TEST(a_captured_launch_is_no_trial),
        TEST(another_context_begins_anew),
        TEST(an_unload_frees_no_memory_of_others),
        TEST(trials_without_use_end),
        TEST(one_of_many_repeats),
        TEST(a_load_that_asks_for_it_always_checks),
        TEST(both_kernels_opt_in_to_shared_memory),
        TEST(a_plain_kernel_that_cannot_be_launched_is_checked),
        TEST(a_preload_loads_both_kernels),
        TEST(an_image_without_the_plain_kernel_checks_always),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
