/* The functions of the driver API that programs rarely call. */
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

static void changes_a_kernel_by_the_first_versions(void **state)
{
    int value = 1;
    size_t n = COUNT;
    void *arguments[] = {&f.data, &value, &n};
    CUDA_KERNEL_NODE_PARAMS_v1 params = {.func = f.add,
                                         .gridDimX = COUNT / 64,
                                         .gridDimY = 1,
                                         .gridDimZ = 1,
                                         .blockDimX = 64,
                                         .blockDimY = 1,
                                         .blockDimZ = 1,
                                         .kernelParams = arguments};
    CUDA_KERNEL_NODE_PARAMS_v1 read;
    CUgraph graph;
    CUgraphNode node;
    CUgraphExec exec;

    (void)state;
    succeed(cu.cuGraphCreate(&graph, 0));
    succeed(cu.cuGraphAddKernelNode(&node, graph, NULL, 0, &params));
    value = 2;
    succeed(cu.cuGraphKernelNodeSetParams(node, &params));
    succeed(cu.cuGraphKernelNodeGetParams(node, &read));
    assert_int_equal(*(int *)read.kernelParams[1], 2);
    exec = api_instantiate(graph);
    api_launch(exec);
    api_expect(f.first, 2);
    value = 3;
    succeed(cu.cuGraphExecKernelNodeSetParams(exec, node, &params));
    api_launch(exec);
    api_expect(f.first, 5);
    succeed(cu.cuGraphExecDestroy(exec));
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
        TEST(changes_a_kernel_by_the_first_versions),
    };

    if (!driver_open(true))
        return SKIPPED;
    return cmocka_run_group_tests(tests, api_open, api_close);
}
