/* Streams, on the recording driver. */
#include "stream_fixture.h"

static void streams_do_not_block_on_the_default_stream(void **state)
{
    (void)state;
    assert_non_null(stream);
    assert_int_equal(custub_stream_synchronize(stream, &error), CUSTUB_OK);
    FAILS(custub_stream_synchronize(stream, &error), "cuStreamSynchronize");
    assert_int_equal(custub_stream_synchronize(stream, &error), CUSTUB_ERROR_DRIVER); /* waits */
    assert_ptr_equal(recording_last_stream(), stream);
    assert_int_equal(custub_stream_destroy(NULL, fresh(&error)), CUSTUB_OK);
    recording_fail("cuStreamCreate", 1, 2);
    assert_null(custub_stream_create(&error));
    assert_int_equal(error.status, CUSTUB_ERROR_DRIVER);
    recording_fail("cuStreamCreate", 1, 2);
    assert_null(custub_stream_create(NULL));
}

static void streams_have_priorities(void **state)
{
    custub_stream_priorities range;
    CUstream first;

    (void)state;
    range = custub_stream_priority_range(&error);
    assert_int_equal(range.lowest, 0);
    assert_int_equal(range.highest, -5);
    first = custub_stream_create_with_priority(range.highest, &error);
    assert_non_null(first);
    assert_int_equal(recording_last_priority(), -5);
    custub_stream_destroy(first, &error);
    assert_false(custub_failed(&error));
}

static void failing_priorities_are_reported(void **state)
{
    custub_stream_priorities range;

    (void)state;
    recording_fail("cuStreamCreateWithPriority", 1, 2);
    assert_null(custub_stream_create_with_priority(-1, &error));
    assert_string_equal(error.message, "cuStreamCreateWithPriority: CUDA_ERROR_OUT_OF_MEMORY (2): "
                                       "as recorded; creating a stream of priority -1");
    assert_null(custub_stream_create_with_priority(-1, &error));
    FAILS(range = custub_stream_priority_range(&error), "cuCtxGetStreamPriorityRange");
    assert_true(range.lowest == 0 && range.highest == 0);
}

static void a_busy_stream_is_no_failure(void **state)
{
    (void)state;
    assert_false(custub_stream_is_busy(stream, &error));
    recording_programmed()->busy = 1;
    assert_true(custub_stream_is_busy(stream, &error));
    assert_true(custub_stream_is_busy(NULL, &error));
    assert_false(custub_failed(&error));
    FAILS(custub_stream_is_busy(stream, &error), "cuStreamQuery");
    assert_false(custub_stream_is_busy(stream, &error)); /* a loop that waits ends */
}

static void count_call(void *user)
{
    ++*(int *)user;
}

static void streams_call_functions_of_the_host(void **state)
{
    int calls = 0;

    (void)state;
    assert_int_equal(custub_stream_call(stream, count_call, &calls, &error), CUSTUB_OK);
    assert_ptr_equal(recording_last_stream(), stream);
    assert_int_equal(calls, 1);
    assert_int_equal(custub_stream_call(stream, NULL, NULL, &error), CUSTUB_ERROR_INVALID_ARGUMENT);
    assert_string_equal(error.message, "having a stream call a function: the function is null");
    FAILS(custub_stream_call(stream, count_call, &calls, &error), "cuLaunchHostFunc");
    custub_stream_call(stream, count_call, &calls, &error);
    assert_int_equal(calls, 1);
}

static void destroying_acts_and_keeps_the_first_failure(void **state)
{
    CUstream second;

    (void)state;
    second = custub_stream_create(&error);
    custub_stream_call(stream, NULL, NULL, &error);
    assert_int_equal(custub_stream_destroy(second, &error), CUSTUB_ERROR_INVALID_ARGUMENT);
    assert_int_equal(recording_alive(), 1);
    second = custub_stream_create(fresh(&error));
    FAILS(custub_stream_destroy(second, &error), "cuStreamDestroy_v2");
    second = custub_stream_create(fresh(&error));
    recording_fail("cuStreamDestroy_v2", 1, 4);
    assert_int_equal(custub_stream_destroy(second, &error), CUSTUB_OK); /* at process exit */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(streams_do_not_block_on_the_default_stream),
        TEST(streams_have_priorities),
        TEST(failing_priorities_are_reported),
        TEST(a_busy_stream_is_no_failure),
        TEST(streams_call_functions_of_the_host),
        TEST(destroying_acts_and_keeps_the_first_failure),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
