/* All kinds of memory are host memory. The driver knows it from its allocation to its free. */
#include "recording_state.h"

#include <stdlib.h>
#include <string.h>

static int allocate(CUdeviceptr *out, size_t bytes)
{
    void *memory;

    NEED_CONTEXT();
    if (!bytes)
        return INVALID_VALUE;
    memory = bytes < ((size_t)1 << 32) ? aligned_alloc(256, (bytes + 255) / 256 * 256) : NULL;
    if (!memory || !recording_new_range((CUdeviceptr)(uintptr_t)memory, bytes, false, memory)) {
        free(memory);
        return OUT_OF_MEMORY;
    }
    recording_change_alive(1);
    *out = (CUdeviceptr)(uintptr_t)memory;
    return 0;
}

/* Frees even if the call fails with `result`. */
static int release(CUdeviceptr address, int result)
{
    void *owned = recording_take_range(address);

    if (!owned)
        return INVALID_VALUE;
    free(owned);
    recording_change_alive(-1);
    return result;
}

EXPORT int cuMemAlloc_v2(CUdeviceptr *out, size_t bytes)
{
    ENTER("cuMemAlloc_v2");
    return allocate(out, bytes);
}

EXPORT int cuMemFree_v2(CUdeviceptr address)
{
    return release(address, recording_enter("cuMemFree_v2"));
}

EXPORT int cuMemAllocManaged(CUdeviceptr *out, size_t bytes, unsigned int flags)
{
    ENTER("cuMemAllocManaged");
    return flags == 1 ? allocate(out, bytes) : INVALID_VALUE;
}

EXPORT int cuMemHostAlloc(void **out, size_t bytes, unsigned int flags)
{
    CUdeviceptr address = 0;
    int result;

    ENTER("cuMemHostAlloc");
    result = flags == 3 ? allocate(&address, bytes) : INVALID_VALUE;
    if (!result)
        *out = (void *)(uintptr_t)address;
    return result;
}

EXPORT int cuMemFreeHost(void *host)
{
    return release((uintptr_t)host, recording_enter("cuMemFreeHost"));
}

/* Only the test's own record: the memory stays the caller's. */
EXPORT int cuMemHostRegister_v2(void *address, size_t bytes, unsigned int flags)
{
    ENTER("cuMemHostRegister_v2");
    NEED_CONTEXT();
    if (!address || !bytes || flags != 3)
        return INVALID_VALUE;
    recording_change_alive(1);
    return 0;
}

EXPORT int cuMemHostUnregister(void *address)
{
    int result = recording_enter("cuMemHostUnregister");

    (void)address;
    recording_change_alive(-1);
    return result;
}

EXPORT int cuMemHostGetDevicePointer_v2(CUdeviceptr *out, void *address, unsigned int flags)
{
    ENTER("cuMemHostGetDevicePointer_v2");
    NEED_CONTEXT();
    if (flags)
        return INVALID_VALUE;
    *out = (CUdeviceptr)(uintptr_t)address;
    return 0;
}

/* --- Pools, which count all that was ever allocated ---- */

struct CUmemPoolHandle_st {
    uint64_t threshold;
    uint64_t used;
    uint64_t reserved;
    int accesses;
};

static struct CUmemPoolHandle_st device_pools[RECORDING_DEVICES];

EXPORT int cuDeviceGetMemPool(CUmemoryPool *out, int device)
{
    ENTER("cuDeviceGetMemPool");
    *out = &device_pools[device];
    return 0;
}

EXPORT int cuMemPoolCreate(CUmemoryPool *out, const int *properties)
{
    ENTER("cuMemPoolCreate");
    /* pinned; no handles; a device, the current one */
    if (properties[0] != 1 || properties[1] || properties[2] != 1 ||
        properties[3] != recording_current)
        return INVALID_VALUE;
    *out = calloc(1, sizeof(**out));
    if (!*out)
        return OUT_OF_MEMORY;
    recording_change_alive(1);
    return 0;
}

EXPORT int cuMemPoolDestroy(CUmemoryPool pool)
{
    int result = recording_enter("cuMemPoolDestroy");

    free(pool);
    recording_change_alive(-1);
    return result;
}

EXPORT int cuMemPoolSetAttribute(CUmemoryPool pool, int attribute, const uint64_t *value)
{
    ENTER("cuMemPoolSetAttribute");
    if (attribute != 4)
        return INVALID_VALUE;
    pool->threshold = *value;
    return 0;
}

EXPORT int cuMemPoolGetAttribute(CUmemoryPool pool, int attribute, uint64_t *value)
{
    ENTER("cuMemPoolGetAttribute");
    if (attribute != 5 && attribute != 7)
        return INVALID_VALUE;
    *value = attribute == 5 ? pool->reserved : pool->used;
    return 0;
}

EXPORT int cuMemPoolTrimTo(CUmemoryPool pool, size_t keep)
{
    ENTER("cuMemPoolTrimTo");
    pool->reserved = keep > pool->used ? keep : pool->used;
    return 0;
}

EXPORT int cuMemPoolSetAccess(CUmemoryPool pool, const int *access, size_t count)
{
    ENTER("cuMemPoolSetAccess");
    if (count != 1 || access[0] != 1 || (access[2] != 0 && access[2] != 3))
        return INVALID_VALUE;
    pool->accesses += access[2] ? 1 : -1;
    return 0;
}

uint64_t recording_pool_threshold(CUmemoryPool pool)
{
    return pool->threshold;
}

int recording_pool_accesses(CUmemoryPool pool)
{
    return pool->accesses;
}

static int allocate_in(CUmemoryPool pool, CUdeviceptr *out, size_t bytes, CUstream stream)
{
    int result = allocate(out, bytes);

    if (result)
        return result;
    recorded.last_stream = (uintptr_t)stream;
    pool->used += bytes;
    pool->reserved += bytes;
    return 0;
}

EXPORT int cuMemAllocAsync(CUdeviceptr *out, size_t bytes, CUstream stream)
{
    ENTER("cuMemAllocAsync");
    NEED_CONTEXT();
    return allocate_in(&device_pools[recording_current], out, bytes, stream);
}

EXPORT int cuMemAllocFromPoolAsync(CUdeviceptr *out, size_t bytes, CUmemoryPool pool,
                                   CUstream stream)
{
    ENTER("cuMemAllocFromPoolAsync");
    return allocate_in(pool, out, bytes, stream);
}

EXPORT int cuMemFreeAsync(CUdeviceptr address, CUstream stream)
{
    recorded.last_stream = (uintptr_t)stream;
    return release(address, recording_enter("cuMemFreeAsync"));
}

/* --- Boxes ---- */

EXPORT int cuMemAllocPitch_v2(CUdeviceptr *out, size_t *pitch, size_t row_bytes, size_t rows,
                              unsigned int unit)
{
    ENTER("cuMemAllocPitch_v2");
    if (unit != 4 && unit != 8 && unit != 16)
        return INVALID_VALUE;
    *pitch = (row_bytes + 511) / 512 * 512;
    return allocate(out, *pitch * rows);
}

typedef struct box_side { /* of a CUDA_MEMCPY3D */
    size_t origin[4];
    int type;
    char *host;
    CUdeviceptr device;
    void *unused[2];
    size_t pitch;
    size_t height;
} box_side;

typedef struct box_copy {
    box_side source;
    box_side target;
    size_t width;
    size_t height;
    size_t depth;
} box_copy;

static char *row_of(const box_side *side, size_t row, size_t slice)
{
    char *base = side->type == 2 ? (char *)(uintptr_t)side->device : side->host;

    return base + (slice * side->height + row) * side->pitch;
}

EXPORT int cuMemcpy3DAsync_v2(const box_copy *copy, CUstream stream)
{
    ENTER("cuMemcpy3DAsync_v2");
    recorded.last_stream = (uintptr_t)stream;
    if (copy->source.type == 3 || copy->target.type == 3) { /* arrays hold nothing */
        recording_copy_array(copy);
        return 0;
    }
    for (size_t slice = 0; slice < copy->depth; slice++)
        for (size_t row = 0; row < copy->height; row++)
            memcpy(row_of(&copy->target, row, slice), row_of(&copy->source, row, slice),
                   copy->width);
    return 0;
}
