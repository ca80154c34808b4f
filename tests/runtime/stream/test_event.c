/* Events, on the recording driver. */
#include "stream_fixture.h"

static void events_order_streams(void **state)
{
    CUstream second;
    CUevent event;

    (void)state;
    second = custub_stream_create(&error);
    event = custub_event_create(&error);
    assert_non_null(event);
    assert_int_equal(custub_event_record(event, stream, &error), CUSTUB_OK);
    assert_ptr_equal(recording_last_stream(), stream);
    assert_int_equal(custub_stream_wait(second, event, &error), CUSTUB_OK);
    assert_ptr_equal(recording_last_stream(), second);
    assert_int_equal(custub_event_synchronize(event, &error), CUSTUB_OK);
    assert_int_equal(custub_event_destroy(event, &error), CUSTUB_OK);
    custub_stream_destroy(second, &error);
    assert_false(custub_failed(&error));
}

static void a_pending_event_is_no_failure(void **state)
{
    CUevent event;

    (void)state;
    event = custub_event_create(&error);
    recording_programmed()->busy = 1;
    assert_false(custub_event_is_pending(event, &error)); /* was never recorded */
    custub_event_record(event, stream, &error);
    assert_true(custub_event_is_pending(event, &error));
    recording_programmed()->busy = 0;
    assert_false(custub_event_is_pending(event, &error));
    assert_false(custub_failed(&error));
    FAILS(custub_event_is_pending(event, &error), "cuEventQuery");
    assert_false(custub_event_is_pending(event, &error));
    custub_event_destroy(event, NULL);
}

static void timed_events_tell_the_time_between_them(void **state)
{
    CUevent start_event;
    CUevent end;
    float elapsed;

    (void)state;
    start_event = custub_event_create_timed(&error);
    end = custub_event_create_timed(&error);
    custub_event_record(start_event, stream, &error);
    custub_event_record(end, stream, &error);
    recording_clear_log();
    elapsed = custub_event_elapsed(start_event, end, &error);
    assert_true(elapsed > 0.99f && elapsed < 1.01f);
    assert_string_equal(recording_call(0), "cuEventSynchronize"); /* waits for the end */
    assert_false(custub_failed(&error));
    FAILS(elapsed = custub_event_elapsed(start_event, end, &error), "cuEventSynchronize");
    FAILS(elapsed = custub_event_elapsed(start_event, end, &error), "cuEventElapsedTime");
    assert_true(elapsed >= 0 && elapsed <= 0);
    custub_event_destroy(end, NULL);
    custub_event_destroy(start_event, NULL);
}

static void untimed_events_say_why_they_have_no_time(void **state)
{
    CUevent event;
    float elapsed;

    (void)state;
    event = custub_event_create(&error);
    custub_event_record(event, stream, &error);
    elapsed = custub_event_elapsed(event, event, &error);
    assert_true(elapsed >= 0 && elapsed <= 0);
    assert_string_equal(error.message,
                        "cuEventElapsedTime: CUDA_ERROR_INVALID_HANDLE (400): as recorded; asking "
                        "for the time between events: one of them is not timed, or was never "
                        "recorded");
    custub_event_destroy(event, NULL);
}

static void null_events_are_refused(void **state)
{
    (void)state;
#define REFUSED(call)                                                                              \
    do {                                                                                           \
        fresh(&error);                                                                             \
        recording_clear_log();                                                                     \
        (void)(call);                                                                              \
        assert_int_equal(error.status, CUSTUB_ERROR_INVALID_ARGUMENT);                             \
        assert_int_equal(recording_call_count(), 0);                                               \
    } while (0)
    REFUSED(custub_event_record(NULL, stream, &error));
    REFUSED(custub_event_synchronize(NULL, &error));
    REFUSED(custub_event_is_pending(NULL, &error));
    REFUSED(custub_event_elapsed(NULL, NULL, &error));
    REFUSED(custub_stream_wait(stream, NULL, &error));
    assert_string_equal(error.message, "having a stream wait: the event is null");
    assert_int_equal(custub_event_destroy(NULL, fresh(&error)), CUSTUB_OK);
}

static void failures_of_events_are_reported(void **state)
{
    CUevent event;

    (void)state;
    FAILS(event = custub_event_create(&error), "cuEventCreate");
    FAILS(event = custub_event_create_timed(&error), "cuEventCreate");
    assert_null(event);
    event = custub_event_create(fresh(&error));
    FAILS(custub_event_record(event, stream, &error), "cuEventRecord");
    FAILS(custub_event_synchronize(event, &error), "cuEventSynchronize");
    recording_clear_log();
    assert_int_equal(custub_event_synchronize(event, &error), CUSTUB_ERROR_DRIVER); /* waits */
    assert_int_equal(recording_call_count(), 1);
    FAILS(custub_stream_wait(stream, event, &error), "cuStreamWaitEvent");
    FAILS(custub_event_destroy(event, &error), "cuEventDestroy_v2");
    event = custub_event_create(fresh(&error));
    recording_fail("cuEventDestroy_v2", 1, 4);
    assert_int_equal(custub_event_destroy(event, &error), CUSTUB_OK); /* at process exit */
}

static void a_joined_stream_waits_and_keeps_no_event(void **state)
{
    static const char *const calls[] = {"cuEventCreate", "cuEventRecord", "cuStreamWaitEvent",
                                        "cuEventDestroy_v2"};
    CUstream second;

    (void)state;
    second = custub_stream_create(&error);
    recording_clear_log();
    assert_int_equal(custub_stream_join(stream, second, &error), CUSTUB_OK);
    assert_int_equal(custub_stream_join(stream, second, NULL), CUSTUB_OK);
    for (size_t i = 0; i < 8; i++)
        assert_string_equal(recording_call(i), calls[i % 4]);
    assert_ptr_equal(recording_last_stream(), stream);
    for (size_t i = 0; i < 4; i++) {
        FAILS(custub_stream_join(stream, second, &error), calls[i]);
        recording_fail(calls[i], 1, 700);
        assert_int_equal(custub_stream_join(stream, second, NULL), CUSTUB_ERROR_DRIVER);
    }
    assert_int_equal(recording_alive(), 2);
    custub_stream_destroy(second, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(events_order_streams),
        TEST(a_pending_event_is_no_failure),
        TEST(timed_events_tell_the_time_between_them),
        TEST(untimed_events_say_why_they_have_no_time),
        TEST(null_events_are_refused),
        TEST(failures_of_events_are_reported),
        TEST(a_joined_stream_waits_and_keeps_no_event),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
