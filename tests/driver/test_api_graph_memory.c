/* Memory that graphs allocate and free. */
#include "api_fixture.h"

#define BYTES (COUNT * sizeof(int))

/* A graph that allocates, fills with 20, adds 1, copies to f.data and, if `does_free`, frees. */
static CUgraph make_using(CUdeviceptr *memory, int does_free)
{
    int one = 1;
    size_t n = COUNT;
    void *params[] = {memory, &one, &n};
    CUgraph graph;

    succeed(cu.cuStreamBeginCapture_v2(f.first, CU_STREAM_CAPTURE_MODE_RELAXED));
    succeed(cu.cuMemAllocAsync(memory, BYTES, f.first));
    assert_true(*memory != 0);
    succeed(cu.cuMemsetD32Async(*memory, 20, COUNT, f.first));
    succeed(cu.cuLaunchKernel(f.add, COUNT / 128, 1, 1, 128, 1, 1, 0, f.first, params, NULL));
    succeed(cu.cuMemcpyDtoDAsync_v2(f.data, *memory, BYTES, f.first));
    if (does_free)
        succeed(cu.cuMemFreeAsync(*memory, f.first));
    succeed(cu.cuStreamEndCapture(f.first, &graph));
    return graph;
}

static void allocates_and_frees_in_a_graph(void **state)
{
    CUdeviceptr memory;
    CUdeviceptr base;
    CUgraph graph = make_using(&memory, 1);
    CUgraphExec exec = api_instantiate(graph);

    (void)state;
    for (int i = 0; i < 3; i++) {
        succeed(cu.cuMemsetD32Async(f.data, 0, COUNT, f.first));
        api_launch(exec);
        api_expect(f.first, 21);
    }
    assert_int_equal(cu.cuMemGetAddressRange_v2(&base, NULL, memory),
                     CUDA_ERROR_NOT_FOUND); /* the graph freed it */
    succeed(cu.cuGraphExecDestroy(exec));
    succeed(cu.cuGraphDestroy(graph));
}

/* Memory that the graph does not free belongs to the program, also after the graph is destroyed. */
static void leaves_memory_to_the_program(void **state)
{
    CUdeviceptr memory;
    CUgraph graph = make_using(&memory, 0);
    CUgraphExec exec = api_instantiate(graph);
    int value = 0;

    (void)state;
    api_launch(exec);
    assert_int_not_equal(cu.cuGraphLaunch(exec, f.first), CUDA_SUCCESS); /* not freed yet */
    succeed(cu.cuMemcpyDtoH_v2(&value, memory + BYTES - 4, sizeof(value)));
    assert_int_equal(value, 21);
    succeed(cu.cuMemFreeAsync(memory, f.first));
    api_launch(exec);
    succeed(cu.cuMemFree_v2(memory));
    api_launch(exec);
    succeed(cu.cuGraphExecDestroy(exec));
    succeed(cu.cuGraphDestroy(graph));
    succeed(cu.cuMemsetD32_v2(memory, 7, COUNT));
    succeed(cu.cuMemcpyDtoH_v2(&value, memory, sizeof(value)));
    assert_int_equal(value, 7);
    succeed(cu.cuMemFree_v2(memory));
}

static void frees_by_itself_before_a_launch(void **state)
{
    CUdeviceptr memory;
    CUgraph graph = make_using(&memory, 0);
    CUgraphExec exec;

    (void)state;
    succeed(cu.cuGraphInstantiateWithFlags(&exec, graph,
                                           CUDA_GRAPH_INSTANTIATE_FLAG_AUTO_FREE_ON_LAUNCH));
    for (int i = 0; i < 3; i++)
        api_launch(exec);
    api_expect(f.first, 21);
    succeed(cu.cuMemFree_v2(memory));
    succeed(cu.cuGraphExecDestroy(exec));
    succeed(cu.cuGraphDestroy(graph));
}

static void captures_allocations(void **state)
{
    CUdeviceptr memory = 0;
    CUgraph graph;
    CUgraphNode nodes[5];
    CUgraphExec exec;
    size_t count = 5;
    int type = -1;

    (void)state;
    succeed(cu.cuStreamBeginCapture_v2(f.first, CU_STREAM_CAPTURE_MODE_GLOBAL));
    succeed(cu.cuMemAllocAsync(&memory, BYTES, f.first));
    succeed(cu.cuMemsetD32Async(memory, 8, COUNT, f.first));
    succeed(cu.cuMemcpyDtoDAsync_v2(f.data, memory, BYTES, f.first));
    assert_int_equal(cu.cuMemFreeAsync(f.data, f.first), CUDA_ERROR_INVALID_VALUE);
    succeed(cu.cuMemFreeAsync(memory, f.first)); /* the capture goes on */
    succeed(cu.cuStreamEndCapture(f.first, &graph));
    succeed(cu.cuGraphGetNodes(graph, nodes, &count));
    assert_int_equal(count, 4);
    succeed(cu.cuGraphNodeGetType(nodes[0], &type));
    assert_int_equal(type, CU_GRAPH_NODE_TYPE_MEM_ALLOC);
    exec = api_instantiate(graph);
    succeed(cu.cuGraphDestroy(graph));
    for (int i = 0; i < 2; i++)
        api_launch(exec);
    succeed(cu.cuGraphLaunch(exec, f.first));
    succeed(cu.cuGraphExecDestroy(exec)); /* while it runs */
    api_expect(f.first, 8);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, api_begin, api_end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(allocates_and_frees_in_a_graph),
        TEST(leaves_memory_to_the_program),
        TEST(frees_by_itself_before_a_launch),
        TEST(captures_allocations),
    };

    if (!driver_open(true))
        return SKIPPED;
    return cmocka_run_group_tests(tests, api_open, api_close);
}
