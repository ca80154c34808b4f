/* Launches and variables of kernels that are not loaded: through a null struct, one that was never
 * loaded, and one that was unloaded. */
#define _POSIX_C_SOURCE 200809L

#include "launch_fixture.h"
#include "fresh_error.h"

#include "tables.custub.h"
#include "graph_node.h"

#include <custub/dynamic.h>
#include <custub/graph.h>

#include <string.h>
#include <time.h>

#define COUNT 100

static custub_i32_buffer data;

static int begin(void **state)
{
    launch_begin(state);
    data = custub_i32_buffer_create_zeroed(COUNT, f.stream, fresh(&f.error));
    return (int)f.error.status;
}

static int end(void **state)
{
    (void)state;
    return (int)custub_i32_buffer_destroy(&data, NULL);
}

/* Fails unless every function that takes the struct returns the status, and its message contains
 * the text. */
static void all_are_refused(const launching_kernels *kernels, custub_status status,
                            const char *message)
{
    static const custub_check levels[] = {CUSTUB_CHECK_WHOLE, CUSTUB_CHECK_CONTRACT,
                                          CUSTUB_CHECK_NONE};

    for (size_t i = 0; i < 3; i++) {
        custub_launch given = custub_launch_of(1, 128);
        custub_launch computed = custub_launch_default();
        given.check = computed.check = levels[i];
        EXPECT(launch_increase(kernels, &given, COUNT, 1, data.view, fresh(&f.error)), status);
        assert_non_null(strstr(f.error.message, message));
        EXPECT(launch_increase(kernels, &computed, COUNT, 1, data.view, fresh(&f.error)), status);
        EXPECT(launch_increase(kernels, NULL, COUNT, 1, data.view, fresh(&f.error)), status);
        assert_null(prepare_increase(kernels, &given, COUNT, 1, data.view, fresh(&f.error)));
        assert_int_equal(f.error.status, status);
        assert_non_null(strstr(f.error.message, message));
    }
}

static void a_null_struct_is_an_error(void **state)
{
    (void)state;
    all_are_refused(NULL, CUSTUB_ERROR_INVALID_ARGUMENT, "the struct of loaded kernels is null");
}

static void a_struct_that_was_not_loaded_is_an_error(void **state)
{
    static const launching_kernels kernels;

    (void)state;
    all_are_refused(&kernels, CUSTUB_ERROR_INVALID_ARGUMENT, "the kernel is not loaded");
}

static void an_unloaded_struct_is_an_error(void **state)
{
    launching_kernels kernels = launching_load(fresh(&f.error));

    (void)state;
    SUCCEED(launching_unload(&kernels, &f.error));
    all_are_refused(&kernels, CUSTUB_ERROR_KERNEL_ABSENT, "it was unloaded");
}

static void variables_of_no_kernels_are_an_error(void **state)
{
    static const tables_kernels zeroed;
    const tables_kernels *const structs[] = {NULL, &zeroed};
    float weights[16] = {0};
    unsigned int counter = 0;

    (void)state;
    for (size_t i = 0; i < 2; i++) {
        const tables_kernels *kernels = structs[i];
        EXPECT(tables_weights_upload(kernels, weights, 16, f.stream, fresh(&f.error)),
               CUSTUB_ERROR_INVALID_ARGUMENT);
        assert_non_null(strstr(f.error.message, "the kernels are not loaded"));
        EXPECT(tables_counter_download(kernels, &counter, f.stream, fresh(&f.error)),
               CUSTUB_ERROR_INVALID_ARGUMENT);
        assert_int_equal(tables_weights_memory(kernels, fresh(&f.error)).ptr, 0);
        assert_int_equal(f.error.status, CUSTUB_ERROR_INVALID_ARGUMENT);
    }
}

/* --- Graphs -------------------------------------------------------------------------------------
 */

typedef enum maker { BY_NODE, BY_CAPTURE, MAKERS } maker;

/* A graph with a launch of these kernels. */
static CUgraph graph_of(const launching_kernels *kernels, maker how)
{
    const custub_argument arguments[] = {
        custub_argument_u64(COUNT), custub_argument_i32(1),
        custub_argument_buffer(CUSTUB_SCALAR_I32, data.view.ptr, COUNT)};
    CUgraph graph;

    f.launch.grid = custub_grid(1, 1, 1);
    f.launch.block = custub_block(128, 1, 1);
    if (how == BY_CAPTURE) {
        custub_capture_begin(f.stream, &f.error);
        launch_increase(kernels, &f.launch, COUNT, 1, data.view, &f.error);
        graph = custub_capture_end(f.stream, &f.error);
    } else {
        graph = custub_graph_create(&f.error);
        add_node(graph, NULL, 0, &kernels->increase, &f.launch, 3, arguments, &f.error);
    }
    SUCCEED(f.error.status);
    return graph;
}

/* Makes a graph whose only node is the child graph. */
static CUgraph graph_with_child(CUgraph child)
{
    CUgraph graph = custub_graph_create(&f.error);
    CUgraphNode node;

    DRIVER(cu.cuGraphAddChildGraphNode(&node, graph, NULL, 0, child));
    return graph;
}

/* Only on the CPU driver: a GPU's driver may crash with such a graph. */
static void graphs_of_unloaded_kernels_are_not_made_executable(void **state)
{
    (void)state;
    if (strcmp(custub_driver_name(), "cpu") != 0)
        SKIP();
    for (int how = 0; how < MAKERS; how++) {
        launching_kernels kernels = launching_load(fresh(&f.error));
        CUgraph graph = graph_of(&kernels, (maker)how);
        CUgraph outer = graph_with_child(graph);
        CUgraphExec exec = custub_graph_instantiate(graph, &f.error);
        CUgraph other = graph_of(&f.kernels, (maker)how);
        SUCCEED(launching_unload(&kernels, &f.error));
        assert_null(custub_graph_instantiate(graph, fresh(&f.error)));
        assert_int_equal(f.error.status, CUSTUB_ERROR_KERNEL_ABSENT);
        assert_null(custub_graph_instantiate(outer, fresh(&f.error)));
        assert_int_equal(f.error.status, CUSTUB_ERROR_KERNEL_ABSENT);
        EXPECT(custub_graph_update(exec, graph, fresh(&f.error)), CUSTUB_ERROR_KERNEL_ABSENT);
        SUCCEED(custub_graph_update(exec, other, fresh(&f.error)));
        SUCCEED(custub_graph_launch(exec, f.stream, &f.error));
        SUCCEED(custub_stream_synchronize(f.stream, &f.error));
        custub_graph_exec_destroy(exec, &f.error);
        custub_graph_destroy(other, &f.error);
        custub_graph_destroy(outer, &f.error);
        SUCCEED(custub_graph_destroy(graph, &f.error));
    }
}

static void expect_refused(void)
{
    assert_int_equal(f.error.status, CUSTUB_ERROR_DRIVER);
    assert_non_null(strstr(f.error.message, "may have been unloaded"));
}

/* Only on the CPU driver: on a GPU's driver it is undefined. */
static void graphs_of_unloaded_kernels_are_not_run(void **state)
{
    (void)state;
    if (strcmp(custub_driver_name(), "cpu") != 0)
        SKIP();
    for (int how = 0; how < MAKERS; how++) {
        launching_kernels kernels = launching_load(fresh(&f.error));
        CUgraph graph = graph_of(&kernels, (maker)how);
        CUgraphExec exec = custub_graph_instantiate(graph, &f.error);
        SUCCEED(launching_unload(&kernels, &f.error));
        kernels = launching_load(&f.error); /* usually at the same addresses */
        SUCCEED(f.error.status);
        custub_graph_launch(exec, f.stream, fresh(&f.error));
        expect_refused();
        custub_graph_print(graph, "/dev/null", fresh(&f.error));
        expect_refused();
        assert_null(custub_graph_instantiate(graph, fresh(&f.error)));
        assert_int_equal(f.error.status, CUSTUB_ERROR_KERNEL_ABSENT);
        custub_graph_exec_destroy(exec, &f.error);
        custub_graph_destroy(graph, &f.error);
        SUCCEED(launching_unload(&kernels, fresh(&f.error)));
    }
}

/* Fails unless graphs soon keep nothing: drivers give things back on a thread of theirs. */
static void expect_nothing_kept(void)
{
    const struct timespec pause = {0, 1000000};

    for (int i = 0; i < 20000 && custub_graph_kept(&f.error); i++)
        nanosleep(&pause, NULL);
    assert_int_equal(custub_graph_kept(&f.error), 0);
}

/* The program's own use ends with the unload. */
static void graphs_keep_kernels_and_memory(void **state)
{
    (void)state;
    for (int how = 0; how < MAKERS; how++) {
        launching_kernels kernels = launching_load(fresh(&f.error));
        custub_i32_buffer owned = custub_i32_buffer_create_zeroed(COUNT, f.stream, &f.error);
        custub_prepared *prepared =
            prepare_increase(&kernels, &f.launch, COUNT, 1, data.view, &f.error);
        CUgraph graph = graph_of(&kernels, (maker)how);
        CUgraph outer;
        CUgraphExec exec;
        int host[COUNT];
        SUCCEED(custub_graph_keep_library(graph, kernels.library, &f.error));
        SUCCEED(custub_graph_keep_memory(graph, custub_i32_buffer_release(&owned), &f.error));
        SUCCEED(launching_unload(&kernels, &f.error));
        EXPECT(custub_prepared_launch(prepared, fresh(&f.error)), CUSTUB_ERROR_KERNEL_ABSENT);
        custub_prepared_destroy(prepared);
        all_are_refused(&kernels, CUSTUB_ERROR_KERNEL_ABSENT, "it was unloaded");
        fresh(&f.error);
        outer = graph_with_child(graph);
        SUCCEED(custub_graph_destroy(graph, &f.error));
        exec = custub_graph_instantiate(outer, &f.error);
        SUCCEED(custub_graph_destroy(outer, &f.error));
        SUCCEED(custub_graph_launch(exec, f.stream, &f.error));
        SUCCEED(custub_i32_download(data.view, host, COUNT, f.stream, &f.error));
        assert_int_equal(host[COUNT - 1], how + 1);
        assert_int_equal(custub_graph_kept(&f.error), 2);
        SUCCEED(custub_graph_exec_destroy(exec, &f.error));
        expect_nothing_kept();
    }
}

#define TEST(test) cmocka_unit_test_setup_teardown(test, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_null_struct_is_an_error),
        TEST(a_struct_that_was_not_loaded_is_an_error),
        TEST(an_unloaded_struct_is_an_error),
        TEST(variables_of_no_kernels_are_an_error),
        TEST(graphs_of_unloaded_kernels_are_not_made_executable),
        TEST(graphs_of_unloaded_kernels_are_not_run),
        TEST(graphs_keep_kernels_and_memory),
    };

    return LAUNCH_RUN(tests);
}
