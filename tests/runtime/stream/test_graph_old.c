/* Graphs with a driver for CUDA 11.8, on the recording driver. */
#include "stream_fixture.h"

static void updating_a_graph_takes_a_newer_driver(void **state)
{
    CUgraphExec exec;
    CUgraph graph;

    (void)state;
    custub_capture_begin(stream, &error);
    graph = custub_capture_end(stream, &error);
    exec = custub_graph_instantiate(graph, &error);
    assert_int_equal(custub_graph_launch(exec, stream, &error), CUSTUB_OK);
    assert_int_equal(custub_graph_update(exec, graph, &error), CUSTUB_ERROR_DRIVER_TOO_OLD);
    assert_string_equal(error.message, "updating a graph: it takes a driver for CUDA 12.0, this "
                                       "one is for 11.8");
    custub_graph_exec_destroy(exec, NULL);
    custub_graph_destroy(graph, NULL);
}

static int released;

static void count(void *user)
{
    (void)user;
    released++;
}

static void keeping_takes_a_newer_driver(void **state)
{
    CUgraph graph = custub_graph_create(&error);

    (void)state;
    released = 0;
    assert_int_equal(custub_graph_keep(graph, count, NULL, &error), CUSTUB_ERROR_DRIVER_TOO_OLD);
    assert_string_equal(error.message, "keeping something in a graph: it takes a driver for CUDA "
                                       "11.3, this one is for 11.8");
    assert_int_equal(released, 1);
    assert_int_equal(custub_graph_kept(NULL), 0);
    custub_graph_destroy(graph, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(updating_a_graph_takes_a_newer_driver),
        TEST(keeping_takes_a_newer_driver),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
