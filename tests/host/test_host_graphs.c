/* Graphs that are captured from fills, copies and functions of the host, in two streams. */
#include "host_fixture.h"

#define COUNT 1000

static custub_i32_buffer first;
static custub_i32_buffer second;
static custub_i32_pinned pinned;

static int open_graphs(void **state)
{
    begin(state);
    first = custub_i32_buffer_create_zeroed(COUNT, stream, &error);
    second = custub_i32_buffer_create_zeroed(COUNT, stream, &error);
    pinned = custub_i32_pinned_create(COUNT, &error);
    custub_stream_synchronize(stream, &error);
    return (int)error.status;
}

static int close_graphs(void **state)
{
    (void)state;
    custub_i32_pinned_destroy(&pinned, NULL);
    custub_i32_buffer_destroy(&second, NULL);
    return (int)custub_i32_buffer_destroy(&first, NULL);
}

#undef TEST
#define TEST(name) cmocka_unit_test_setup_teardown(name, open_graphs, close_graphs)

/* Captures copies of `value` through both buffers to the host. Another stream makes the second
 * copy. */
static CUgraph capture(int32_t value)
{
    CUstream other = custub_stream_create(&error);
    CUgraph graph;

    custub_capture_begin(stream, &error);
    custub_i32_fill(first.view, value, stream, &error);
    custub_stream_join(other, stream, &error);
    custub_i32_copy(second.view, first.view, COUNT, other, &error);
    custub_stream_join(stream, other, &error);
    custub_i32_download_async(second.view, pinned.host, COUNT, stream, &error);
    graph = custub_capture_end(stream, &error);
    custub_stream_destroy(other, &error);
    return graph;
}

static bool runs(CUgraphExec exec, int32_t wanted)
{
    memset(pinned.host, 0xff, COUNT * sizeof(*pinned.host));
    custub_graph_launch(exec, stream, &error);
    custub_stream_synchronize(stream, &error);
    SUCCEEDED();
    return pinned.host[0] == wanted && pinned.host[COUNT - 1] == wanted;
}

static void graphs_run_and_are_updated(void **state)
{
    CUgraph graph;
    CUgraph other;
    CUgraphExec exec;

    (void)state;
    pinned.host[0] = -1;
    graph = capture(7);
    assert_int_equal(pinned.host[0], -1); /* nothing has run */
    exec = custub_graph_instantiate(graph, &error);
    custub_graph_destroy(graph, &error); /* the executable graph remains */
    assert_true(runs(exec, 7));
    assert_true(runs(exec, 7));
    other = capture(8);
    custub_graph_update(exec, other, &error);
    assert_true(runs(exec, 8));
    custub_graph_destroy(other, &error);
    custub_graph_exec_destroy(exec, &error);
    SUCCEEDED();
}

static void an_update_of_another_shape_is_refused_with_the_reason(void **state)
{
    CUgraph graph;
    CUgraph empty;
    CUgraphExec exec;

    (void)state;
    graph = capture(1);
    empty = custub_graph_create(&error);
    exec = custub_graph_instantiate(graph, &error);
    SUCCEEDED();
    assert_int_equal(custub_graph_update(exec, empty, &error), CUSTUB_ERROR_DRIVER);
    assert_non_null(strstr(error.message, "it has other nodes, or other dependencies"));
    fresh(&error);
    custub_graph_exec_destroy(exec, &error);
    custub_graph_destroy(empty, &error);
    custub_graph_destroy(graph, &error);
    SUCCEEDED();
}

static void graphs_are_printed(void **state)
{
    static const char path[] = "custub_graph.dot";
    char text[4096];
    FILE *file;
    CUgraph graph;

    (void)state;
    graph = capture(1);
    custub_graph_print(graph, path, &error);
    SUCCEEDED();
    file = fopen(path, "r");
    assert_non_null(file);
    text[fread(text, 1, sizeof(text) - 1, file)] = '\0';
    fclose(file);
    remove(path);
    assert_non_null(strstr(text, "digraph"));
    custub_graph_print(graph, "no such folder/a.dot", &error);
    assert_int_equal(error.status, CUSTUB_ERROR_DRIVER);
    custub_graph_destroy(graph, NULL);
}

/* custub_capture_end() ends the capture although a call was refused, and the stream works again. */
static void a_capture_ends_after_a_failure(void **state)
{
    (void)state;
    custub_capture_begin(stream, &error);
    custub_i32_fill(first.view, 1, stream, &error);
    SUCCEEDED();
    custub_i32_fill(custub_i32_view_of(first.view.ptr, COUNT + 1), 1, stream, &error);
    assert_int_equal(error.status, CUSTUB_ERROR_OUT_OF_RANGE);
    assert_null(custub_capture_end(stream, &error));
    assert_int_equal(error.status, CUSTUB_ERROR_OUT_OF_RANGE);
    fresh(&error);
    custub_i32_fill(first.view, 5, stream, &error);
    custub_i32_download(first.view, pinned.host, COUNT, stream, &error);
    SUCCEEDED();
    assert_int_equal(pinned.host[COUNT - 1], 5);
}

static void waiting_spoils_a_capture(void **state)
{
    custub_error seen = custub_error_none();

    (void)state;
    custub_capture_begin(stream, &error);
    custub_i32_fill(first.view, 1, stream, &error);
    SUCCEEDED();
    assert_int_equal(custub_stream_synchronize(stream, &seen), CUSTUB_ERROR_DRIVER);
    assert_null(custub_capture_end(stream, &error));
    assert_int_equal(error.status, CUSTUB_ERROR_DRIVER);
    assert_string_equal(error.driver_call, "cuStreamEndCapture");
    assert_null(custub_capture_end(stream, fresh(&error))); /* the stream is not captured */
    assert_int_equal(error.status, CUSTUB_ERROR_DRIVER);
    assert_int_equal(custub_capture_begin(NULL, fresh(&error)), CUSTUB_ERROR_DRIVER);
}

/* Memory of a pool that is allocated and freed in the capture belongs to the graph. */
static void a_graph_allocates(void **state)
{
    custub_i32_buffer inner;
    CUgraphExec exec;
    CUgraph graph;

    (void)state;
    custub_capture_begin(stream, &error);
    inner = custub_i32_buffer_create_async(COUNT, NULL, stream, &error);
    custub_i32_fill(inner.view, 9, stream, &error);
    custub_i32_download_async(inner.view, pinned.host, COUNT, stream, &error);
    custub_i32_buffer_destroy_async(&inner, stream, &error);
    graph = custub_capture_end(stream, &error);
    exec = custub_graph_instantiate(graph, &error);
    assert_true(runs(exec, 9));
    assert_true(runs(exec, 9));
    custub_graph_exec_destroy(exec, &error);
    custub_graph_destroy(graph, &error);
    SUCCEEDED();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(graphs_run_and_are_updated),
        TEST(an_update_of_another_shape_is_refused_with_the_reason),
        TEST(graphs_are_printed),
        TEST(a_capture_ends_after_a_failure),
        TEST(waiting_spoils_a_capture),
        TEST(a_graph_allocates),
    };

    return RUN(tests);
}
