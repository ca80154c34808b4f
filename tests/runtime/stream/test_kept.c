/* What graphs keep, on the recording driver, which gives it back when the graph is destroyed. */
#include "stream_fixture.h"

int cuGraphDestroy(CUgraph destroyed);

static int released;
static CUgraph graph;

static void count(void *user)
{
    assert_ptr_equal(user, &released);
    released++;
}

static int start_graph(void **state)
{
    int result = start(state);

    released = 0;
    graph = custub_graph_create(&error);
    return result ? result : (int)error.status;
}

static int stop_graph(void **state)
{
    custub_graph_destroy(graph, NULL);
    return stop(state) || custub_graph_kept(NULL) != 0;
}

#undef TEST
#define TEST(name) cmocka_unit_test_setup_teardown(name, start_graph, stop_graph)

static void end_graph(void)
{
    assert_int_equal(custub_graph_destroy(graph, &error), CUSTUB_OK);
    graph = NULL;
}

static void a_thing_is_released_with_the_graph(void **state)
{
    (void)state;
    assert_int_equal(custub_graph_keep(graph, count, &released, &error), CUSTUB_OK);
    assert_int_equal(custub_graph_kept(&error), 1);
    assert_int_equal(released, 0);
    end_graph();
    assert_int_equal(released, 1);
}

static void memory_is_freed_with_the_graph(void **state)
{
    custub_f32_buffer x = custub_f32_buffer_create(10, &error);

    (void)state;
    assert_int_equal(custub_graph_keep_memory(graph, custub_f32_buffer_release(&x), &error),
                     CUSTUB_OK);
    assert_int_equal(recording_calls_of("cuMemFree_v2"), 0);
    assert_int_equal(x.view.ptr, 0);
    end_graph();
    assert_int_equal(recording_calls_of("cuMemFree_v2"), 1);
    /* Also while this thread captures. */
    assert_int_equal(recording_calls_of("cuThreadExchangeStreamCaptureMode"), 2);
}

static void memory_that_the_next_call_frees(void **state)
{
    custub_f32_buffer x = custub_f32_buffer_create(10, &error);

    (void)state;
    custub_graph_keep_memory(graph, custub_f32_buffer_release(&x), &error);
    cuGraphDestroy(graph); /* not custub's */
    graph = NULL;
    assert_int_equal(recording_calls_of("cuMemFree_v2"), 0);
    x = custub_f32_buffer_create(10, &error);
    assert_int_equal(recording_calls_of("cuMemFree_v2"), 1);
    custub_f32_buffer_destroy(&x, &error);
    assert_false(custub_failed(&error));
}

/* What cannot be kept is freed. */
static void failures_free_what_was_handed_over(void **state)
{
    custub_f32_buffer x = custub_f32_buffer_create(10, &error);

    (void)state;
    FAILS(custub_graph_keep(graph, count, &released, &error), "cuUserObjectCreate");
    assert_int_equal(released, 1);
    FAILS(custub_graph_keep(graph, count, &released, &error), "cuGraphRetainUserObject");
    assert_int_equal(released, 2);
    assert_int_equal(custub_graph_keep(graph, count, &released, &error), CUSTUB_ERROR_DRIVER);
    assert_int_equal(released, 3); /* after an earlier failure */
    assert_int_equal(custub_graph_keep(NULL, count, &released, fresh(&error)),
                     CUSTUB_ERROR_INVALID_ARGUMENT);
    assert_string_equal(error.message, "keeping something in a graph: the graph is null");
    assert_int_equal(released, 4);
    assert_int_equal(custub_graph_keep_memory(NULL, x.view.ptr, fresh(&error)),
                     CUSTUB_ERROR_INVALID_ARGUMENT);
    assert_int_equal(recording_calls_of("cuMemFree_v2"), 1);
}

static void null_things_are_refused_or_nothing(void **state)
{
    (void)state;
    assert_int_equal(custub_graph_keep_memory(graph, 0, &error), CUSTUB_OK);
    assert_int_equal(custub_graph_kept(&error), 0);
    assert_int_equal(custub_graph_keep(graph, NULL, NULL, &error), CUSTUB_ERROR_INVALID_ARGUMENT);
    assert_string_equal(error.message, "keeping something in a graph: the function is null");
    assert_int_equal(custub_graph_keep_library(graph, NULL, fresh(&error)),
                     CUSTUB_ERROR_INVALID_ARGUMENT);
    assert_int_equal(custub_graph_keep_memory(graph, 0, &error), CUSTUB_ERROR_INVALID_ARGUMENT);
}

static void a_failed_free_is_the_destroying_calls(void **state)
{
    custub_f32_buffer x = custub_f32_buffer_create(10, &error);

    (void)state;
    custub_graph_keep_memory(graph, x.view.ptr, &error);
    recording_fail("cuMemFree_v2", 1, 700);
    assert_int_equal(custub_graph_destroy(graph, &error), CUSTUB_ERROR_DRIVER);
    graph = NULL;
    assert_int_equal(error.driver_result, 700);
    assert_string_equal(error.driver_call, "cuMemFree");
    custub_f32_buffer_destroy(&x, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_thing_is_released_with_the_graph), TEST(memory_is_freed_with_the_graph),
        TEST(memory_that_the_next_call_frees),    TEST(failures_free_what_was_handed_over),
        TEST(null_things_are_refused_or_nothing), TEST(a_failed_free_is_the_destroying_calls),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
