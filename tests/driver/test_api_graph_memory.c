/* Memory that graphs allocate and free. */
#include "api_fixture.h"

#include <string.h>

#define BYTES (COUNT * sizeof(int))

static CUDA_MEM_ALLOC_NODE_PARAMS allocating(size_t size)
{
    CUDA_MEM_ALLOC_NODE_PARAMS params;

    memset(&params, 0, sizeof(params));
    params.poolProps.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
    params.poolProps.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    params.bytesize = size;
    return params;
}

static CUDA_MEMCPY3D copying(CUdeviceptr target, CUdeviceptr source)
{
    CUDA_MEMCPY3D params = {.srcMemoryType = CU_MEMORYTYPE_DEVICE,
                            .srcDevice = source,
                            .srcPitch = BYTES,
                            .srcHeight = 1,
                            .dstMemoryType = CU_MEMORYTYPE_DEVICE,
                            .dstDevice = target,
                            .dstPitch = BYTES,
                            .dstHeight = 1,
                            .WidthInBytes = BYTES,
                            .Height = 1,
                            .Depth = 1};

    return params;
}

/* Allocates, fills with 20, adds 1, copies to f.data, and frees if that is wanted. */
static CUgraph make_using(CUDA_MEM_ALLOC_NODE_PARAMS *allocation, int does_free)
{
    int one = 1;
    CUDA_MEMSET_NODE_PARAMS fill;
    CUDA_MEMCPY3D copy;
    CUgraph graph;
    CUgraphNode last;

    *allocation = allocating(BYTES);
    succeed(cu.cuGraphCreate(&graph, 0));
    succeed(cu.cuGraphAddMemAllocNode(&last, graph, NULL, 0, allocation));
    assert_true(allocation->dptr != 0);
    fill = api_filling(allocation->dptr, 20);
    succeed(cu.cuGraphAddMemsetNode(&last, graph, &last, 1, &fill, f.context));
    last = api_add_node(graph, &last, 1, &one, &allocation->dptr);
    copy = copying(f.data, allocation->dptr);
    succeed(cu.cuGraphAddMemcpyNode(&last, graph, &last, 1, &copy, f.context));
    if (does_free)
        succeed(cu.cuGraphAddMemFreeNode(&last, graph, &last, 1, allocation->dptr));
    return graph;
}

static void allocates_and_frees_in_a_graph(void **state)
{
    CUDA_MEM_ALLOC_NODE_PARAMS allocation;
    CUDA_MEM_ALLOC_NODE_PARAMS read;
    CUgraph graph = make_using(&allocation, 1);
    CUgraphNode nodes[5];
    CUdeviceptr freed = 0;
    CUdeviceptr base;
    size_t count = 5;
    CUgraphExec exec;

    (void)state;
    succeed(cu.cuGraphGetNodes(graph, nodes, &count));
    succeed(cu.cuGraphMemAllocNodeGetParams(nodes[0], &read));
    assert_int_equal(read.bytesize, BYTES);
    assert_true(read.dptr == allocation.dptr);
    succeed(cu.cuGraphMemFreeNodeGetParams(nodes[4], &freed));
    assert_true(freed == allocation.dptr);
    exec = api_instantiate(graph);
    for (int i = 0; i < 3; i++) {
        succeed(cu.cuMemsetD32Async(f.data, 0, COUNT, f.first));
        api_launch(exec);
        api_expect(f.first, 21);
    }
    assert_int_equal(cu.cuMemGetAddressRange_v2(&base, NULL, allocation.dptr),
                     CUDA_ERROR_NOT_FOUND); /* it is free again */
    succeed(cu.cuGraphExecDestroy(exec));
    succeed(cu.cuGraphDestroy(graph));
    succeed(cu.cuDeviceGraphMemTrim(0));
}

/* What the graph leaves is the program's, also when the graph is gone. */
static void leaves_memory_to_the_program(void **state)
{
    CUDA_MEM_ALLOC_NODE_PARAMS allocation;
    CUgraph graph = make_using(&allocation, 0);
    CUgraphExec exec = api_instantiate(graph);
    uint64_t used = 0;
    uint64_t high = 0;
    int value = 0;

    (void)state;
    api_launch(exec);
    assert_int_not_equal(cu.cuGraphLaunch(exec, f.first), CUDA_SUCCESS); /* not free yet */
    succeed(cu.cuMemcpyDtoH_v2(&value, allocation.dptr + BYTES - 4, sizeof(value)));
    assert_int_equal(value, 21);
    succeed(cu.cuDeviceGetGraphMemAttribute(0, CU_GRAPH_MEM_ATTR_USED_MEM_CURRENT, &used));
    assert_true(used >= BYTES);
    succeed(cu.cuMemFreeAsync(allocation.dptr, f.first));
    api_launch(exec);
    succeed(cu.cuMemFree_v2(allocation.dptr));
    api_launch(exec);
    succeed(cu.cuGraphExecDestroy(exec));
    succeed(cu.cuGraphDestroy(graph));
    succeed(cu.cuMemsetD32_v2(allocation.dptr, 7, COUNT));
    succeed(cu.cuMemcpyDtoH_v2(&value, allocation.dptr, sizeof(value)));
    assert_int_equal(value, 7);
    succeed(cu.cuMemFree_v2(allocation.dptr));
    succeed(cu.cuDeviceSetGraphMemAttribute(0, CU_GRAPH_MEM_ATTR_USED_MEM_HIGH, &high));
}

static void frees_by_itself_before_a_launch(void **state)
{
    CUDA_MEM_ALLOC_NODE_PARAMS allocation;
    CUgraph graph = make_using(&allocation, 0);
    CUgraphExec exec;

    (void)state;
    succeed(cu.cuGraphInstantiateWithFlags(&exec, graph,
                                           CUDA_GRAPH_INSTANTIATE_FLAG_AUTO_FREE_ON_LAUNCH));
    for (int i = 0; i < 3; i++)
        api_launch(exec);
    api_expect(f.first, 21);
    succeed(cu.cuMemFree_v2(allocation.dptr));
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
