/* Stream 0 is the per-thread stream of a program that asks for it, on the recording driver. */
#define CUDA_API_PER_THREAD_DEFAULT_STREAM
#include "stream_fixture.h"

static void ignore(void *user)
{
    (void)user;
}

static void stream_0_is_the_per_thread_stream(void **state)
{
    CUevent event;
    CUgraph graph;
    CUgraphExec exec;

    (void)state;
    event = custub_event_create(&error);
#define CALL(call, last)                                                                           \
    do {                                                                                           \
        custub_stream_synchronize(stream, &error);                                                 \
        assert_ptr_equal(recording_last_stream(), stream);                                         \
        (void)(call);                                                                              \
        assert_false(custub_failed(&error));                                                       \
        assert_ptr_equal(recording_last_stream(), last);                                           \
    } while (0)
    CALL(custub_stream_synchronize(NULL, &error), CUSTUB_STREAM_PER_THREAD);
    CALL(custub_stream_is_busy(NULL, &error), CUSTUB_STREAM_PER_THREAD);
    CALL(custub_stream_call(NULL, ignore, NULL, &error), CUSTUB_STREAM_PER_THREAD);
    CALL(custub_event_record(event, NULL, &error), CUSTUB_STREAM_PER_THREAD);
    CALL(custub_stream_wait(NULL, event, &error), CUSTUB_STREAM_PER_THREAD);
    CALL(custub_stream_join(NULL, stream, &error), CUSTUB_STREAM_PER_THREAD);
    CALL(custub_capture_begin(NULL, &error), CUSTUB_STREAM_PER_THREAD);
    CALL(graph = custub_capture_end(NULL, &error), CUSTUB_STREAM_PER_THREAD);
    exec = custub_graph_instantiate(graph, &error);
    CALL(custub_graph_launch(exec, NULL, &error), CUSTUB_STREAM_PER_THREAD);
    CALL(custub_stream_synchronize(CUSTUB_STREAM_LEGACY, &error), CUSTUB_STREAM_LEGACY);
    custub_graph_exec_destroy(exec, NULL);
    custub_graph_destroy(graph, NULL);
    custub_event_destroy(event, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(stream_0_is_the_per_thread_stream),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
