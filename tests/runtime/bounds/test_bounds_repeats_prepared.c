/* Prepared launches that need no checks, because one of them was right. */
#include "repeats_fixture.h"

#include <pthread.h>

static custub_prepared *prepare(void)
{
    custub_argument arguments[] = {custub_argument_u64(1000), custub_argument_f32(2),
                                   custub_argument_buffer(CUSTUB_SCALAR_F32, X, 1000),
                                   custub_argument_buffer(CUSTUB_SCALAR_F32, Y, 1000)};

    return custub_kernel_prepare(&kernels[SAXPY], &launch, 4, arguments, fresh(&error));
}

static void prepared_launches_do_the_same(void **state)
{
    custub_argument fewer = custub_argument_u64(500);
    custub_prepared *prepared = prepare();

    (void)state;
    assert_int_equal(custub_prepared_launch(prepared, &error), CUSTUB_OK);
    assert_true(was_checked());
    assert_int_equal(custub_prepared_launch(prepared, &error), CUSTUB_OK);
    assert_false(was_checked());
    assert_false(checks(1000));
    assert_int_equal(custub_prepared_set(prepared, 0, &fewer, &error), CUSTUB_OK);
    assert_int_equal(custub_prepared_launch(prepared, &error), CUSTUB_OK);
    assert_true(was_checked());
    assert_int_equal(word_at(0), 500);
    custub_prepared_destroy(prepared);
}

/* Nothing is asked once a launch was right, until something changes. */
static void a_prepared_launch_stays_right(void **state)
{
    custub_prepared *prepared = prepare();

    (void)state;
    for (int i = 0; i < 2; i++)
        assert_int_equal(custub_prepared_launch(prepared, &error), CUSTUB_OK);
    recording_clear_log();
    assert_int_equal(custub_prepared_launch(prepared, &error), CUSTUB_OK);
    assert_false(was_checked());
    assert_int_equal(recording_last_launch()->parameter_bytes, SAXPY_AT);
    assert_int_equal(recording_last_launch()->grid[0], 4);
    assert_int_equal(recording_call_count(), 1);
    recording_fail("cuLaunchKernel", 1, 912);
    assert_int_equal(custub_prepared_launch(prepared, &error), CUSTUB_OK);
    assert_false(was_checked());
    assert_int_equal(unload(), CUSTUB_OK);
    assert_int_equal(custub_prepared_launch(prepared, &error), CUSTUB_ERROR_KERNEL_ABSENT);
    custub_prepared_destroy(prepared);
    assert_int_equal(load(), CUSTUB_OK);
}

static void a_prepared_launch_that_memory_decides_is_checked(void **state)
{
    custub_prepared *prepared = prepare();

    (void)state;
    outcome_written = CUSTUB_BOUNDS_DECIDED;
    for (int i = 0; i < 4; i++) {
        assert_int_equal(custub_prepared_launch(prepared, &error), CUSTUB_OK);
        assert_true(was_checked());
    }
    custub_prepared_destroy(prepared);
}

static void count_activity(const custub_activity *activity, void *count)
{
    *(int *)count += activity->launch && activity->launch->prepared;
}

static void one_that_is_right_is_still_observed(void **state)
{
    custub_prepared *prepared = prepare();
    int count = 0;

    (void)state;
    for (int i = 0; i < 3; i++)
        assert_int_equal(custub_prepared_launch(prepared, &error), CUSTUB_OK);
    custub_set_activity(count_activity, &count);
    assert_int_equal(custub_prepared_launch(prepared, &error), CUSTUB_OK);
    custub_set_activity(NULL, NULL);
    assert_false(was_checked());
    assert_int_equal(count, 1);
    custub_prepared_destroy(prepared);
}

static void *launch_often(void *prepared)
{
    recording_use_device(0);
    for (int i = 0; i < 500; i++)
        if (custub_prepared_launch(prepared, NULL) || custub_prepared_launch(prepared, NULL))
            return prepared;
    return NULL;
}

static void launch_by_threads(custub_prepared *prepared)
{
    pthread_t threads[4];
    void *failed;

    for (int i = 0; i < 4; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, launch_often, prepared), 0);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(pthread_join(threads[i], &failed), 0);
        assert_null(failed);
    }
}

/* While none is right, and when one was. The driver's copies are not atomic, as those of a device
 * are, so no thread tries while others look. For the thread sanitizer. */
static void threads_launch_one_prepared_launch(void **state)
{
    custub_prepared *prepared;

    (void)state;
    recording_programmed()->run = NULL; /* it is called without the driver's lock */
    launch.check = CUSTUB_CHECK_NONE;
    prepared = prepare();
    assert_non_null(prepared);
    recording_programmed()->capture_status = 1;
    launch_by_threads(prepared);
    assert_true(was_checked());
    recording_programmed()->capture_status = 0;
    assert_int_equal(custub_prepared_launch(prepared, &error), CUSTUB_OK);
    launch_by_threads(prepared);
    assert_false(was_checked());
    custub_prepared_destroy(prepared);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, stop)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(prepared_launches_do_the_same),
        TEST(a_prepared_launch_stays_right),
        TEST(a_prepared_launch_that_memory_decides_is_checked),
        TEST(one_that_is_right_is_still_observed),
        TEST(threads_launch_one_prepared_launch),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
