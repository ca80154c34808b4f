/* Graphs as wholes, on the recording driver. */
#include "stream_fixture.h"

static void graphs_are_captured_and_run(void **state)
{
    CUgraphExec exec;
    CUgraph graph;

    (void)state;
    assert_int_equal(custub_capture_begin(stream, &error), CUSTUB_OK);
    assert_ptr_equal(recording_last_stream(), stream);
    graph = custub_capture_end(stream, &error);
    assert_non_null(graph);
    exec = custub_graph_instantiate(graph, &error);
    assert_non_null(exec);
    custub_stream_synchronize(NULL, &error);
    assert_int_equal(custub_graph_launch(exec, stream, &error), CUSTUB_OK);
    assert_ptr_equal(recording_last_stream(), stream);
    assert_int_equal(custub_graph_update(exec, graph, &error), CUSTUB_OK);
    assert_int_equal(custub_graph_print(graph, "graph.dot", &error), CUSTUB_OK);
    assert_int_equal(custub_graph_destroy(graph, &error), CUSTUB_OK);
    assert_int_equal(custub_graph_exec_destroy(exec, &error), CUSTUB_OK);
    assert_false(custub_failed(&error));
}

/* After a failure in the middle the capture ends, and no partial graph is left. */
static void a_capture_ends_after_a_failure(void **state)
{
    (void)state;
    custub_capture_begin(stream, &error);
    custub_stream_call(stream, NULL, NULL, &error);
    assert_null(custub_capture_end(stream, &error));
    assert_int_equal(error.status, CUSTUB_ERROR_INVALID_ARGUMENT);
    assert_int_equal(recording_programmed()->capture_status, 0);
    assert_int_equal(recording_alive(), 1);
    assert_null(custub_capture_end(stream, &error)); /* was not begun */
    assert_int_equal(error.status, CUSTUB_ERROR_INVALID_ARGUMENT);
    assert_null(custub_capture_end(stream, fresh(&error)));
    assert_string_equal(error.message, "cuStreamEndCapture: unknown error (401); ending the "
                                       "capture of a stream");
}

static void failures_are_reported(void **state)
{
    CUgraphExec exec;
    CUgraph graph;

    (void)state;
    FAILS(custub_capture_begin(stream, &error), "cuStreamBeginCapture_v2");
    custub_capture_begin(stream, fresh(&error));
    FAILS(graph = custub_capture_end(stream, &error), "cuStreamEndCapture");
    assert_null(graph);
    FAILS(graph = custub_graph_create(&error), "cuGraphCreate");
    assert_null(graph);
    graph = custub_graph_create(fresh(&error));
    FAILS(custub_graph_print(graph, "a.dot", &error), "cuGraphDebugDotPrint");
    assert_non_null(strstr(error.message, "printing a graph to a.dot"));
    FAILS(exec = custub_graph_instantiate(graph, &error), "cuGraphInstantiateWithFlags");
    assert_null(exec);
    exec = custub_graph_instantiate(graph, fresh(&error));
    FAILS(custub_graph_launch(exec, stream, &error), "cuGraphLaunch");
    FAILS(custub_graph_update(exec, graph, &error), "cuGraphExecUpdate_v2");
    FAILS(custub_graph_exec_destroy(exec, &error), "cuGraphExecDestroy");
    FAILS(custub_graph_destroy(graph, &error), "cuGraphDestroy");
    graph = custub_graph_create(fresh(&error));
    recording_fail("cuGraphDestroy", 1, 4);
    assert_int_equal(custub_graph_destroy(graph, &error), CUSTUB_OK); /* at process exit */
}

/* Otherwise the driver would crash. */
static void a_graph_of_an_unloaded_kernel_is_not_made_executable(void **state)
{
    CUgraph graph = custub_graph_create(fresh(&error));
    CUgraphExec exec;

    (void)state;
    recording_programmed()->graph_kernels = 3;
    exec = custub_graph_instantiate(graph, &error);
    assert_non_null(exec);
    recording_programmed()->unloaded = 3;
    recording_clear_log();
    assert_null(custub_graph_instantiate(graph, &error));
    assert_int_equal(error.status, CUSTUB_ERROR_KERNEL_ABSENT);
    assert_string_equal(error.message, "instantiating a graph: a kernel of the graph was unloaded "
                                       "after its launch was added");
    assert_int_equal(custub_graph_update(exec, graph, fresh(&error)), CUSTUB_ERROR_KERNEL_ABSENT);
    assert_int_equal(recording_calls_of("cuGraphInstantiateWithFlags"), 0);
    assert_int_equal(recording_calls_of("cuGraphExecUpdate_v2"), 0);
    recording_programmed()->unloaded = 0;
    recording_fail("cuGraphGetNodes", 1, 999); /* nothing is known: it is left to the driver */
    assert_int_equal(custub_graph_update(exec, graph, fresh(&error)), CUSTUB_OK);
    custub_graph_exec_destroy(exec, &error);
    assert_int_equal(custub_graph_destroy(graph, &error), CUSTUB_OK);
}

static void an_update_says_what_differs(void **state)
{
    static const char *const reasons[] = {
        [1] = "updating a graph",
        [2] = "updating a graph: it has other nodes, or other dependencies",
        [3] = "updating a graph: a node is of another kind",
        [4] = "updating a graph: a node has another function",
        [8] = "updating a graph: a node has other attributes",
        [9] = "updating a graph",
    };
    CUgraph graph;
    CUgraphExec exec;

    (void)state;
    graph = custub_graph_create(&error);
    exec = custub_graph_instantiate(graph, &error);
    for (int i = 1; i < 10; i++) {
        const char *words;
        recording_programmed()->update_reason = i;
        assert_int_equal(custub_graph_update(exec, graph, fresh(&error)), CUSTUB_ERROR_DRIVER);
        assert_int_equal(error.driver_result, 910);
        words = strstr(error.message, "updating a graph");
        assert_non_null(words);
        if (reasons[i])
            assert_string_equal(words, reasons[i]);
    }
    custub_graph_exec_destroy(exec, NULL);
    custub_graph_destroy(graph, NULL);
}

static void null_graphs_are_refused(void **state)
{
    CUgraph graph;

    (void)state;
    graph = custub_graph_create(&error);
    recording_clear_log();
#define REFUSED(call)                                                                              \
    do {                                                                                           \
        fresh(&error);                                                                             \
        (void)(call);                                                                              \
        assert_int_equal(error.status, CUSTUB_ERROR_INVALID_ARGUMENT);                             \
        assert_int_equal(recording_call_count(), 0);                                               \
    } while (0)
    REFUSED(custub_graph_print(NULL, "a.dot", &error));
    REFUSED(custub_graph_print(graph, NULL, &error));
    REFUSED(custub_graph_instantiate(NULL, &error));
    REFUSED(custub_graph_update(NULL, graph, &error));
    REFUSED(custub_graph_launch(NULL, stream, &error));
    assert_string_equal(error.message, "launching a graph: the executable graph is null");
    assert_int_equal(custub_graph_destroy(NULL, fresh(&error)), CUSTUB_OK);
    assert_int_equal(custub_graph_exec_destroy(NULL, &error), CUSTUB_OK);
    custub_graph_destroy(graph, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(graphs_are_captured_and_run),
        TEST(a_capture_ends_after_a_failure),
        TEST(a_graph_of_an_unloaded_kernel_is_not_made_executable),
        TEST(failures_are_reported),
        TEST(an_update_says_what_differs),
        TEST(null_graphs_are_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
