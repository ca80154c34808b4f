#include "checker_life.h"

#include "api/api.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SIZE  (CHECKER_COUNT * sizeof(int32_t))
#define PIECE ((size_t)2 << 20) /* the granularity of physical memory */

#define CALL CHECKER_CALL

static void synchronize(void)
{
    CALL(cuCtxSynchronize, (void), );
}

static void write_numbers(CUdeviceptr address)
{
    CALL(cuMemcpyHtoD_v2, (CUdeviceptr, const void *, size_t), address, checker_numbers(), SIZE);
}

static CUdeviceptr allocate(bool is_written)
{
    CUdeviceptr address = 0;

    CALL(cuMemAlloc_v2, (CUdeviceptr *, size_t), &address, SIZE);
    if (is_written)
        write_numbers(address);
    return address;
}

/* --- Streams -------------------------------------------------------------------------------------
 */

static CUdeviceptr of_another_stream(bool is_freed)
{
    CUstream streams[2];
    CUdeviceptr address = 0;

    CALL(cuStreamCreate, (CUstream *, unsigned), &streams[0], 0);
    CALL(cuStreamCreate, (CUstream *, unsigned), &streams[1], 0);
    CALL(cuMemAllocAsync, (CUdeviceptr *, size_t, CUstream), &address, SIZE, streams[0]);
    CALL(cuStreamSynchronize, (CUstream), streams[0]);
    write_numbers(address);
    if (is_freed)
        CALL(cuMemFreeAsync, (CUdeviceptr, CUstream), address, streams[1]);
    synchronize();
    return address;
}

/* --- Host memory ---------------------------------------------------------------------------------
 */

static CUdeviceptr freed_pinned(void)
{
    void *memory = NULL;

    CALL(cuMemHostAlloc, (void **, size_t, unsigned), &memory, SIZE, 0);
    memcpy(memory, checker_numbers(), SIZE);
    CALL(cuMemFreeHost, (void *), memory);
    return (CUdeviceptr)(uintptr_t)memory;
}

static CUdeviceptr freed_managed(void)
{
    CUdeviceptr address = 0;

    CALL(cuMemAllocManaged, (CUdeviceptr *, size_t, unsigned), &address, SIZE, 1);
    CALL(cuMemFree_v2, (CUdeviceptr), address);
    return address;
}

static CUdeviceptr unregistered(void)
{
    void *memory = aligned_alloc(4096, 4096);

    if (!memory)
        exit(1);
    memcpy(memory, checker_numbers(), SIZE);
    CALL(cuMemHostRegister_v2, (void *, size_t, unsigned), memory, SIZE, 0);
    CALL(cuMemHostUnregister, (void *), memory);
    return (CUdeviceptr)(uintptr_t)memory;
}

/* --- Mapped pieces -------------------------------------------------------------------------------
 */

static void map(CUdeviceptr address)
{
    const CUmemAllocationProp properties = {.type = 1 /* CU_MEM_ALLOCATION_TYPE_PINNED */,
                                            .location = {1 /* CU_MEM_LOCATION_TYPE_DEVICE */, 0}};
    const CUmemAccessDesc access = {properties.location,
                                    3 /* CU_MEM_ACCESS_FLAGS_PROT_READWRITE */};
    CUmemGenericAllocationHandle piece = 0;

    CALL(cuMemCreate,
         (CUmemGenericAllocationHandle *, size_t, const CUmemAllocationProp *, unsigned long long),
         &piece, PIECE, &properties, 0);
    CALL(cuMemMap, (CUdeviceptr, size_t, size_t, CUmemGenericAllocationHandle, unsigned long long),
         address, PIECE, 0, piece, 0);
    CALL(cuMemSetAccess, (CUdeviceptr, size_t, const CUmemAccessDesc *, size_t), address, PIECE,
         &access, 1);
}

static CUdeviceptr mapped(checker_state state)
{
    CUdeviceptr address = 0;

    CALL(cuMemAddressReserve, (CUdeviceptr *, size_t, size_t, CUdeviceptr, unsigned long long),
         &address, 2 * PIECE, 0, 0, 0);
    map(address);
    if (state == UNMAPPED) {
        write_numbers(address);
        CALL(cuMemUnmap, (CUdeviceptr, size_t), address, PIECE);
    } else if (state == MAPPED_IN_TWO) {
        map(address + PIECE);
        write_numbers(address + PIECE - SIZE);
        write_numbers(address + PIECE);
    }
    return address;
}

/* --- Graphs --------------------------------------------------------------------------------------
 */

static void run(CUgraph graph)
{
    CUgraphExec exec = NULL;

    CALL(cuGraphInstantiateWithFlags, (CUgraphExec *, CUgraph, unsigned long long), &exec, graph,
         0);
    CALL(cuGraphLaunch, (CUgraphExec, CUstream), exec, NULL);
    synchronize();
}

static CUgraph create_graph(void)
{
    CUgraph graph = NULL;

    CALL(cuGraphCreate, (CUgraph *, unsigned), &graph, 0);
    return graph;
}

static CUdeviceptr of_graph(bool is_freed)
{
    CUdeviceptr address = 0;
    CUstream stream = NULL;
    CUgraph graph = NULL;

    CALL(cuStreamCreate, (CUstream *, unsigned), &stream, CU_STREAM_NON_BLOCKING);
    CALL(cuStreamBeginCapture_v2, (CUstream, int), stream, CU_STREAM_CAPTURE_MODE_RELAXED);
    CALL(cuMemAllocAsync, (CUdeviceptr *, size_t, CUstream), &address, SIZE, stream);
    if (is_freed)
        CALL(cuMemFreeAsync, (CUdeviceptr, CUstream), address, stream);
    CALL(cuStreamEndCapture, (CUstream, CUgraph *), stream, &graph);
    run(graph);
    return address;
}

static CUdeviceptr written_by_graph(bool is_whole)
{
    CUdeviceptr address = allocate(false);
    const CUDA_MEMSET_NODE_PARAMS half = {.dst = address,
                                          .pitch = SIZE,
                                          .value = 7,
                                          .elementSize = 4,
                                          .width = CHECKER_COUNT / 2,
                                          .height = 1};
    const CUDA_MEMCPY3D rest = {.srcMemoryType = CU_MEMORYTYPE_DEVICE,
                                .srcDevice = address,
                                .dstMemoryType = CU_MEMORYTYPE_DEVICE,
                                .dstDevice = address + SIZE / 2,
                                .WidthInBytes = SIZE / 2,
                                .Height = 1,
                                .Depth = 1};
    CUgraph graph = create_graph();
    CUgraphNode fill = NULL;
    CUgraphNode copy = NULL;
    CUcontext context = NULL;

    CALL(cuCtxGetCurrent, (CUcontext *), &context);
    CALL(cuGraphAddMemsetNode,
         (CUgraphNode *, CUgraph, const CUgraphNode *, size_t, const CUDA_MEMSET_NODE_PARAMS *,
          CUcontext),
         &fill, graph, NULL, 0, &half, context);
    if (is_whole)
        CALL(
            cuGraphAddMemcpyNode,
            (CUgraphNode *, CUgraph, const CUgraphNode *, size_t, const CUDA_MEMCPY3D *, CUcontext),
            &copy, graph, &fill, 1, &rest, context);
    run(graph);
    return address;
}

/* --- Copies and fills ----------------------------------------------------------------------------
 */

static CUdeviceptr filled_rows(void)
{
    CUdeviceptr address = allocate(false);

    CALL(cuMemsetD2D8_v2, (CUdeviceptr, size_t, unsigned char, size_t, size_t), address,
         32 * sizeof(int32_t), 7, 16 * sizeof(int32_t), 8);
    return address;
}

static CUdeviceptr copied_box(void)
{
    CUDA_MEMCPY3D what = {.srcMemoryType = CU_MEMORYTYPE_HOST,
                          .srcHost = checker_numbers(),
                          .srcPitch = 16 * sizeof(int32_t),
                          .srcHeight = 4,
                          .dstMemoryType = CU_MEMORYTYPE_DEVICE,
                          .dstPitch = 16 * sizeof(int32_t),
                          .dstHeight = 4,
                          .WidthInBytes = 8 * sizeof(int32_t),
                          .Height = 3,
                          .Depth = 4};

    what.dstDevice = allocate(false);
    CALL(cuMemcpy3D_v2, (const CUDA_MEMCPY3D *), &what);
    return what.dstDevice;
}

static CUdeviceptr copy(bool is_written, bool to_peer)
{
    CUdeviceptr from = allocate(is_written);
    CUdeviceptr to = allocate(true);
    CUcontext context = NULL;

    CALL(cuCtxGetCurrent, (CUcontext *), &context);
    if (to_peer)
        CALL(cuMemcpyPeer, (CUdeviceptr, CUcontext, CUdeviceptr, CUcontext, size_t), to, context,
             from, context, SIZE);
    else
        CALL(cuMemcpyDtoD_v2, (CUdeviceptr, CUdeviceptr, size_t), to, from, SIZE);
    synchronize();
    return to;
}

CUdeviceptr checker_life_create(checker_state state)
{
    switch (state) {
    case FREED_IN_ANOTHER_STREAM:
    case OF_ANOTHER_STREAM:
        return of_another_stream(state == FREED_IN_ANOTHER_STREAM);
    case FREED_PINNED:
        return freed_pinned();
    case FREED_MANAGED:
        return freed_managed();
    case UNREGISTERED:
        return unregistered();
    case UNMAPPED:
    case MAPPED_IN_PART:
    case MAPPED_IN_TWO:
        return mapped(state);
    case FREED_BY_GRAPH:
    case OF_GRAPH:
        return of_graph(state == FREED_BY_GRAPH);
    case HALF_OF_GRAPH:
    case WHOLE_OF_GRAPH:
        return written_by_graph(state == WHOLE_OF_GRAPH);
    case FILLED_ROWS:
        return filled_rows();
    case COPIED_BOX:
        return copied_box();
    case COPY:
    case COPY_OF_UNWRITTEN:
        return copy(state == COPY, false);
    case PEER_COPY:
    case PEER_COPY_OF_UNWRITTEN:
        return copy(state == PEER_COPY, true);
    default:
        fprintf(stderr, "no buffer has the state %d\n", (int)state);
        exit(1);
    }
}
