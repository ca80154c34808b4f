/* Graphs, by capture and node by node. */
#include "api_fixture.h"

#include <stdatomic.h>

static atomic_int called;

static void count(void *unused)
{
    (void)unused;
    atomic_fetch_add(&called, 1);
}

static CUDA_KERNEL_NODE_PARAMS adding(int *value)
{
    static size_t n = COUNT;
    static void *params[3];
    CUDA_KERNEL_NODE_PARAMS made = {.func = f.add,
                                    .gridDimX = COUNT / 64,
                                    .gridDimY = 1,
                                    .gridDimZ = 1,
                                    .blockDimX = 64,
                                    .blockDimY = 1,
                                    .blockDimZ = 1,
                                    .kernelParams = params};

    params[0] = &f.data;
    params[1] = value;
    params[2] = &n;
    return made;
}

/* Captures two streams that fork and join. Each launch of the graph keeps their order. */
static void captures_streams_that_fork_and_join(void **state)
{
    CUevent parted;
    CUevent joined;
    CUgraph graph;
    CUgraphExec exec;
    size_t nodes = 0;
    int status;

    (void)state;
    succeed(cu.cuEventCreate(&parted, CU_EVENT_DISABLE_TIMING));
    succeed(cu.cuEventCreate(&joined, CU_EVENT_DISABLE_TIMING));
    succeed(cu.cuStreamBeginCapture_v2(f.first, CU_STREAM_CAPTURE_MODE_THREAD_LOCAL));
    succeed(cu.cuMemsetD32Async(f.data, 10, COUNT, f.first));
    succeed(cu.cuEventRecord(parted, f.first));
    succeed(cu.cuStreamWaitEvent(f.second, parted, 0));
    succeed(cu.cuStreamIsCapturing(f.second, &status));
    assert_int_equal(status, CU_STREAM_CAPTURE_STATUS_ACTIVE);
    api_add(f.second, 5);
    succeed(cu.cuLaunchHostFunc(f.second, count, NULL));
    succeed(cu.cuEventRecord(joined, f.second));
    succeed(cu.cuStreamWaitEvent(f.first, joined, 0));
    api_add(f.first, 1);
    succeed(cu.cuStreamEndCapture(f.first, &graph));
    succeed(cu.cuGraphGetNodes(graph, NULL, &nodes));
    assert_int_equal(nodes, 4);
    api_expect(f.first, 0); /* nothing has run */
    succeed(cu.cuGraphInstantiateWithFlags(&exec, graph, 0));
    succeed(cu.cuGraphDestroy(graph));
    atomic_store(&called, 0);
    for (int i = 0; i < 3; i++)
        succeed(cu.cuGraphLaunch(exec, f.first));
    api_expect(f.first, 16);
    assert_int_equal(atomic_load(&called), 3);
    succeed(cu.cuGraphExecDestroy(exec));
    succeed(cu.cuEventDestroy_v2(parted));
    succeed(cu.cuEventDestroy_v2(joined));
}

/* A graph that sets f.data to 3, the first int by a copy; then adds a value and calls count(). */
typedef struct built_graph {
    CUgraph graph;
    CUgraphNode both[2]; /* the fill and the copy */
    CUgraphNode kernel;
    CUgraphNode host;
} built_graph;

static void build(built_graph *g, const CUDA_KERNEL_NODE_PARAMS *adding_value)
{
    static const int three = 3;
    const CUDA_MEMSET_NODE_PARAMS filling = {
        .dst = f.data + 4, .value = 3, .elementSize = 4, .width = COUNT - 1, .height = 1};
    const CUDA_MEMCPY3D copying = {.srcMemoryType = CU_MEMORYTYPE_HOST,
                                   .srcHost = &three,
                                   .srcPitch = 4,
                                   .srcHeight = 1,
                                   .dstMemoryType = CU_MEMORYTYPE_DEVICE,
                                   .dstDevice = f.data,
                                   .dstPitch = 4,
                                   .dstHeight = 1,
                                   .WidthInBytes = 4,
                                   .Height = 1,
                                   .Depth = 1};
    const CUDA_HOST_NODE_PARAMS counting = {.fn = count};

    succeed(cu.cuGraphCreate(&g->graph, 0));
    succeed(cu.cuGraphAddMemsetNode(&g->both[0], g->graph, NULL, 0, &filling, f.context));
    succeed(cu.cuGraphAddMemcpyNode(&g->both[1], g->graph, NULL, 0, &copying, f.context));
    succeed(cu.cuGraphAddKernelNode_v2(&g->kernel, g->graph, g->both, 2, adding_value));
    succeed(cu.cuGraphAddHostNode(&g->host, g->graph, &g->kernel, 1, &counting));
}

static void builds_a_graph_node_by_node(void **state)
{
    int value = 2;
    int type = -1;
    CUDA_KERNEL_NODE_PARAMS params = adding(&value);
    CUDA_KERNEL_NODE_PARAMS read;
    CUgraphExec exec;
    built_graph g;

    (void)state;
    build(&g, &params);
    succeed(cu.cuGraphNodeGetType(g.kernel, &type));
    assert_int_equal(type, CU_GRAPH_NODE_TYPE_KERNEL);
    succeed(cu.cuGraphKernelNodeGetParams_v2(g.kernel, &read));
    assert_int_equal(read.gridDimX, COUNT / 64);
    assert_int_equal(*(int *)read.kernelParams[1], 2);
    exec = api_instantiate(g.graph);
    atomic_store(&called, 0);
    api_launch(exec);
    api_expect(f.first, 5);
    assert_int_equal(atomic_load(&called), 1);
    succeed(cu.cuGraphExecDestroy(exec));
    succeed(cu.cuGraphDestroy(g.graph));
}

static void changes_a_graph_node_by_node(void **state)
{
    int value = 2;
    CUDA_KERNEL_NODE_PARAMS params = adding(&value);
    CUgraphExecUpdateResultInfo info;
    CUgraphExec exec;
    built_graph g;

    (void)state;
    build(&g, &params);
    exec = api_instantiate(g.graph);
    value = 30; /* the node keeps a copy of the old value */
    api_launch(exec);
    api_expect(f.first, 5);
    succeed(cu.cuGraphExecKernelNodeSetParams_v2(exec, g.kernel, &params));
    api_launch(exec);
    api_expect(f.first, 33);
    value = 40;
    succeed(cu.cuGraphKernelNodeSetParams_v2(g.kernel, &params));
    succeed(cu.cuGraphExecUpdate_v2(exec, g.graph, &info));
    assert_int_equal(info.result, CU_GRAPH_EXEC_UPDATE_SUCCESS);
    api_launch(exec);
    api_expect(f.first, 43);
    succeed(cu.cuGraphExecDestroy(exec));
    succeed(cu.cuGraphDestroy(g.graph));
}

static void forgets_a_node_that_is_destroyed(void **state)
{
    int value = 4;
    CUgraph graph;
    CUgraphNode nodes[3];
    CUgraphExec exec;
    size_t count = 3;
    CUDA_KERNEL_NODE_PARAMS params = adding(&value);

    (void)state;
    succeed(cu.cuGraphCreate(&graph, 0));
    for (int i = 0; i < 3; i++)
        succeed(cu.cuGraphAddKernelNode_v2(&nodes[i], graph, nodes, (size_t)i, &params));
    succeed(cu.cuGraphDestroyNode(nodes[1]));
    succeed(cu.cuGraphGetNodes(graph, nodes, &count));
    assert_int_equal(count, 2);
    assert_null(nodes[2]);
    exec = api_instantiate(graph);
    succeed(cu.cuGraphLaunch(exec, NULL));
    api_expect(NULL, 8);
    succeed(cu.cuGraphExecDestroy(exec));
    succeed(cu.cuGraphDestroy(graph));
}

/* A graph runs after the earlier work of its stream, and before the later. */
static void a_graph_keeps_the_streams_order(void **state)
{
    CUgraph graph;
    CUgraphExec exec;

    (void)state;
    succeed(cu.cuStreamBeginCapture_v2(f.first, CU_STREAM_CAPTURE_MODE_RELAXED));
    api_add(f.first, 1);
    succeed(cu.cuStreamEndCapture(f.first, &graph));
    succeed(cu.cuGraphInstantiateWithFlags(&exec, graph, 0));
    api_hold(f.second);
    succeed(cu.cuMemsetD32Async(f.data, 20, COUNT, f.second));
    succeed(cu.cuGraphLaunch(exec, f.second));
    assert_int_equal(cu.cuStreamQuery(f.second), CUDA_ERROR_NOT_READY);
    *f.flag = 1;
    api_expect(f.second, 21);
    succeed(cu.cuGraphExecDestroy(exec));
    succeed(cu.cuGraphDestroy(graph));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, api_begin, api_end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(captures_streams_that_fork_and_join), TEST(builds_a_graph_node_by_node),
        TEST(changes_a_graph_node_by_node),        TEST(forgets_a_node_that_is_destroyed),
        TEST(a_graph_keeps_the_streams_order),
    };

    if (!driver_open(true))
        return SKIPPED;
    return cmocka_run_group_tests(tests, api_open, api_close);
}
