#include "api_fixture.h"

#include <stdlib.h>

api_fixture f;

int api_open(void **state)
{
    CUdevice device;
    void *flag;

    (void)state;
    succeed(cu.cuDeviceGet(&device, 0));
    succeed(cu.cuDevicePrimaryCtxRetain(&f.context, device));
    succeed(cu.cuCtxSetCurrent(f.context));
    succeed(cu.cuModuleLoadData(&f.module, driver_image()));
    succeed(cu.cuModuleGetFunction(&f.add, f.module, "add"));
    succeed(cu.cuModuleGetFunction(&f.mark, f.module, "mark"));
    succeed(cu.cuModuleGetFunction(&f.read_globals, f.module, "read_globals"));
    succeed(cu.cuModuleGetFunction(&f.wait_for, f.module, "wait_for"));
    succeed(cu.cuModuleGetFunction(&f.set_flag, f.module, "set_flag"));
    succeed(cu.cuMemHostAlloc(&flag, sizeof(int), CU_MEMHOSTALLOC_DEVICEMAP));
    f.flag = flag;
    succeed(cu.cuMemHostGetDevicePointer_v2(&f.flag_address, flag, 0));
    succeed(cu.cuMemAlloc_v2(&f.data, COUNT * sizeof(int)));
    return 0;
}

int api_close(void **state)
{
    (void)state;
    succeed(cu.cuMemFree_v2(f.data));
    succeed(cu.cuMemFreeHost((void *)(uintptr_t)f.flag));
    succeed(cu.cuModuleUnload(f.module));
    succeed(cu.cuCtxSetCurrent(NULL));
    succeed(cu.cuDevicePrimaryCtxRelease_v2(0));
    return 0;
}

int api_begin(void **state)
{
    (void)state;
    *f.flag = 0;
    succeed(cu.cuMemsetD32_v2(f.data, 0, COUNT));
    succeed(cu.cuCtxSynchronize());
    succeed(cu.cuStreamCreate(&f.first, CU_STREAM_NON_BLOCKING));
    succeed(cu.cuStreamCreate(&f.second, CU_STREAM_NON_BLOCKING));
    return 0;
}

int api_end(void **state)
{
    (void)state;
    *f.flag = 1; /* releases api_hold(), also after a failure */
    succeed(cu.cuStreamDestroy_v2(f.first));
    succeed(cu.cuStreamDestroy_v2(f.second));
    succeed(cu.cuCtxSynchronize());
    return 0;
}

void api_add(CUstream stream, int value)
{
    size_t n = COUNT;
    void *params[] = {&f.data, &value, &n};

    succeed(cu.cuLaunchKernel(f.add, COUNT / 64, 1, 1, 64, 1, 1, 0, stream, params, NULL));
}

void api_hold(CUstream stream)
{
    void *params[] = {&f.flag_address};

    succeed(cu.cuLaunchKernel(f.wait_for, 1, 1, 1, 1, 1, 1, 0, stream, params, NULL));
}

void api_expect(CUstream stream, int value)
{
    int *host = malloc(COUNT * sizeof(*host));

    assert_non_null(host);
    succeed(cu.cuMemcpyDtoHAsync_v2(host, f.data, COUNT * sizeof(*host), stream));
    succeed(cu.cuStreamSynchronize(stream));
    for (int i = 0; i < COUNT; i++)
        assert_int_equal(host[i], value);
    free(host);
}

int api_threads(void)
{
    int count = 0;

    succeed(cu.cuDeviceGetAttribute(&count, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, 0));
    return count;
}

CUDA_MEMSET_NODE_PARAMS api_filling(CUdeviceptr target, unsigned value)
{
    CUDA_MEMSET_NODE_PARAMS params = {
        .dst = target, .value = value, .elementSize = 4, .width = COUNT, .height = 1};

    return params;
}

CUgraphNode api_add_node(CUgraph graph, const CUgraphNode *before, size_t count, int *value,
                         CUdeviceptr *data)
{
    size_t n = COUNT;
    void *params[] = {data ? data : &f.data, value, &n};
    CUDA_KERNEL_NODE_PARAMS adding = {.func = f.add,
                                      .gridDimX = COUNT / 64,
                                      .gridDimY = 1,
                                      .gridDimZ = 1,
                                      .blockDimX = 64,
                                      .blockDimY = 1,
                                      .blockDimZ = 1,
                                      .kernelParams = params};
    CUgraphNode node;

    succeed(cu.cuGraphAddKernelNode_v2(&node, graph, before, count, &adding));
    return node;
}

CUgraphExec api_instantiate(CUgraph graph)
{
    CUgraphExec exec;

    succeed(cu.cuGraphInstantiateWithFlags(&exec, graph, 0));
    return exec;
}

void api_launch(CUgraphExec exec)
{
    succeed(cu.cuGraphLaunch(exec, f.first));
    succeed(cu.cuStreamSynchronize(f.first));
}
