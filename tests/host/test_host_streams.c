/* Streams and events. A host function that waits keeps a stream busy. */
#define _POSIX_C_SOURCE 199309L /* nanosleep */
#include "host_fixture.h"

#include <stdatomic.h>
#include <time.h>

static atomic_bool is_open; /* the gate that keeps a stream busy */

static void wait_at_gate(void *user)
{
    (void)user;
    while (!is_open) {
        const struct timespec moment = {0, 100000};
        nanosleep(&moment, NULL);
    }
}

static void add_one(void *user)
{
    atomic_fetch_add((atomic_int *)user, 1);
}

static void keep_busy(CUstream which)
{
    is_open = false;
    custub_stream_call(which, wait_at_gate, NULL, &error);
}

static void busy_streams_and_pending_events_are_no_failures(void **state)
{
    CUevent event;

    (void)state;
    event = custub_event_create(&error);
    assert_false(custub_event_is_pending(event, &error));
    assert_false(custub_stream_is_busy(stream, &error));
    keep_busy(stream);
    custub_event_record(event, stream, &error);
    assert_true(custub_stream_is_busy(stream, &error));
    assert_true(custub_event_is_pending(event, &error));
    SUCCEEDED();
    is_open = true;
    custub_event_synchronize(event, &error);
    assert_false(custub_event_is_pending(event, &error));
    custub_stream_synchronize(stream, &error);
    assert_false(custub_stream_is_busy(stream, &error));
    custub_event_destroy(event, &error);
    SUCCEEDED();
}

static void a_stream_calls_the_host_in_order(void **state)
{
    atomic_int calls = 0;

    (void)state;
    keep_busy(stream);
    for (int i = 0; i < 3; i++)
        custub_stream_call(stream, add_one, &calls, &error);
    assert_int_equal(calls, 0);
    is_open = true;
    custub_stream_synchronize(stream, &error);
    assert_int_equal(calls, 3);
    SUCCEEDED();
}

/* Fails if the second stream's call happens before the first stream's work is done. */
static void order(bool by_join)
{
    CUstream second = custub_stream_create(&error);
    CUevent event = custub_event_create(&error);
    atomic_int calls = 0;

    keep_busy(stream);
    custub_event_record(event, stream, &error);
    if (by_join)
        custub_stream_join(second, stream, &error);
    else
        custub_stream_wait(second, event, &error);
    custub_stream_call(second, add_one, &calls, &error);
    assert_true(custub_stream_is_busy(second, &error));
    assert_int_equal(calls, 0);
    is_open = true;
    custub_stream_synchronize(second, &error);
    assert_int_equal(calls, 1);
    custub_event_destroy(event, &error);
    custub_stream_destroy(second, &error);
    SUCCEEDED();
}

static void events_order_streams(void **state)
{
    (void)state;
    order(false);
    order(true);
}

static void the_time_between_events_is_that_of_the_work(void **state)
{
    const struct timespec ten_milliseconds = {0, 10000000};
    CUevent start;
    CUevent end;
    float elapsed;

    (void)state;
    start = custub_event_create_timed(&error);
    end = custub_event_create_timed(&error);
    custub_event_record(start, stream, &error);
    keep_busy(stream);
    custub_event_record(end, stream, &error);
    custub_event_synchronize(start, &error);
    nanosleep(&ten_milliseconds, NULL);
    is_open = true;
    elapsed = custub_event_elapsed(start, end, &error); /* waits */
    SUCCEEDED();
    assert_true(elapsed > 1 && elapsed < 100000);
    custub_event_destroy(end, &error);
    end = custub_event_create(&error); /* is not timed */
    custub_event_record(end, stream, &error);
    SUCCEEDED();
    assert_false(custub_event_elapsed(start, end, &error) > 0);
    assert_non_null(strstr(error.message, "not timed"));
    custub_event_destroy(start, NULL);
    custub_event_destroy(end, NULL);
}

static void an_event_that_was_never_recorded_has_no_time(void **state)
{
    CUevent never;

    (void)state;
    never = custub_event_create_timed(&error);
    assert_int_equal(custub_event_synchronize(never, &error), CUSTUB_OK);
    SUCCEEDED();
    custub_event_elapsed(never, never, &error);
    assert_int_equal(error.status, CUSTUB_ERROR_DRIVER);
    assert_non_null(strstr(error.message, "never recorded"));
    custub_event_destroy(never, NULL);
}

static void streams_have_priorities(void **state)
{
    custub_stream_priorities range;
    CUstream first;
    atomic_int calls = 0;

    (void)state;
    range = custub_stream_priority_range(&error);
    SUCCEEDED();
    assert_int_equal(range.lowest, 0);
    assert_true(range.highest <= 0);
    first = custub_stream_create_with_priority(range.highest, &error);
    custub_stream_call(first, add_one, &calls, &error);
    custub_stream_synchronize(first, &error);
    assert_int_equal(calls, 1);
    custub_stream_destroy(first, &error);
    first = custub_stream_create_with_priority(-1000, &error); /* clamped to the range */
    custub_stream_destroy(first, &error);
    SUCCEEDED();
}

static void the_default_streams_work(void **state)
{
    CUstream defaults[] = {NULL, CUSTUB_STREAM_LEGACY, CUSTUB_STREAM_PER_THREAD};
    atomic_int calls = 0;

    (void)state;
    for (size_t i = 0; i < 3; i++) {
        custub_stream_call(defaults[i], add_one, &calls, &error);
        custub_stream_synchronize(defaults[i], &error);
        assert_int_equal(calls, (int)i + 1);
        custub_stream_join(stream, defaults[i], &error);
    }
    SUCCEEDED();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(busy_streams_and_pending_events_are_no_failures),
        TEST(a_stream_calls_the_host_in_order),
        TEST(events_order_streams),
        TEST(the_time_between_events_is_that_of_the_work),
        TEST(an_event_that_was_never_recorded_has_no_time),
        TEST(streams_have_priorities),
        TEST(the_default_streams_work),
    };

    return RUN(tests);
}
