/* Allocations, pools, virtual memory, and queries about addresses. */
#include "contexts.h"

#include <string.h>

#define ALLOCATION_TABLE(X)                                                                        \
    X(cuMemAlloc_v2, cu.cuMemAlloc_v2(&s.address, BYTES))                                          \
    X(cuMemFree_v2, cu.cuMemFree_v2(f.memory))                                                     \
    X(cuMemFree_v2__null, cu.cuMemFree_v2(0))                                                      \
    X(cuMemFree_v2__managed, cu.cuMemFree_v2(f.managed))                                           \
    X(cuMemFree_v2__of_stream, cu.cuMemFree_v2(f.of_stream))                                       \
    X(cuMemFree_v2__of_nothing, cu.cuMemFree_v2((CUdeviceptr)(uintptr_t)f.own))                    \
    X(cuMemAllocAsync, cu.cuMemAllocAsync(&s.address, BYTES, f.stream))                            \
    X(cuMemAllocAsync__null, cu.cuMemAllocAsync(&s.address, BYTES, NULL))                          \
    X(cuMemAllocAsync__per_thread, cu.cuMemAllocAsync(&s.address, BYTES, STREAM_PER_THREAD))       \
    X(cuMemFreeAsync, cu.cuMemFreeAsync(f.of_stream, f.stream))                                    \
    X(cuMemFreeAsync__null, cu.cuMemFreeAsync(f.of_stream, NULL))                                  \
    X(cuMemFreeAsync__null_address, cu.cuMemFreeAsync(0, f.stream))                                \
    X(cuMemFreeAsync__plain, cu.cuMemFreeAsync(f.memory, f.stream))                                \
    X(cuMemAllocHost_v2, cu.cuMemAllocHost_v2(&s.pointer, BYTES))                                  \
    X(cuMemHostAlloc, cu.cuMemHostAlloc(&s.pointer, BYTES, 0))                                     \
    X(cuMemHostAlloc__portable, cu.cuMemHostAlloc(&s.pointer, BYTES, 1))                           \
    X(cuMemFreeHost, cu.cuMemFreeHost(f.pinned))                                                   \
    X(cuMemFreeHost__null, cu.cuMemFreeHost(NULL))                                                 \
    X(cuMemAllocManaged, cu.cuMemAllocManaged(&s.address, BYTES, 1))                               \
    X(cuMemGetAddressRange_v2, cu.cuMemGetAddressRange_v2(&s.address, &s.size, f.memory))          \
    X(cuMemGetInfo_v2, cu.cuMemGetInfo_v2(&s.size, &s.size_two))                                   \
    X(cuMemAllocPitch_v2, cu.cuMemAllocPitch_v2(&s.address, &s.size, 256, 4, 4))                   \
    X(cuMemHostRegister_v2, cu.cuMemHostRegister_v2(f.own, BYTES, 0))                              \
    X(cuMemHostUnregister, cu.cuMemHostUnregister(f.locked))                                       \
    X(cuMemHostGetDevicePointer_v2, cu.cuMemHostGetDevicePointer_v2(&s.address, f.pinned, 0))      \
    X(cuMemAllocFromPoolAsync, cu.cuMemAllocFromPoolAsync(&s.address, BYTES, f.pool, f.stream))    \
    X(cuMemAllocFromPoolAsync__null, cu.cuMemAllocFromPoolAsync(&s.address, BYTES, f.pool, NULL))  \
    X(cuMemPoolCreate, create_pool())                                                              \
    X(cuMemPoolDestroy, cu.cuMemPoolDestroy(f.pool))                                               \
    X(cuMemPoolTrimTo, cu.cuMemPoolTrimTo(f.pool, 0))                                              \
    X(cuMemPoolSetAttribute, cu.cuMemPoolSetAttribute(f.pool, 4, &s.word))                         \
    X(cuMemPoolGetAttribute, cu.cuMemPoolGetAttribute(f.pool, 4, &s.word))                         \
    X(cuMemPoolSetAccess, pool_access())                                                           \
    X(cuMemPoolGetAccess, cu.cuMemPoolGetAccess(&s.i, f.pool, &here))                              \
    X(cuIpcGetMemHandle, cu.cuIpcGetMemHandle((CUipcMemHandle *)s.bytes, f.memory))                \
    X(cuIpcOpenMemHandle, open_memory(0))                                                          \
    X(cuIpcOpenMemHandle_v2, open_memory(1))                                                       \
    X(cuIpcCloseMemHandle, cu.cuIpcCloseMemHandle(f.memory))

#define VIRTUAL_TABLE(X)                                                                           \
    X(cuMemGetAllocationGranularity, granularity())                                                \
    X(cuMemCreate, create_physical())                                                              \
    X(cuMemRelease, cu.cuMemRelease(f.physical))                                                   \
    X(cuMemAddressReserve, cu.cuMemAddressReserve(&s.address, f.granule, 0, 0, 0))                 \
    X(cuMemAddressFree, free_address())                                                            \
    X(cuMemMap, cu.cuMemMap(f.address + f.granule, f.granule, 0, f.physical, 0))                   \
    X(cuMemUnmap, cu.cuMemUnmap(f.address, f.granule))                                             \
    X(cuMemSetAccess, set_access())                                                                \
    X(cuMemGetAccess, cu.cuMemGetAccess((void *)&s.word, &here, f.address))                        \
    X(cuMemRetainAllocationHandle,                                                                 \
      cu.cuMemRetainAllocationHandle((void *)&s.word, (void *)(uintptr_t)f.address))               \
    X(cuMemGetAllocationPropertiesFromHandle,                                                      \
      cu.cuMemGetAllocationPropertiesFromHandle((void *)s.bytes, f.physical))                      \
    X(cuMemExportToShareableHandle, export_physical(f.physical))                                   \
    X(cuMemImportFromShareableHandle, import_physical())

#define ADDRESS_TABLE(X)                                                                           \
    X(cuPointerGetAttribute, cu.cuPointerGetAttribute(&s.i, 2, f.memory))                          \
    X(cuPointerGetAttribute__context, cu.cuPointerGetAttribute(&s.pointer, 1, f.memory))           \
    X(cuPointerGetAttribute__range, cu.cuPointerGetAttribute(&s.size, 12, f.memory))               \
    X(cuPointerGetAttribute__of_nothing,                                                           \
      cu.cuPointerGetAttribute(&s.i, 2, (CUdeviceptr)(uintptr_t)f.own))                            \
    X(cuPointerGetAttributes, attributes())                                                        \
    X(cuPointerSetAttribute, cu.cuPointerSetAttribute(&s.i, 6, f.memory))                          \
    X(cuMemPrefetchAsync, cu.cuMemPrefetchAsync(f.managed, BYTES, 0, f.stream))                    \
    X(cuMemPrefetchAsync_v2, cu.cuMemPrefetchAsync_v2(f.managed, BYTES, here, 0, f.stream))        \
    X(cuMemPrefetchAsync_v2__null, cu.cuMemPrefetchAsync_v2(f.managed, BYTES, here, 0, NULL))

static CUmemLocation here = {CU_MEM_LOCATION_TYPE_DEVICE, 0};

static CUresult create_pool(void)
{
    CUmemPoolProps props = contexts_pool();

    return cu.cuMemPoolCreate((CUmemoryPool *)&s.pointer, &props);
}

static CUresult pool_access(void)
{
    CUmemAccessDesc access = {here, CU_MEM_ACCESS_FLAGS_PROT_READWRITE};

    return cu.cuMemPoolSetAccess(f.pool, &access, 1);
}

/* The process that made a handle cannot open it. */
static CUresult open_memory(int version)
{
    CUipcMemHandle handle;

    memset(&handle, 0, sizeof(handle));
    return version ? cu.cuIpcOpenMemHandle_v2(&s.address, handle, 1)
                   : cu.cuIpcOpenMemHandle(&s.address, handle, 1);
}

static CUresult granularity(void)
{
    CUmemAllocationProp prop = contexts_physical();

    return cu.cuMemGetAllocationGranularity(&s.size, &prop, 0);
}

static CUresult create_physical(void)
{
    CUmemAllocationProp prop = contexts_physical();

    return cu.cuMemCreate((void *)&s.word, f.granule, &prop, 0);
}

static CUresult free_address(void)
{
    CUresult result = cu.cuMemAddressReserve(&s.address, f.granule, 0, 0, 0);

    return result == CUDA_SUCCESS ? cu.cuMemAddressFree(s.address, f.granule) : result;
}

static CUresult set_access(void)
{
    CUmemAccessDesc access = {here, CU_MEM_ACCESS_FLAGS_PROT_READWRITE};

    return cu.cuMemSetAccess(f.address, f.granule, &access, 1);
}

static CUresult export_physical(CUmemGenericAllocationHandle handle)
{
    return cu.cuMemExportToShareableHandle(&s.i, handle, 1, 0);
}

static CUresult import_physical(void)
{
    CUmemAllocationProp prop = contexts_physical();
    CUmemGenericAllocationHandle shared = 0;
    CUresult result;

    prop.requestedHandleTypes = 1;
    result = cu.cuMemCreate(&shared, f.granule, &prop, 0);
    if (result == CUDA_SUCCESS)
        result = export_physical(shared);
    if (result != CUDA_SUCCESS)
        return result;
    return cu.cuMemImportFromShareableHandle((void *)&s.word, (void *)(uintptr_t)s.i, 1);
}

static CUresult attributes(void)
{
    int wanted[] = {2, 12};
    void *data[] = {&s.i, &s.size};

    return cu.cuPointerGetAttributes(2, wanted, data, f.memory);
}

#define TABLE(X) ALLOCATION_TABLE(X) VIRTUAL_TABLE(X) ADDRESS_TABLE(X)

CONTEXTS_TABLE(contexts_of_memory, TABLE);
