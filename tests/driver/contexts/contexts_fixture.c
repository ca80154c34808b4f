#define _POSIX_C_SOURCE 200809L

#include "contexts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

contexts_fixture f;
contexts_scratch s;

static void need(CUresult result, const char *what)
{
    if (result == CUDA_SUCCESS)
        return;
    fprintf(stderr, "contexts: %s: %s\n", what, driver_result_name(result));
    _exit(2);
}
#define NEED(call) need(cu.call, #call)

void contexts_open(void)
{
    CUdevice device;

    NEED(cuInit(0));
    NEED(cuDeviceGet(&device, 0));
    NEED(cuCtxCreate_v2(&f.other, 0, device));
    NEED(cuCtxSetCurrent(NULL));
    NEED(cuCtxCreate_v2(&f.home, 0, device));
}

/* --- Parameters of nodes and other objects -------------------------------------------------------
 */

static void do_nothing(void *data)
{
    (void)data;
}

CUDA_KERNEL_NODE_PARAMS contexts_launch(void)
{
    CUDA_KERNEL_NODE_PARAMS params = {.func = f.function,
                                      .gridDimX = 1,
                                      .gridDimY = 1,
                                      .gridDimZ = 1,
                                      .blockDimX = 1,
                                      .blockDimY = 1,
                                      .blockDimZ = 1};

    return params;
}

CUDA_MEMCPY3D contexts_copy(void)
{
    CUDA_MEMCPY3D copy = {.srcMemoryType = CU_MEMORYTYPE_DEVICE,
                          .srcDevice = f.memory,
                          .srcPitch = 64,
                          .srcHeight = 1,
                          .dstMemoryType = CU_MEMORYTYPE_DEVICE,
                          .dstDevice = f.more,
                          .dstPitch = 64,
                          .dstHeight = 1,
                          .WidthInBytes = 64,
                          .Height = 1,
                          .Depth = 1};

    return copy;
}

CUDA_MEMSET_NODE_PARAMS contexts_fill(void)
{
    CUDA_MEMSET_NODE_PARAMS fill = {
        .dst = f.memory, .value = 1, .elementSize = 4, .width = 16, .height = 1};

    return fill;
}

CUDA_HOST_NODE_PARAMS contexts_call(void)
{
    CUDA_HOST_NODE_PARAMS call = {.fn = do_nothing};

    return call;
}

CUDA_RESOURCE_DESC contexts_resource(void)
{
    CUDA_RESOURCE_DESC resource;

    memset(&resource, 0, sizeof(resource));
    resource.resType = CU_RESOURCE_TYPE_ARRAY;
    resource.res.array.hArray = f.array;
    return resource;
}

CUmemPoolProps contexts_pool(void)
{
    CUmemPoolProps props = {.allocType = CU_MEM_ALLOCATION_TYPE_PINNED,
                            .location = {.type = CU_MEM_LOCATION_TYPE_DEVICE}};

    return props;
}

CUmemAllocationProp contexts_physical(void)
{
    CUmemAllocationProp prop = {.type = CU_MEM_ALLOCATION_TYPE_PINNED,
                                .location = {.type = CU_MEM_LOCATION_TYPE_DEVICE}};

    return prop;
}

/* --- The fixture ---------------------------------------------------------------------------------
 */

static void set_up_memory(void)
{
    CUmemPoolProps props = contexts_pool();

    NEED(cuMemAlloc_v2(&f.memory, BYTES));
    NEED(cuMemAlloc_v2(&f.more, BYTES));
    NEED(cuMemAllocManaged(&f.managed, BYTES, CU_MEM_ATTACH_GLOBAL));
    NEED(cuMemAllocPitch_v2(&f.texels, &f.pitch, 256, 4, 4));
    NEED(cuMemHostAlloc((void **)&f.pinned, BYTES, 0));
    f.own = calloc(1, BYTES);
    if (posix_memalign((void **)&f.locked, BYTES, REGISTERED) != 0)
        _exit(2);
    NEED(cuMemHostRegister_v2(f.locked, REGISTERED, 0));
    NEED(cuMemPoolCreate(&f.pool, &props));
    NEED(cuMemAllocFromPoolAsync(&f.from_pool, BYTES, f.pool, f.stream));
    NEED(cuMemAllocAsync(&f.of_stream, BYTES, f.stream));
}

static void set_up_streams(void)
{
    NEED(cuStreamCreate(&f.stream, CU_STREAM_NON_BLOCKING));
    NEED(cuStreamCreate(&f.idle, CU_STREAM_NON_BLOCKING));
    NEED(cuStreamCreate(&f.capturing, CU_STREAM_NON_BLOCKING));
    NEED(cuEventCreate(&f.event, 0));
    NEED(cuEventCreate(&f.recorded, 0));
    NEED(cuEventCreate(&f.later, 0));
    NEED(cuEventRecord(f.recorded, f.stream));
    NEED(cuEventRecord(f.later, f.stream));
    NEED(cuStreamSynchronize(f.stream));
}

static void set_up_kernels(void)
{
    NEED(cuLibraryLoadData(&f.library, driver_image(), NULL, NULL, 0, NULL, NULL, 0));
    NEED(cuLibraryGetKernel(&f.kernel, f.library, "no_parameters"));
    NEED(cuKernelGetFunction(&f.of_kernel, f.kernel));
    NEED(cuModuleLoadData(&f.module, driver_image()));
    NEED(cuModuleGetFunction(&f.function, f.module, "no_parameters"));
}

static void set_up_virtual_memory(void)
{
    CUmemAllocationProp prop = contexts_physical();
    CUmemAccessDesc access = {{CU_MEM_LOCATION_TYPE_DEVICE, 0}, 3};

    NEED(cuMemGetAllocationGranularity(&f.granule, &prop, 0));
    NEED(cuMemCreate(&f.physical, f.granule, &prop, 0));
    NEED(cuMemCreate(&f.mapped, f.granule, &prop, 0));
    NEED(cuMemAddressReserve(&f.address, 2 * f.granule, 0, 0, 0));
    NEED(cuMemMap(f.address, f.granule, 0, f.mapped, 0));
    NEED(cuMemSetAccess(f.address, f.granule, &access, 1));
}

static void set_up_textures(void)
{
    CUDA_ARRAY3D_DESCRIPTOR shape = {.Width = ARRAY_SIDE,
                                     .Height = ARRAY_SIDE,
                                     .Format = CU_AD_FORMAT_FLOAT,
                                     .NumChannels = 1,
                                     .Flags = CUDA_ARRAY3D_SURFACE_LDST};
    CUDA_TEXTURE_DESC sampling;
    CUDA_RESOURCE_DESC resource;

    memset(&sampling, 0, sizeof(sampling));
    NEED(cuArray3DCreate_v2(&f.array, &shape));
    resource = contexts_resource();
    NEED(cuTexObjectCreate(&f.texture, &resource, &sampling, NULL));
    NEED(cuSurfObjectCreate(&f.surface, &resource));
}

static void set_up_nodes(void)
{
    CUDA_KERNEL_NODE_PARAMS launch = contexts_launch();
    CUDA_MEMCPY3D copy = contexts_copy();
    CUDA_MEMSET_NODE_PARAMS fill = contexts_fill();
    CUDA_HOST_NODE_PARAMS call = contexts_call();
    CUgraph child;

    NEED(cuGraphCreate(&f.bare, 0));
    NEED(cuGraphCreate(&f.graph, 0));
    NEED(cuGraphCreate(&child, 0));
    NEED(cuGraphAddEmptyNode(&f.empty, f.graph, NULL, 0));
    NEED(cuGraphAddKernelNode_v2(&f.launching, f.graph, &f.empty, 1, &launch));
    NEED(cuGraphAddMemcpyNode(&f.copying, f.graph, NULL, 0, &copy, f.home));
    NEED(cuGraphAddMemsetNode(&f.filling, f.graph, NULL, 0, &fill, f.home));
    NEED(cuGraphAddHostNode(&f.hosting, f.graph, NULL, 0, &call));
    NEED(cuGraphAddChildGraphNode(&f.child, f.graph, NULL, 0, child));
    NEED(cuGraphInstantiateWithFlags(&f.exec, f.graph, 0));
    NEED(cuUserObjectCreate(&f.object, NULL, call.fn, 2, CU_USER_OBJECT_NO_DESTRUCTOR_SYNC));
    NEED(cuGraphRetainUserObject(f.graph, f.object, 1, 0));
}

void contexts_set_up(void)
{
    memset(&s, 0, sizeof(s));
    NEED(cuCtxSetCurrent(f.home));
    set_up_streams();
    set_up_memory();
    set_up_kernels();
    set_up_virtual_memory();
    set_up_textures();
    set_up_nodes();
    NEED(cuStreamSynchronize(f.stream));
}

void contexts_capture(void)
{
    NEED(cuStreamBeginCapture_v2(f.capturing, 2));
}

void contexts_end_capture(void)
{
    CUgraph graph = NULL;

    NEED(cuCtxSetCurrent(f.home));
    cu.cuStreamEndCapture(f.capturing, &graph);
}
