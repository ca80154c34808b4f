/* An ordinary CUDA program: it includes cuda.h, is linked with -lcuda, and knows nothing of the CPU
 * driver, which the loader may find as libcuda.so.1. Built twice, the second time with
 * CUDA_API_PER_THREAD_DEFAULT_STREAM, with which cuda.h's names mean other functions.
 *
 * Exits with 0 on success, with 77 if there is no device. */
#include <cuda.h>

#include "api_kernels.custub.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT 1000

#ifdef CUDA_API_PER_THREAD_DEFAULT_STREAM
#define IS_PER_THREAD 1
#else
#define IS_PER_THREAD 0
#endif

static void fail(const char *what, CUresult result)
{
    const char *name = NULL;

    cuGetErrorName(result, &name);
    fprintf(stderr, "%s: %s\n", what, name ? name : "not as it should be");
    exit(1);
}

static void check(CUresult result, const char *what)
{
    if (result != CUDA_SUCCESS)
        fail(what, result);
}
#define CHECK(call)  check(call, #call)
#define EXPECT(fact) ((fact) ? (void)0 : fail(#fact, CUDA_SUCCESS))

/* Loads the image that this driver accepts. */
static CUmodule load(void)
{
    CUmodule module;
    CUfunction function;

    for (const custub_image *image = api_kernels_custub_images; image->data; image++) {
        if (cuModuleLoadData(&module, image->data) != CUDA_SUCCESS)
            continue;
        if (cuModuleGetFunction(&function, module, "add") == CUDA_SUCCESS)
            return module;
        CHECK(cuModuleUnload(module));
    }
    fail("no image fits", CUDA_ERROR_NO_BINARY_FOR_GPU);
    return NULL;
}

static CUdeviceptr make_data(void)
{
    CUdeviceptr data;

    CHECK(cuMemAlloc(&data, COUNT * sizeof(int)));
    CHECK(cuMemsetD32(data, 0, COUNT));
    CHECK(cuStreamSynchronize(NULL));
    return data;
}

static void add(CUfunction function, CUdeviceptr data, int value, CUstream stream)
{
    size_t n = COUNT;
    void *params[] = {&data, &value, &n};

    CHECK(cuLaunchKernel(function, (COUNT + 127) / 128, 1, 1, 128, 1, 1, 0, stream, params, NULL));
}

static int first_of(CUdeviceptr data)
{
    int values[COUNT];

    CHECK(cuMemcpyDtoH(values, data, sizeof(values)));
    for (size_t i = 1; i < COUNT; i++)
        EXPECT(values[i] == values[0]);
    return values[0];
}

static void computes(CUmodule module)
{
    CUdeviceptr data = make_data();
    CUfunction function;
    CUevent start;
    CUevent end;
    float milliseconds = -1;

    CHECK(cuModuleGetFunction(&function, module, "add"));
    CHECK(cuEventCreate(&start, CU_EVENT_DEFAULT));
    CHECK(cuEventCreate(&end, CU_EVENT_DEFAULT));
    CHECK(cuEventRecord(start, NULL));
    add(function, data, 3, NULL);
    add(function, data, 4, NULL);
    CHECK(cuEventRecord(end, NULL));
    CHECK(cuEventSynchronize(end));
    CHECK(cuEventElapsedTime(&milliseconds, start, end));
    EXPECT(milliseconds >= 0);
    EXPECT(first_of(data) == 7);
    CHECK(cuEventDestroy(start));
    CHECK(cuEventDestroy(end));
    CHECK(cuMemFree(data));
}

/* The structs of cuda.h, in a graph that is captured and then changed. */
static void captures(CUmodule module)
{
    CUdeviceptr data = make_data();
    CUfunction function;
    CUstream stream;
    CUgraph graph;
    CUgraphExec exec;
    CUgraphNode node;
    size_t count = 1;
    CUDA_KERNEL_NODE_PARAMS params;
    int value = 20;
    size_t n = COUNT;
    void *arguments[] = {&data, &value, &n};

    CHECK(cuModuleGetFunction(&function, module, "add"));
    CHECK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    CHECK(cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_RELAXED));
    add(function, data, 5, stream);
    CHECK(cuStreamEndCapture(stream, &graph));
    CHECK(cuGraphInstantiate(&exec, graph, 0));
    CHECK(cuGraphLaunch(exec, stream));
    CHECK(cuGraphGetNodes(graph, &node, &count));
    CHECK(cuGraphKernelNodeGetParams(node, &params));
    EXPECT(params.gridDimX == (COUNT + 127) / 128 && params.blockDimX == 128);
    params.kernelParams = arguments;
    CHECK(cuGraphExecKernelNodeSetParams(exec, node, &params));
    CHECK(cuGraphLaunch(exec, stream));
    CHECK(cuStreamSynchronize(stream));
    EXPECT(first_of(data) == 25);
    CHECK(cuGraphExecDestroy(exec));
    CHECK(cuGraphDestroy(graph));
    CHECK(cuStreamDestroy(stream));
    CHECK(cuMemFree(data));
}

/* Tells the null streams apart by a stream that is kept busy: only the legacy one waits for it. */
static void knows_its_null_stream(CUmodule module)
{
    CUdeviceptr data = make_data();
    CUfunction adds;
    CUfunction waits;
    CUstream blocking;
    CUdeviceptr flag_address;
    void *flag;
    void *params[] = {&flag_address};
    CUresult(CUDAAPI * query)(CUstream) = NULL;
    CUdriverProcAddressQueryResult status;
    void *found;

    CHECK(cuModuleGetFunction(&adds, module, "add"));
    CHECK(cuModuleGetFunction(&waits, module, "wait_for"));
    CHECK(cuGetProcAddress("cuStreamQuery", &found, CUDA_VERSION, CU_GET_PROC_ADDRESS_DEFAULT,
                           &status));
    EXPECT(status == CU_GET_PROC_ADDRESS_SUCCESS);
    memcpy(&query, &found, sizeof(query));
    CHECK(cuMemHostAlloc(&flag, sizeof(int), CU_MEMHOSTALLOC_DEVICEMAP));
    *(volatile int *)flag = 0;
    CHECK(cuMemHostGetDevicePointer(&flag_address, flag, 0));
    CHECK(cuStreamCreate(&blocking, CU_STREAM_DEFAULT));
    CHECK(cuLaunchKernel(waits, 1, 1, 1, 1, 1, 1, 0, blocking, params, NULL));
    add(adds, data, 9, NULL);
    if (IS_PER_THREAD) {
        CHECK(cuStreamSynchronize(NULL));
        CHECK(query(NULL));
        EXPECT(cuStreamQuery(CU_STREAM_LEGACY) == CUDA_ERROR_NOT_READY);
    } else {
        EXPECT(cuStreamQuery(NULL) == CUDA_ERROR_NOT_READY);
        EXPECT(query(NULL) == CUDA_ERROR_NOT_READY);
        CHECK(cuStreamQuery(CU_STREAM_PER_THREAD));
    }
    *(volatile int *)flag = 1;
    CHECK(cuCtxSynchronize());
    EXPECT(first_of(data) == 9);
    CHECK(cuStreamDestroy(blocking));
    CHECK(cuMemFreeHost(flag));
    CHECK(cuMemFree(data));
}

int main(void)
{
    int count = 0;
    CUdevice device;
    CUcontext context;
    CUmodule module;

    if (cuInit(0) != CUDA_SUCCESS || cuDeviceGetCount(&count) != CUDA_SUCCESS || count == 0) {
        puts("skipped: no device");
        return 77;
    }
    CHECK(cuDeviceGet(&device, 0));
    CHECK(cuDevicePrimaryCtxRetain(&context, device));
    CHECK(cuCtxSetCurrent(context));
    module = load();
    computes(module);
    captures(module);
    knows_its_null_stream(module);
    CHECK(cuModuleUnload(module));
    CHECK(cuDevicePrimaryCtxRelease(device));
    return 0;
}
