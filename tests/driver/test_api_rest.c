/* The functions of the driver API that programs call seldom: each gives the right answer. */
#include "api_fixture.h"

#include <string.h>

static void tells_of_devices_and_contexts(void **state)
{
    CUuuid first;
    CUuuid second;
    CUmemoryPool pool;
    CUmemoryPool own;
    CUmemAccessDesc access = {.location = {CU_MEM_LOCATION_TYPE_DEVICE, 0},
                              .flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE};
    uint64_t id = 0;
    int value = -1;
    CUdevice device = -1;

    (void)state;
    succeed(cu.cuDeviceGetUuid_v2(&first, 0));
    if (cu.cuDeviceGetUuid) /* not in every libcuda */
        succeed(cu.cuDeviceGetUuid(&second, 0));
    succeed(cu.cuDeviceGetMemPool(&pool, 0));
    succeed(cu.cuDeviceGetDefaultMemPool(&own, 0));
    assert_ptr_equal(pool, own);
    succeed(cu.cuMemPoolSetAccess(pool, &access, 1));
    succeed(cu.cuMemPoolGetAccess(&value, pool, &access.location));
    assert_int_equal(value, CU_MEM_ACCESS_FLAGS_PROT_READWRITE);
    succeed(cu.cuCtxGetId(f.context, &id));
    assert_true(id != 0);
    if (cu.cuCtxGetDevice_v2 && cu.cuCtxSynchronize_v2) {
        succeed(cu.cuCtxGetDevice_v2(&device, f.context));
        succeed(cu.cuCtxSynchronize_v2(f.context));
    }
}

static void tells_of_modules(void **state)
{
    CUlibrary library;
    CUlibrary same;
    CUkernel kernel;
    CUmodule module;

    (void)state;
    succeed(cu.cuFuncGetModule(&module, f.add));
    assert_ptr_equal(module, f.module);
    succeed(cu.cuFuncLoad(f.add));
    succeed(cu.cuLibraryLoadData(&library, driver_image(), NULL, NULL, 0, NULL, NULL, 0));
    succeed(cu.cuLibraryGetKernel(&kernel, library, "add"));
    succeed(cu.cuKernelGetLibrary(&same, kernel));
    assert_ptr_equal(same, library);
    succeed(cu.cuLibraryUnload(library));
}

/* --- Copies and fills ----------------------------------------------------------------------------
 */

static unsigned short half_at(size_t byte)
{
    unsigned short value = 0;

    succeed(cu.cuMemcpyDtoH_v2(&value, f.data + byte, sizeof(value)));
    return value;
}

static void fills_in_streams(void **state)
{
    (void)state;
    succeed(cu.cuMemsetD16Async(f.data, 0x1234, 8, f.first));
    succeed(cu.cuMemsetD2D8Async(f.data + 64, 16, 0x56, 4, 3, f.first));
    succeed(cu.cuMemsetD2D16Async(f.data + 512, 32, 0xbcde, 3, 2, f.first));
    succeed(cu.cuMemsetD2D32Async(f.data + 1024, 64, 0x01020304, 2, 2, f.first));
    succeed(cu.cuCtxSynchronize());
    assert_int_equal(half_at(14), 0x1234);
    assert_int_equal(half_at(16), 0);
    assert_int_equal(half_at(64 + 32 + 2), 0x5656);
    assert_int_equal(half_at(64 + 4), 0);
    assert_int_equal(half_at(512 + 32 + 4), 0xbcde);
    assert_int_equal(half_at(1024 + 64 + 4), 0x0304);
    assert_int_equal(half_at(1024 + 64 + 8), 0);
}

static void copies_in_streams(void **state)
{
    int source[COUNT];
    int target[COUNT] = {0};
    CUDA_MEMCPY2D plane = {.srcMemoryType = CU_MEMORYTYPE_HOST,
                           .srcHost = source,
                           .srcPitch = 32,
                           .dstMemoryType = CU_MEMORYTYPE_DEVICE,
                           .dstDevice = f.data,
                           .dstPitch = 16,
                           .WidthInBytes = 16,
                           .Height = 4};
    CUDA_MEMCPY3D volume = {.srcMemoryType = CU_MEMORYTYPE_DEVICE,
                            .srcDevice = f.data,
                            .srcPitch = 16,
                            .srcHeight = 4,
                            .dstMemoryType = CU_MEMORYTYPE_HOST,
                            .dstHost = target,
                            .dstPitch = 16,
                            .dstHeight = 4,
                            .WidthInBytes = 16,
                            .Height = 4,
                            .Depth = 1};

    (void)state;
    for (int i = 0; i < COUNT; i++)
        source[i] = i;
    succeed(cu.cuMemcpy2DUnaligned_v2(&plane));
    plane.dstDevice = f.data + 64;
    succeed(cu.cuMemcpy2DAsync_v2(&plane, f.first));
    succeed(cu.cuMemcpy3DAsync_v2(&volume, f.first));
    succeed(cu.cuStreamSynchronize(f.first));
    for (int i = 0; i < 16; i++)
        assert_int_equal(target[i], i / 4 * 8 + i % 4);
    succeed(cu.cuMemcpyPeer(f.data + 256, f.context, f.data + 64, f.context, 64));
    succeed(cu.cuMemcpyAsync((CUdeviceptr)(uintptr_t)target, f.data + 256, 64, f.first));
    succeed(cu.cuStreamSynchronize(f.first));
    assert_int_equal(target[15], 27);
}

static void records_events_with_launches(void **state)
{
    int value = 1;
    size_t n = COUNT;
    void *params[] = {&f.data, &value, &n};
    CUlaunchAttribute attribute;
    CUlaunchConfig config = {.gridDimX = COUNT / 64,
                             .gridDimY = 1,
                             .gridDimZ = 1,
                             .blockDimX = 64,
                             .blockDimY = 1,
                             .blockDimZ = 1,
                             .hStream = f.first,
                             .attrs = &attribute,
                             .numAttrs = 1};
    CUevent event;

    (void)state;
    memset(&attribute, 0, sizeof(attribute));
    succeed(cu.cuEventCreate(&event, CU_EVENT_DISABLE_TIMING));
    attribute.id = CU_LAUNCH_ATTRIBUTE_LAUNCH_COMPLETION_EVENT;
    attribute.value.event.event = event;
    api_hold(f.first);
    succeed(cu.cuLaunchKernelEx(&config, f.add, params, NULL));
    assert_int_equal(cu.cuEventQuery(event), CUDA_ERROR_NOT_READY);
    *f.flag = 1;
    succeed(cu.cuEventSynchronize(event));
    attribute.id = CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_EVENT;
    succeed(cu.cuLaunchKernelEx(&config, f.add, params, NULL));
    succeed(cu.cuStreamWaitEvent(f.second, event, 0));
    api_expect(f.first, 2);
    succeed(cu.cuEventDestroy_v2(event));
}

/* --- Graphs --------------------------------------------------------------------------------------
 */

static void ignore(void *unused)
{
    (void)unused;
}

static void walks_a_graph(void **state)
{
    CUgraph graph;
    CUgraphNode nodes[3];
    CUgraphNode found[2];
    CUgraphExec exec;
    CUevent event;
    CUDA_GRAPH_INSTANTIATE_PARAMS params = {0};
    uint64_t flags = 1;
    size_t count = 2;

    (void)state;
    succeed(cu.cuEventCreate(&event, 0));
    succeed(cu.cuGraphCreate(&graph, 0));
    succeed(cu.cuGraphAddEmptyNode(&nodes[0], graph, NULL, 0));
    succeed(cu.cuGraphAddEventRecordNode(&nodes[1], graph, &nodes[0], 1, event));
    succeed(cu.cuGraphAddEventWaitNode(&nodes[2], graph, NULL, 0, event));
    if (cu.cuGraphAddDependencies_v2) {
        succeed(cu.cuGraphAddDependencies_v2(graph, &nodes[1], &nodes[2], NULL, 1));
        succeed(cu.cuGraphGetEdges_v2(graph, NULL, NULL, NULL, &count));
        assert_int_equal(count, 2);
        succeed(cu.cuGraphNodeGetDependencies_v2(nodes[2], NULL, NULL, &count));
        assert_int_equal(count, 1);
        succeed(cu.cuGraphNodeGetDependentNodes_v2(nodes[0], NULL, NULL, &count));
        assert_int_equal(count, 1);
        count = 2;
    }
    succeed(cu.cuGraphGetRootNodes(graph, found, &count));
    assert_int_equal(count, 1);
    assert_ptr_equal(found[0], nodes[0]);
    count = 2;
    succeed(cu.cuGraphNodeGetDependentNodes(nodes[0], found, &count));
    assert_int_equal(count, 1);
    assert_ptr_equal(found[0], nodes[1]);
    succeed(cu.cuGraphInstantiateWithParams(&exec, graph, &params));
    assert_int_equal(params.result_out, CUDA_GRAPH_INSTANTIATE_SUCCESS);
    succeed(cu.cuGraphExecGetFlags(exec, &flags));
    assert_int_equal(flags, 0);
    succeed(cu.cuGraphUpload(exec, f.first));
    succeed(cu.cuGraphLaunch(exec, f.first));
    succeed(cu.cuStreamSynchronize(f.first));
    succeed(cu.cuEventQuery(event));
    succeed(cu.cuGraphExecDestroy(exec));
    succeed(cu.cuGraphDestroy(graph));
    succeed(cu.cuEventDestroy_v2(event));
}

typedef struct parameters {
    int value; /* that the kernel adds */
    size_t n;
    void *arguments[3];
    int source[2]; /* of the copy */
    CUDA_MEMSET_NODE_PARAMS set;
    CUDA_HOST_NODE_PARAMS call;
    CUDA_KERNEL_NODE_PARAMS_v1 add;
    CUDA_MEMCPY3D put;
} parameters;

typedef struct changed_graph {
    CUgraph graph;
    CUgraphNode fill;
    CUgraphNode host;
    CUgraphNode kernel;
    CUgraphNode copy; /* of the first int, behind the others */
} changed_graph;

static void begin_parameters(parameters *p)
{
    *p = (parameters){.value = 1,
                      .n = COUNT,
                      .source = {100, 200},
                      .set = api_filling(f.data, 5),
                      .call = {.fn = ignore, .userData = p},
                      .add = {.func = f.add,
                              .gridDimX = COUNT / 64,
                              .gridDimY = 1,
                              .gridDimZ = 1,
                              .blockDimX = 64,
                              .blockDimY = 1,
                              .blockDimZ = 1},
                      .put = {.srcMemoryType = CU_MEMORYTYPE_HOST,
                              .srcPitch = 4,
                              .srcHeight = 1,
                              .dstMemoryType = CU_MEMORYTYPE_DEVICE,
                              .dstDevice = f.data,
                              .dstPitch = 4,
                              .dstHeight = 1,
                              .WidthInBytes = 4,
                              .Height = 1,
                              .Depth = 1}};
    p->arguments[0] = &f.data;
    p->arguments[1] = &p->value;
    p->arguments[2] = &p->n;
    p->add.kernelParams = p->arguments;
    p->put.srcHost = p->source;
}

static void make_changed_graph(changed_graph *g, const parameters *p)
{
    succeed(cu.cuGraphCreate(&g->graph, 0));
    succeed(cu.cuGraphAddMemsetNode(&g->fill, g->graph, NULL, 0, &p->set, f.context));
    succeed(cu.cuGraphAddHostNode(&g->host, g->graph, &g->fill, 1, &p->call));
    succeed(cu.cuGraphAddKernelNode(&g->kernel, g->graph, &g->fill, 1, &p->add));
    succeed(cu.cuGraphAddMemcpyNode(&g->copy, g->graph, &g->kernel, 1, &p->put, f.context));
}

static void changes_the_parameters_of_nodes(void **state)
{
    parameters p;
    changed_graph g;
    CUDA_MEMSET_NODE_PARAMS set;
    CUDA_HOST_NODE_PARAMS call;
    CUDA_KERNEL_NODE_PARAMS_v1 add;
    CUDA_MEMCPY3D put;

    (void)state;
    begin_parameters(&p);
    make_changed_graph(&g, &p);
    p.set.value = 6;
    succeed(cu.cuGraphMemsetNodeSetParams(g.fill, &p.set));
    succeed(cu.cuGraphMemsetNodeGetParams(g.fill, &set));
    assert_int_equal(set.value, 6);
    succeed(cu.cuGraphHostNodeSetParams(g.host, &p.call));
    succeed(cu.cuGraphHostNodeGetParams(g.host, &call));
    assert_ptr_equal(call.userData, &p);
    p.value = 2;
    succeed(cu.cuGraphKernelNodeSetParams(g.kernel, &p.add));
    succeed(cu.cuGraphKernelNodeGetParams(g.kernel, &add));
    assert_int_equal(*(int *)add.kernelParams[1], 2);
    succeed(cu.cuGraphMemcpyNodeSetParams(g.copy, &p.put));
    succeed(cu.cuGraphMemcpyNodeGetParams(g.copy, &put));
    assert_int_equal(put.WidthInBytes, 4);
    succeed(cu.cuGraphDestroy(g.graph));
}

static void changes_the_parameters_of_what_is_launched(void **state)
{
    parameters p;
    changed_graph g;
    CUgraphExec exec;
    int ints[2] = {0, 0};

    (void)state;
    begin_parameters(&p);
    make_changed_graph(&g, &p);
    exec = api_instantiate(g.graph);
    p.set.value = 7;
    p.value = 3;
    p.put.srcHost = p.source + 1;
    succeed(cu.cuGraphExecMemsetNodeSetParams(exec, g.fill, &p.set, f.context));
    succeed(cu.cuGraphExecHostNodeSetParams(exec, g.host, &p.call));
    succeed(cu.cuGraphExecKernelNodeSetParams(exec, g.kernel, &p.add));
    succeed(cu.cuGraphExecMemcpyNodeSetParams(exec, g.copy, &p.put, f.context));
    api_launch(exec);
    succeed(cu.cuMemcpyDtoH_v2(ints, f.data, sizeof(ints)));
    assert_int_equal(ints[0], 200);
    assert_int_equal(ints[1], 10);
    succeed(cu.cuGraphExecDestroy(exec));
    succeed(cu.cuGraphDestroy(g.graph));
}

static void captures_into_a_graph(void **state)
{
    CUgraph graph;
    CUgraph ended = NULL;
    CUgraph of_capture = NULL;
    CUgraphNode before;
    const CUgraphNode *nodes = NULL;
    const CUgraphEdgeData *edges = NULL;
    size_t count = 0;
    int status = -1;

    (void)state;
    succeed(cu.cuGraphCreate(&graph, 0));
    succeed(cu.cuGraphAddEmptyNode(&before, graph, NULL, 0));
    succeed(cu.cuStreamBeginCaptureToGraph(f.first, graph, NULL, NULL, 0,
                                           CU_STREAM_CAPTURE_MODE_RELAXED));
    if (cu.cuStreamUpdateCaptureDependencies)
        succeed(cu.cuStreamUpdateCaptureDependencies(f.first, &before, 1,
                                                     CU_STREAM_SET_CAPTURE_DEPENDENCIES));
    if (cu.cuStreamUpdateCaptureDependencies_v2)
        succeed(cu.cuStreamUpdateCaptureDependencies_v2(f.first, &before, NULL, 1,
                                                        CU_STREAM_SET_CAPTURE_DEPENDENCIES));
    succeed(
        cu.cuStreamGetCaptureInfo_v3(f.first, &status, NULL, &of_capture, &nodes, &edges, &count));
    assert_int_equal(status, CU_STREAM_CAPTURE_STATUS_ACTIVE);
    assert_int_equal(count, 1);
    assert_ptr_equal(nodes[0], before);
    api_add(f.first, 1);
    succeed(cu.cuStreamEndCapture(f.first, &ended));
    assert_ptr_equal(ended, graph);
    succeed(cu.cuGraphGetEdges(graph, NULL, NULL, &count));
    assert_int_equal(count, 1);
    succeed(cu.cuGraphDestroy(graph));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, api_begin, api_end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(tells_of_devices_and_contexts),
        TEST(tells_of_modules),
        TEST(fills_in_streams),
        TEST(copies_in_streams),
        TEST(records_events_with_launches),
        TEST(walks_a_graph),
        TEST(changes_the_parameters_of_nodes),
        TEST(changes_the_parameters_of_what_is_launched),
        TEST(captures_into_a_graph),
    };

    if (!driver_open(true))
        return SKIPPED;
    return cmocka_run_group_tests(tests, api_open, api_close);
}
