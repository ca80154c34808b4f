/* Kernel nodes of graphs: their checks, which are those of launches, and what the driver is
 * given. */
#include <custub/custub.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "fresh_error.h"
#include "recording_driver.h"
#include "sample_library.h"
#include "graph_node.h"

#define X     ((CUdeviceptr)0x7f0000000000) /* addresses, far apart */
#define Y     ((CUdeviceptr)0x7f0001000000)
#define GRAPH ((CUgraph)(void *)&graph_of_tests)
#define EXEC  ((CUgraphExec)(void *)&launch)

int cuGraphDestroyNode(CUgraphNode node);

static char graph_of_tests;
static custub_error error;
static custub_launch launch;
static custub_library *library;
static custub_kernel kernels[SAMPLE_COUNT];
static CUgraphNode node;

static int start(void **state)
{
    (void)state;
    recording_reset();
    if (custub_driver_open(CUSTUB_DRIVER_DEFAULT, NULL))
        return 1;
    library = sample_load(kernels);
    recording_add_range(X, 4000, false);
    recording_add_range(Y, 4000, false);
    memset(&error, 0, sizeof(error));
    launch = custub_launch_of(4, 256);
    launch.check = CUSTUB_CHECK_WHOLE;
    node = NULL;
    return 0;
}

static int stop(void **state)
{
    (void)state;
    if (node)
        cuGraphDestroyNode(node);
    custub_library_close(library, NULL);
    return recording_alive() != 0;
}

static custub_argument arguments[4];

static const custub_argument *saxpy(uint64_t n)
{
    arguments[0] = custub_argument_u64(n);
    arguments[1] = custub_argument_f32(2);
    arguments[2] = custub_argument_buffer(CUSTUB_SCALAR_F32, X, n);
    arguments[3] = custub_argument_buffer(CUSTUB_SCALAR_F32, Y, n);
    return arguments;
}

static custub_status add(int kernel, uint32_t count, const custub_argument *given)
{
    node = add_node(GRAPH, NULL, 0, &kernels[kernel], &launch, count, given, fresh(&error));
    assert_int_equal(node != NULL, error.status == CUSTUB_OK);
    return error.status;
}

static uint64_t seen_n(void)
{
    uint64_t n;

    memcpy(&n, recording_last_launch()->parameters, sizeof(n));
    return n;
}

static void refused(custub_status found, custub_status status, const char *message)
{
    assert_string_equal(error.message, message);
    assert_int_equal(found, status);
}

static void node_is_added_and_changed_here_and_in_an_executable_graph(void **state)
{
    const recording_launch *last = recording_last_launch();

    (void)state;
    assert_int_equal(add(SAXPY, 4, saxpy(1000)), CUSTUB_OK);
    assert_non_null(node);
    assert_true(last->in_graph);
    assert_null(last->exec);
    assert_string_equal(last->kernel, "saxpy");
    assert_int_equal(last->grid[0], 4);
    assert_int_equal(last->block[0], 256);
    assert_int_equal(seen_n(), 1000);
    assert_int_equal(recording_calls_of("cuGraphAddKernelNode_v2"), 1);
    assert_int_equal(set_node(EXEC, node, &kernels[SAXPY], &launch, 4, saxpy(999), fresh(&error)),
                     CUSTUB_OK);
    assert_ptr_equal(last->exec, EXEC);
    assert_int_equal(seen_n(), 999);
    assert_int_equal(set_node(NULL, node, &kernels[SAXPY], &launch, 4, saxpy(998), fresh(&error)),
                     CUSTUB_OK);
    assert_null(last->exec);
    assert_int_equal(seen_n(), 998);
    assert_int_equal(recording_calls_of("cuGraphKernelNodeSetParams_v2"), 1);
    assert_int_equal(recording_calls_of("cuLaunchKernel"), 0);
}

static void nodes_are_checked_as_launches(void **state)
{
    (void)state;
    refused(add(SAXPY, 4, saxpy(1025)), CUSTUB_ERROR_COVERAGE,
            "saxpy: grid 4 x block 256 covers 1024 threads in x, the kernel needs n = 1025 "
            "[sample.cu:12]");
    assert_null(node);
    assert_int_equal(add(SAXPY, 3, saxpy(10)), CUSTUB_ERROR_ARGUMENT_COUNT);
    refused(add(SAXPY, 4, saxpy(1001)), CUSTUB_ERROR_BUFFER_TOO_SMALL,
            "saxpy: 'x' has 4000 bytes at this address, the kernel needs n = 1001 floats (4004 "
            "bytes) [sample.cu:14]");
    assert_int_equal(add(SAXPY, 4, saxpy(1000)), CUSTUB_OK);
    recording_clear_log();
    assert_int_equal(set_node(EXEC, node, &kernels[SAXPY], &launch, 4, saxpy(1025), fresh(&error)),
                     CUSTUB_ERROR_COVERAGE);
    assert_int_equal(recording_launch_count(), 0);
}

static void memory_of_the_graph_itself_is_not_refused(void **state)
{
    custub_prepared *prepared;

    (void)state;
    prepared = custub_kernel_prepare(&kernels[SAXPY], &launch, 4, saxpy(1000), fresh(&error));
    recording_remove_range(X);
    node = custub_graph_node_add(GRAPH, NULL, 0, prepared, fresh(&error));
    assert_non_null(node);
    assert_int_equal(custub_graph_node_set(EXEC, node, prepared, fresh(&error)), CUSTUB_OK);
    custub_prepared_destroy(prepared);
    /* Preparing at the contract level does not ask the driver. */
    launch.check = CUSTUB_CHECK_CONTRACT;
    assert_int_equal(set_node(EXEC, node, &kernels[SAXPY], &launch, 4, saxpy(999), fresh(&error)),
                     CUSTUB_OK);
    assert_int_equal(seen_n(), 999);
}

static void prepared_launches_become_nodes(void **state)
{
    custub_prepared *prepared = NULL;

    (void)state;
    prepared = custub_kernel_prepare(&kernels[SAXPY], &launch, 4, saxpy(1000), fresh(&error));
    assert_non_null(prepared);
    node = custub_graph_node_add(GRAPH, NULL, 0, prepared, fresh(&error));
    assert_non_null(node);
    assert_int_equal(seen_n(), 1000);
    assert_int_equal(
        custub_prepared_set(prepared, 0,
                            &(custub_argument){CUSTUB_ARGUMENT_SCALAR, CUSTUB_SCALAR_U64, .u = 7},
                            fresh(&error)),
        CUSTUB_OK);
    assert_int_equal(custub_graph_node_set(EXEC, node, prepared, fresh(&error)), CUSTUB_OK);
    assert_int_equal(seen_n(), 7);
    assert_ptr_equal(recording_last_launch()->exec, EXEC);
    /* What has changed since preparing is noticed. */
    recording_remove_range(X);
    recording_add_range(X, 8, false);
    refused(custub_graph_node_set(NULL, node, prepared, fresh(&error)),
            CUSTUB_ERROR_BUFFER_TOO_SMALL,
            "saxpy: 'x' has 8 bytes at this address, the kernel needs n = 7 floats (28 bytes) "
            "[sample.cu:14]");
    custub_library_close(library, NULL);
    library = NULL;
    assert_int_equal(custub_graph_node_set(NULL, node, prepared, fresh(&error)),
                     CUSTUB_ERROR_KERNEL_ABSENT);
    custub_prepared_destroy(prepared);
}

static const custub_argument *together(void)
{
    arguments[0] = custub_argument_i32(8);
    arguments[1] = custub_argument_buffer(CUSTUB_SCALAR_I32, X, 8);
    return arguments;
}

static void attributes_go_to_the_node(void **state)
{
    const recording_launch *last = recording_last_launch();

    (void)state;
    launch.cluster.x = 2;
    assert_int_equal(add(TOGETHER, 2, together()), CUSTUB_OK);
    assert_int_equal(last->attribute_count, 2);
    assert_int_equal(last->attribute_ids[0], 2); /* cooperative */
    assert_int_equal(last->attribute_ids[1], 4); /* cluster */
    assert_int_equal(last->attribute_values[1][0], 2);
    /* Those of a node in an executable graph cannot be changed. */
    recording_clear_log();
    assert_int_equal(
        set_node(EXEC, node, &kernels[TOGETHER], &launch, 2, together(), fresh(&error)), CUSTUB_OK);
    assert_int_equal(recording_calls_of("cuGraphKernelNodeSetAttribute"), 0);
    assert_int_equal(
        set_node(NULL, node, &kernels[TOGETHER], &launch, 2, together(), fresh(&error)), CUSTUB_OK);
    assert_int_equal(recording_calls_of("cuGraphKernelNodeSetAttribute"), 2);
}

static void node_whose_attributes_fail_is_taken_back(void **state)
{
    (void)state;
    recording_fail("cuGraphKernelNodeSetAttribute", 1, 1);
    refused(add(TOGETHER, 2, together()), CUSTUB_ERROR_DRIVER,
            "together: cuGraphKernelNodeSetAttribute: CUDA_ERROR_INVALID_VALUE (1): as recorded; "
            "making a node of a graph [sample.cu:72]");
    assert_null(node);
    assert_int_equal(recording_calls_of("cuGraphDestroyNode"), 1);
}

static void failing_driver_is_reported(void **state)
{
    (void)state;
    recording_fail("cuGraphAddKernelNode_v2", 1, 2);
    refused(add(SAXPY, 4, saxpy(10)), CUSTUB_ERROR_DRIVER,
            "saxpy: cuGraphAddKernelNode: CUDA_ERROR_OUT_OF_MEMORY (2): as recorded; making a node "
            "of a graph [sample.cu:12]");
    assert_null(node);
    assert_int_equal(add(SAXPY, 4, saxpy(10)), CUSTUB_OK);
    recording_fail("cuGraphExecKernelNodeSetParams_v2", 1, 1);
    assert_int_equal(set_node(EXEC, node, &kernels[SAXPY], &launch, 4, saxpy(9), fresh(&error)),
                     CUSTUB_ERROR_DRIVER);
    assert_int_equal(error.driver_result, 1);
}

static void null_arguments_are_refused(void **state)
{
    custub_prepared *prepared;

    (void)state;
    prepared = custub_kernel_prepare(&kernels[SAXPY], &launch, 4, saxpy(1), fresh(&error));
    assert_non_null(prepared);
    recording_clear_log();
    assert_null(custub_graph_node_add(NULL, NULL, 0, prepared, fresh(&error)));
    refused(error.status, CUSTUB_ERROR_INVALID_ARGUMENT,
            "adding a node to a graph: a null argument");
    assert_null(custub_graph_node_add(GRAPH, NULL, 1, prepared, fresh(&error)));
    assert_int_equal(error.status, CUSTUB_ERROR_INVALID_ARGUMENT);
    assert_null(custub_graph_node_add(GRAPH, NULL, 0, NULL, fresh(&error)));
    assert_int_equal(error.status, CUSTUB_ERROR_INVALID_ARGUMENT);
    assert_null(custub_graph_node_add(GRAPH, NULL, 1, prepared, NULL));
    assert_int_equal(custub_graph_node_set(EXEC, NULL, prepared, fresh(&error)),
                     CUSTUB_ERROR_INVALID_ARGUMENT);
    assert_int_equal(custub_graph_node_set(EXEC, NULL, NULL, NULL), CUSTUB_ERROR_INVALID_ARGUMENT);
    assert_int_equal(recording_call_count(), 0);
    custub_prepared_destroy(prepared);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, start, stop)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(node_is_added_and_changed_here_and_in_an_executable_graph),
        TEST(nodes_are_checked_as_launches),
        TEST(memory_of_the_graph_itself_is_not_refused),
        TEST(prepared_launches_become_nodes),
        TEST(attributes_go_to_the_node),
        TEST(node_whose_attributes_fail_is_taken_back),
        TEST(failing_driver_is_reported),
        TEST(null_arguments_are_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
