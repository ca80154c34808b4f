/* Kernel nodes of graphs. Adding and changing a node is checked like a launch. A refused change
 * leaves the graph and the executable graph as they were. */
#include "launch_fixture.h"
#include "fresh_error.h"
#include "graph_node.h"

#include <string.h>

#define COUNT 1000

static CUdeviceptr data;
static CUgraph graph;
static custub_argument arguments[3];

static int begin(void **state)
{
    launch_begin(state);
    DRIVER(cu.cuMemAlloc_v2(&data, COUNT * sizeof(int)));
    launch_fill(data, COUNT, 0);
    DRIVER(cu.cuGraphCreate(&graph, 0));
    arguments[0] = custub_argument_u64(COUNT);
    arguments[1] = custub_argument_i32(1);
    arguments[2] = custub_argument_buffer(CUSTUB_SCALAR_I32, data, COUNT);
    return 0;
}

static int end(void **state)
{
    (void)state;
    DRIVER(cu.cuGraphDestroy(graph));
    DRIVER(cu.cuMemFree_v2(data));
    return 0;
}

static const custub_kernel *increase(void)
{
    return launch_kernel("increase");
}

static CUgraphNode add(CUgraphNode before)
{
    return add_node(graph, &before, before ? 1 : 0, increase(), &f.launch, 3, arguments,
                    fresh(&f.error));
}

static custub_status set(CUgraphExec exec, CUgraphNode node)
{
    return set_node(exec, node, increase(), &f.launch, 3, arguments, fresh(&f.error));
}

static CUgraphExec instantiate(void)
{
    CUgraphExec exec;

    DRIVER(cu.cuGraphInstantiateWithFlags(&exec, graph, 0));
    return exec;
}

/* Fails unless the graph, run over zeros, makes all of them `value`. */
#define RUNS(exec, value) runs((exec), (value), __FILE__, __LINE__)
static void runs(CUgraphExec exec, int value, const char *file, int line)
{
    launch_fill(data, COUNT, 0);
    DRIVER(cu.cuGraphLaunch(exec, f.stream));
    launch_compare(data, COUNT, value, file, line);
}

static size_t node_count(void)
{
    size_t count = 0;

    DRIVER(cu.cuGraphGetNodes(graph, NULL, &count));
    return count;
}

static void nodes_run_in_their_order(void **state)
{
    CUgraphNode first;
    CUgraphExec exec;

    (void)state;
    first = add(NULL);
    SUCCEED(f.error.status);
    arguments[1] = custub_argument_i32(10);
    f.launch.grid = custub_grid(10, 1, 1);
    f.launch.block = custub_block(128, 1, 1);
    add(first);
    SUCCEED(f.error.status);
    assert_int_equal(node_count(), 2);
    exec = instantiate();
    RUNS(exec, 11);
    RUNS(exec, 11);
    DRIVER(cu.cuGraphExecDestroy(exec));
}

static void a_node_is_changed_in_its_graph_or_in_the_executable_one(void **state)
{
    CUgraphNode node;
    CUgraphExec exec;
    CUgraphExec later;

    (void)state;
    node = add(NULL);
    SUCCEED(f.error.status);
    exec = instantiate();
    arguments[1] = custub_argument_i32(20);
    SUCCEED(set(exec, node));
    RUNS(exec, 20);
    later = instantiate(); /* the graph itself has not changed */
    RUNS(later, 1);
    arguments[1] = custub_argument_i32(300);
    SUCCEED(set(NULL, node));
    RUNS(exec, 20);
    DRIVER(cu.cuGraphExecDestroy(later));
    later = instantiate();
    RUNS(later, 300);
    DRIVER(cu.cuGraphExecDestroy(later));
    DRIVER(cu.cuGraphExecDestroy(exec));
}

/* Fails unless adding and changing refuse the wrong arguments alike. */
static void expect_refused(CUgraphExec exec, CUgraphNode node, custub_status status)
{
    size_t count = node_count();

    assert_null(add(NULL));
    EXPECT(f.error.status, status);
    assert_int_equal(node_count(), count);
    EXPECT(set(NULL, node), status);
    EXPECT(set(exec, node), status);
    assert_string_equal(f.error.kernel, "increase");
}

static void refused_changes_leave_both_graphs_as_they_were(void **state)
{
    CUgraphNode node;
    CUgraphExec exec;
    CUgraphExec later;

    (void)state;
    node = add(NULL);
    SUCCEED(f.error.status);
    exec = instantiate();
    arguments[0] = custub_argument_u64(COUNT + 1);
    expect_refused(exec, node, CUSTUB_ERROR_COUNT_TOO_SMALL);
    arguments[2].count = CUSTUB_COUNT_UNKNOWN;
    expect_refused(exec, node, CUSTUB_ERROR_BUFFER_TOO_SMALL);
    arguments[2].ptr += 2;
    expect_refused(exec, node, CUSTUB_ERROR_MISALIGNED);
    arguments[2].ptr = 0;
    expect_refused(exec, node, CUSTUB_ERROR_NULL_POINTER);
    arguments[2].ptr = data;
    arguments[0] = custub_argument_u64(COUNT);
    f.launch.grid = custub_grid(1, 1, 1);
    f.launch.block = custub_block(256, 1, 1);
    expect_refused(exec, node, CUSTUB_ERROR_COVERAGE);
    f.launch.block = custub_block(1025, 1, 1);
    expect_refused(exec, node, CUSTUB_ERROR_BLOCK_LIMIT);
    f.launch.block = custub_block(0, 1, 1);
    expect_refused(exec, node, CUSTUB_ERROR_EMPTY_SHAPE);
    assert_int_equal(node_count(), 1);
    RUNS(exec, 1);
    later = instantiate();
    RUNS(later, 1);
    DRIVER(cu.cuGraphExecDestroy(later));
    DRIVER(cu.cuGraphExecDestroy(exec));
}

static void prepared_launches_become_nodes(void **state)
{
    const custub_argument seven = custub_argument_i32(7);
    custub_prepared *prepared;
    CUgraphNode node;
    CUgraphExec exec;
    CUgraphExec later;

    (void)state;
    prepared = prepare_increase(&f.kernels, &f.launch, COUNT, 5, custub_i32_view_of(data, COUNT),
                                fresh(&f.error));
    SUCCEED(f.error.status);
    node = custub_graph_node_add(graph, NULL, 0, prepared, fresh(&f.error));
    SUCCEED(f.error.status);
    exec = instantiate();
    RUNS(exec, 5);
    SUCCEED(custub_prepared_set(prepared, 1, &seven, fresh(&f.error)));
    RUNS(exec, 5); /* the node has values of its own */
    SUCCEED(custub_graph_node_set(exec, node, prepared, fresh(&f.error)));
    RUNS(exec, 7);
    SUCCEED(custub_graph_node_set(NULL, node, prepared, fresh(&f.error)));
    custub_prepared_destroy(prepared);
    later = instantiate();
    RUNS(later, 7);
    DRIVER(cu.cuGraphExecDestroy(later));
    DRIVER(cu.cuGraphExecDestroy(exec));
}

/* The launch is no longer right: after it was prepared, its memory is registered again, shorter. */
static void a_prepared_launch_is_checked_again(void **state)
{
    static int host[COUNT];
    CUdeviceptr address = (CUdeviceptr)(uintptr_t)host;
    custub_prepared *prepared;
    CUgraphNode node;
    CUgraphExec exec;

    (void)state;
    node = add(NULL);
    SUCCEED(f.error.status);
    exec = instantiate();
    if (!LAUNCH_HAS(cu.cuMemHostRegister_v2(host, sizeof(host), CU_MEMHOSTREGISTER_DEVICEMAP)))
        SKIP();
    prepared = prepare_increase(&f.kernels, &f.launch, COUNT, 5, custub_i32_view_of(address, COUNT),
                                fresh(&f.error));
    SUCCEED(f.error.status);
    DRIVER(cu.cuMemHostUnregister(host));
    DRIVER(cu.cuMemHostRegister_v2(host, sizeof(host) / 2, CU_MEMHOSTREGISTER_DEVICEMAP));
    assert_null(custub_graph_node_add(graph, NULL, 0, prepared, fresh(&f.error)));
    EXPECT(f.error.status, CUSTUB_ERROR_BUFFER_TOO_SMALL);
    EXPECT(custub_graph_node_set(NULL, node, prepared, fresh(&f.error)),
           CUSTUB_ERROR_BUFFER_TOO_SMALL);
    EXPECT(custub_graph_node_set(exec, node, prepared, fresh(&f.error)),
           CUSTUB_ERROR_BUFFER_TOO_SMALL);
    DRIVER(cu.cuMemHostUnregister(host));
    assert_int_equal(node_count(), 1);
    RUNS(exec, 1);
    custub_prepared_destroy(prepared);
    DRIVER(cu.cuGraphExecDestroy(exec));
}

/* A node of the graph allocates the memory, so the driver does not know it yet. */
static void memory_of_the_graph_works(void **state)
{
    CUdeviceptr memory = 0;
    CUgraphNode nodes[3];
    CUgraphExec exec;
    CUgraph allocating = NULL;
    CUresult result;
    CUresult ended;
    CUDA_MEMCPY3D copy;
    CUDA_MEMSET_NODE_PARAMS zero = {0, 0, 0, 4, COUNT, 1};
    size_t one = 1;

    (void)state;
    DRIVER(cu.cuStreamBeginCapture_v2(f.stream, CU_STREAM_CAPTURE_MODE_RELAXED));
    result = cu.cuMemAllocAsync(&memory, COUNT * sizeof(int), f.stream);
    ended = cu.cuStreamEndCapture(f.stream, &allocating);
    if (!LAUNCH_HAS(result))
        SKIP();
    DRIVER(ended);
    DRIVER(cu.cuGraphDestroy(graph));
    graph = allocating;
    DRIVER(cu.cuGraphGetNodes(graph, nodes, &one));
    zero.dst = memory;
    DRIVER(cu.cuGraphAddMemsetNode(&nodes[1], graph, &nodes[0], 1, &zero,
                                   custub_device_context(f.device)));
    f.launch.check = CUSTUB_CHECK_CONTRACT; /* preparing would ask the driver */
    arguments[1] = custub_argument_i32(9);
    arguments[2] = custub_argument_buffer(CUSTUB_SCALAR_I32, memory, COUNT);
    nodes[2] = add(nodes[1]);
    SUCCEED(f.error.status);
    memset(&copy, 0, sizeof(copy));
    copy.srcMemoryType = copy.dstMemoryType = CU_MEMORYTYPE_DEVICE;
    copy.srcDevice = memory;
    copy.dstDevice = data;
    copy.WidthInBytes = COUNT * sizeof(int);
    copy.Height = copy.Depth = 1;
    DRIVER(cu.cuGraphAddMemcpyNode(&nodes[0], graph, &nodes[2], 1, &copy,
                                   custub_device_context(f.device)));
    exec = instantiate();
    for (int i = 0; i < 2; i++) {
        RUNS(exec, 9);
        DRIVER(cu.cuMemFreeAsync(memory, f.stream));
    }
    DRIVER(cu.cuGraphExecDestroy(exec));
}

/* A node opts in to more than 48 KiB of dynamic shared memory. */
static void a_node_has_large_shared_memory(void **state)
{
    const custub_argument values[] = {custub_argument_i32(64), custub_argument_i32(15 * 1024),
                                      custub_argument_buffer(CUSTUB_SCALAR_I32, data, COUNT)};
    const custub_kernel *kernel = launch_kernel("through_shared");
    CUgraphExec exec;

    (void)state;
    f.launch.grid = custub_grid(1, 1, 1);
    f.launch.block = custub_block(64, 1, 1);
    add_node(graph, NULL, 0, kernel, &f.launch, 3, values, fresh(&f.error));
    SUCCEED(f.error.status);
    exec = instantiate();
    DRIVER(cu.cuGraphLaunch(exec, f.stream));
    for (int i = 0; i < 64; i++)
        COMPARE(data + (size_t)i * sizeof(int), 1, 3 * (63 - i));
    DRIVER(cu.cuGraphExecDestroy(exec));
}

/* An attribute makes the node cooperative. */
static void a_node_is_cooperative(void **state)
{
    const custub_argument blocks[] = {custub_argument_buffer(CUSTUB_SCALAR_I32, data, COUNT)};
    const custub_kernel *kernel = launch_kernel("mark_together");
    CUgraphExec exec;

    (void)state;
    f.launch.grid = custub_grid(1, 1, 1);
    f.launch.block = custub_block(32, 1, 1);
    add_node(graph, NULL, 0, kernel, &f.launch, 1, blocks, fresh(&f.error));
    if (f.error.driver_result == CUDA_ERROR_NOT_SUPPORTED) {
        print_message("skipped: %s\n", f.error.message);
        assert_int_equal(node_count(), 0);
        SKIP();
    }
    SUCCEED(f.error.status);
    exec = instantiate();
    DRIVER(cu.cuGraphLaunch(exec, f.stream));
    COMPARE(data, 1, 1);
    DRIVER(cu.cuGraphExecDestroy(exec));
}

#define NODE_TEST(test) cmocka_unit_test_setup_teardown(test, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        NODE_TEST(nodes_run_in_their_order),
        NODE_TEST(a_node_is_changed_in_its_graph_or_in_the_executable_one),
        NODE_TEST(refused_changes_leave_both_graphs_as_they_were),
        NODE_TEST(prepared_launches_become_nodes),
        NODE_TEST(a_prepared_launch_is_checked_again),
        NODE_TEST(memory_of_the_graph_works),
        NODE_TEST(a_node_has_large_shared_memory),
        NODE_TEST(a_node_is_cooperative),
    };

    return LAUNCH_RUN(tests);
}
