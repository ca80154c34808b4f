/* Graphs that keep what they use. Drivers give it back on a thread of theirs, so that the tests
 * wait for it. */
#define _POSIX_C_SOURCE 200809L

#include "host_fixture.h"

#include <stdatomic.h>
#include <time.h>

#define COUNT           1000
#define SECONDS_AT_MOST 20

static custub_i32_buffer x;
static custub_i32_pinned pinned;
static atomic_int released;

static void count(void *user)
{
    atomic_fetch_add((atomic_int *)user, 1);
}

static int open_kept(void **state)
{
    begin(state);
    atomic_store(&released, 0);
    x = custub_i32_buffer_create_zeroed(COUNT, stream, &error);
    pinned = custub_i32_pinned_create(COUNT, &error);
    custub_stream_synchronize(stream, &error);
    return (int)error.status;
}

static int close_kept(void **state)
{
    (void)state;
    custub_i32_pinned_destroy(&pinned, NULL);
    return (int)custub_i32_buffer_destroy(&x, NULL);
}

#undef TEST
#define TEST(name) cmocka_unit_test_setup_teardown(name, open_kept, close_kept)

/* Fails unless graphs soon keep no more than this. */
static void expect_kept(uint64_t wanted)
{
    const struct timespec pause = {0, 1000000};

    for (int i = 0; i < 1000 * SECONDS_AT_MOST && custub_graph_kept(&error) > wanted; i++)
        nanosleep(&pause, NULL);
    assert_int_equal(custub_graph_kept(&error), wanted);
    SUCCEEDED();
}

/* A fill of x, and a download. */
static CUgraph capture(int32_t value)
{
    custub_capture_begin(stream, &error);
    custub_i32_fill(x.view, value, stream, &error);
    custub_i32_download_async(x.view, pinned.host, COUNT, stream, &error);
    return custub_capture_end(stream, &error);
}

static bool is_allocated(CUdeviceptr memory)
{
    custub_error seen = custub_error_none();

    return custub_i32_zero(custub_i32_view_of(memory, COUNT), stream, &seen) == CUSTUB_OK;
}

static void an_executable_graph_has_its_memory(void **state)
{
    CUdeviceptr memory = x.view.ptr;
    CUgraph graph = capture(7);
    CUgraphExec exec = custub_graph_instantiate(graph, &error);

    (void)state;
    custub_graph_exec_destroy(exec, &error); /* made before: it keeps nothing */
    custub_graph_keep_memory(graph, custub_i32_buffer_release(&x), &error);
    exec = custub_graph_instantiate(graph, &error);
    custub_graph_destroy(graph, &error);
    expect_kept(1);
    assert_true(is_allocated(memory));
    custub_graph_launch(exec, stream, &error);
    custub_stream_synchronize(stream, &error);
    assert_int_equal(pinned.host[COUNT - 1], 7);
    custub_graph_exec_destroy(exec, &error);
    expect_kept(0);
    assert_false(is_allocated(memory));
}

/* The buffers are freed by an allocation, a capture goes on meanwhile. */
static void memory_is_freed_during_a_capture(void **state)
{
    custub_i32_buffer other = custub_i32_buffer_create(COUNT, &error);
    CUstream capturing = custub_stream_create(&error);
    CUgraph graph = capture(7);
    CUgraph captured;

    (void)state;
    custub_graph_keep_memory(graph, custub_i32_buffer_release(&other), &error);
    custub_capture_begin(capturing, &error);
    custub_i32_fill(x.view, 1, capturing, &error);
    custub_graph_destroy(graph, &error);
    expect_kept(0);
    captured = custub_capture_end(capturing, &error);
    SUCCEEDED();
    custub_graph_destroy(captured, &error);
    custub_stream_destroy(capturing, &error);
    SUCCEEDED();
}

static void hold(void *flag)
{
    const struct timespec pause = {0, 1000000};

    while (!atomic_load((atomic_int *)flag))
        nanosleep(&pause, NULL);
}

static void things_are_released_after_the_last_run(void **state)
{
    static atomic_int flag;
    CUgraphExec exec;
    CUgraph graph;

    (void)state;
    atomic_store(&flag, 0);
    custub_capture_begin(stream, &error);
    custub_stream_call(stream, hold, &flag, &error);
    graph = custub_capture_end(stream, &error);
    custub_graph_keep(graph, count, &released, &error);
    exec = custub_graph_instantiate(graph, &error);
    custub_graph_destroy(graph, &error);
    custub_graph_launch(exec, stream, &error);
    custub_graph_exec_destroy(exec, &error);
    assert_int_equal(custub_graph_kept(&error), 1);
    assert_int_equal(atomic_load(&released), 0);
    atomic_store(&flag, 1);
    custub_stream_synchronize(stream, &error);
    expect_kept(0);
    assert_int_equal(atomic_load(&released), 1);
}

/* It may call custub, unlike a destructor of the driver's. */
static void free_pinned(void *user)
{
    custub_error seen = custub_error_none();

    custub_i32_pinned_destroy(user, &seen);
    assert_false(custub_failed(&seen));
}

static void an_update_replaces_what_is_kept(void **state)
{
    static custub_i32_pinned own;
    CUgraph first = capture(1);
    CUgraph second;
    CUgraphExec exec;

    (void)state;
    own = custub_i32_pinned_create(COUNT, &error);
    custub_graph_keep(first, free_pinned, &own, &error);
    exec = custub_graph_instantiate(first, &error);
    custub_graph_destroy(first, &error);
    second = capture(2);
    custub_graph_keep(second, count, &released, &error);
    custub_graph_update(exec, second, &error);
    custub_graph_destroy(second, &error);
    expect_kept(1);
    assert_null(own.host);
    assert_int_equal(atomic_load(&released), 0);
    custub_graph_exec_destroy(exec, &error);
    expect_kept(0);
    assert_int_equal(atomic_load(&released), 1);
}

static void memory_that_is_not_a_whole_allocation_is_refused(void **state)
{
    CUgraph graph = capture(1);

    (void)state;
    SUCCEEDED();
    assert_int_equal(custub_graph_keep_memory(graph, x.view.ptr + 4, &error),
                     CUSTUB_ERROR_UNKNOWN_ADDRESS);
    assert_non_null(strstr(error.message, "keeping something in a graph: no memory begins at the "
                                          "address 0x"));
    fresh(&error);
    assert_true(is_allocated(x.view.ptr));
    custub_graph_destroy(graph, &error);
    expect_kept(0);
}

/* The address of memory that went with its context may have a new owner. */
static void memory_that_is_gone_is_not_freed_again(void **state)
{
    CUdeviceptr memory = x.view.ptr;
    CUgraph graph = capture(1);

    (void)state;
    custub_graph_keep_memory(graph, memory, &error);
    custub_memory_destroy(memory, &error);
    x = custub_i32_buffer_create(COUNT, &error); /* often at the same address */
    custub_graph_destroy(graph, &error);
    expect_kept(0);
    assert_true(is_allocated(x.view.ptr));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(an_executable_graph_has_its_memory),
        TEST(memory_is_freed_during_a_capture),
        TEST(things_are_released_after_the_last_run),
        TEST(an_update_replaces_what_is_kept),
        TEST(memory_that_is_not_a_whole_allocation_is_refused),
        TEST(memory_that_is_gone_is_not_freed_again),
    };

    return RUN(tests);
}
