/* Memory that comes and goes in the order of streams, and the pools that it is counted in. A pool
 * holds nothing back: what is freed is free when the stream has come to it. */
#include "api/fail.h"
#include "context/context.h"
#include "heap/allocation.h"
#include "memory/graph_memory.h"
#include "stream/capture.h"
#include "stream/stream.h"

#include <pthread.h>
#include <stdlib.h>

struct CUmemPoolHandle_st {
    cpu_object object;
    uint64_t max_size; /* 0: none */
    uint64_t threshold;
    int reuse[3];
    uint64_t used;
    uint64_t high;
};

static struct {
    pthread_mutex_t lock;
    struct CUmemPoolHandle_st pool; /* the device's own */
    CUmemoryPool current;
    bool is_added;
} pools = {.lock = PTHREAD_MUTEX_INITIALIZER,
           .pool = {.object = {.kind = CPU_KIND_POOL}, .reuse = {1, 1, 1}}};

/* --- Pools ---------------------------------------------------------------------------------------
 */

/* With the lock. */
static CUmemoryPool default_pool(void)
{
    if (!pools.is_added)
        pools.is_added = cpu_handle_add(&pools.pool.object);
    return pools.is_added ? &pools.pool : NULL;
}

static CUmemoryPool current_pool(void)
{
    CUmemoryPool own = default_pool();

    return pools.current && cpu_handle_is(pools.current, CPU_KIND_POOL) ? pools.current : own;
}

static CUresult give(CUmemoryPool (*get)(void), CUmemoryPool *out, CUdevice device)
{
    CUresult result = cpu_check_device(device);

    if (result != CUDA_SUCCESS)
        return result;
    if (!out)
        return CUDA_ERROR_INVALID_VALUE;
    pthread_mutex_lock(&pools.lock);
    *out = get();
    pthread_mutex_unlock(&pools.lock);
    return *out ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

CUresult cuDeviceGetDefaultMemPool(CUmemoryPool *pool_out, CUdevice device)
{
    CPU_ENTRY(cuDeviceGetDefaultMemPool);
    return give(default_pool, pool_out, device);
}

CUresult cuDeviceGetMemPool(CUmemoryPool *pool, CUdevice device)
{
    CPU_ENTRY(cuDeviceGetMemPool);
    return give(current_pool, pool, device);
}

static CUresult check(CUmemoryPool pool)
{
    CUresult result = cpu_check_initialized();

    if (result != CUDA_SUCCESS)
        return result;
    return cpu_handle_is(pool, CPU_KIND_POOL) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuDeviceSetMemPool(CUdevice device, CUmemoryPool pool)
{
    CPU_ENTRY(cuDeviceSetMemPool);
    CUresult result = cpu_check_device(device);

    if (result == CUDA_SUCCESS)
        result = check(pool);
    if (result != CUDA_SUCCESS)
        return result;
    pthread_mutex_lock(&pools.lock);
    pools.current = pool;
    pthread_mutex_unlock(&pools.lock);
    return CUDA_SUCCESS;
}

CUresult cuMemPoolCreate(CUmemoryPool *pool, const CUmemPoolProps *pool_props)
{
    CPU_ENTRY(cuMemPoolCreate);
    CUresult result = cpu_check_initialized();
    CUmemoryPool created;

    if (result != CUDA_SUCCESS)
        return result;
    if (!pool || !pool_props || pool_props->allocType != CU_MEM_ALLOCATION_TYPE_PINNED ||
        pool_props->location.type == 0)
        return CUDA_ERROR_INVALID_VALUE;
    if (pool_props->handleTypes != 0 || pool_props->location.type != CU_MEM_LOCATION_TYPE_DEVICE)
        return CUDA_ERROR_NOT_SUPPORTED;
    if (pool_props->location.id != 0)
        return CUDA_ERROR_INVALID_VALUE;
    created = calloc(1, sizeof(*created));
    if (!created)
        return CUDA_ERROR_OUT_OF_MEMORY;
    created->object.kind = CPU_KIND_POOL;
    created->max_size = pool_props->maxSize;
    created->reuse[0] = created->reuse[1] = created->reuse[2] = 1;
    if (!cpu_handle_add(&created->object)) {
        free(created);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    *pool = created;
    return CUDA_SUCCESS;
}

/* What was allocated from it stays. */
CUresult cuMemPoolDestroy(CUmemoryPool pool)
{
    CPU_ENTRY(cuMemPoolDestroy);
    CUresult result = check(pool);

    if (result != CUDA_SUCCESS)
        return result;
    if (pool == &pools.pool || !cpu_handle_remove(pool, CPU_KIND_POOL))
        return CUDA_ERROR_INVALID_VALUE;
    free(pool);
    return CUDA_SUCCESS;
}

CUresult cuMemPoolTrimTo(CUmemoryPool pool, size_t min_bytes_to_keep)
{
    CPU_ENTRY(cuMemPoolTrimTo);
    (void)min_bytes_to_keep; /* nothing is kept */
    return check(pool);
}

static CUresult get_attribute(CUmemoryPool pool, int attribute, void *value)
{
    switch (attribute) {
    case CU_MEMPOOL_ATTR_REUSE_FOLLOW_EVENT_DEPENDENCIES:
    case CU_MEMPOOL_ATTR_REUSE_ALLOW_OPPORTUNISTIC:
    case CU_MEMPOOL_ATTR_REUSE_ALLOW_INTERNAL_DEPENDENCIES:
        *(int *)value = pool->reuse[attribute - 1];
        return CUDA_SUCCESS;
    case CU_MEMPOOL_ATTR_RELEASE_THRESHOLD:
        *(uint64_t *)value = pool->threshold;
        return CUDA_SUCCESS;
    case CU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT:
    case CU_MEMPOOL_ATTR_USED_MEM_CURRENT:
        *(uint64_t *)value = pool->used;
        return CUDA_SUCCESS;
    case CU_MEMPOOL_ATTR_RESERVED_MEM_HIGH:
    case CU_MEMPOOL_ATTR_USED_MEM_HIGH:
        *(uint64_t *)value = pool->high;
        return CUDA_SUCCESS;
    default:
        return CUDA_ERROR_INVALID_VALUE;
    }
}

/* The high watermarks can be set back to what is in use. */
static CUresult set_attribute(CUmemoryPool pool, int attribute, const void *value)
{
    switch (attribute) {
    case CU_MEMPOOL_ATTR_REUSE_FOLLOW_EVENT_DEPENDENCIES:
    case CU_MEMPOOL_ATTR_REUSE_ALLOW_OPPORTUNISTIC:
    case CU_MEMPOOL_ATTR_REUSE_ALLOW_INTERNAL_DEPENDENCIES:
        pool->reuse[attribute - 1] = *(const int *)value;
        return CUDA_SUCCESS;
    case CU_MEMPOOL_ATTR_RELEASE_THRESHOLD:
        pool->threshold = *(const uint64_t *)value;
        return CUDA_SUCCESS;
    case CU_MEMPOOL_ATTR_RESERVED_MEM_HIGH:
    case CU_MEMPOOL_ATTR_USED_MEM_HIGH:
        if (*(const uint64_t *)value != 0)
            return CUDA_ERROR_INVALID_VALUE;
        pool->high = pool->used;
        return CUDA_SUCCESS;
    default:
        return CUDA_ERROR_INVALID_VALUE;
    }
}

CUresult cuMemPoolGetAttribute(CUmemoryPool pool, int attr, void *value)
{
    CPU_ENTRY(cuMemPoolGetAttribute);
    CUresult result = check(pool);

    if (result != CUDA_SUCCESS)
        return result;
    if (!value)
        return CUDA_ERROR_INVALID_VALUE;
    pthread_mutex_lock(&pools.lock);
    result = get_attribute(pool, attr, value);
    pthread_mutex_unlock(&pools.lock);
    return result;
}

CUresult cuMemPoolSetAttribute(CUmemoryPool pool, int attr, void *value)
{
    CPU_ENTRY(cuMemPoolSetAttribute);
    CUresult result = check(pool);

    if (result != CUDA_SUCCESS)
        return result;
    if (!value)
        return CUDA_ERROR_INVALID_VALUE;
    pthread_mutex_lock(&pools.lock);
    result = set_attribute(pool, attr, value);
    pthread_mutex_unlock(&pools.lock);
    return result;
}

/* The one device always has access to its own pools. */
CUresult cuMemPoolSetAccess(CUmemoryPool pool, const CUmemAccessDesc *map, size_t count)
{
    CPU_ENTRY(cuMemPoolSetAccess);
    CUresult result = check(pool);

    if (result != CUDA_SUCCESS)
        return result;
    if (count > 0 && !map)
        return CUDA_ERROR_INVALID_VALUE;
    for (size_t i = 0; i < count; i++) {
        if (map[i].location.type != CU_MEM_LOCATION_TYPE_DEVICE)
            return CUDA_ERROR_INVALID_VALUE;
        if (map[i].location.id != 0)
            return CUDA_ERROR_INVALID_DEVICE;
        if (map[i].flags != CU_MEM_ACCESS_FLAGS_PROT_READWRITE)
            return CUDA_ERROR_INVALID_VALUE;
    }
    return CUDA_SUCCESS;
}

CUresult cuMemPoolGetAccess(int *flags, CUmemoryPool mem_pool, CUmemLocation *location)
{
    CPU_ENTRY(cuMemPoolGetAccess);
    CUresult result = check(mem_pool);

    if (result != CUDA_SUCCESS)
        return result;
    if (!flags || !location || location->type != CU_MEM_LOCATION_TYPE_DEVICE || location->id != 0)
        return CUDA_ERROR_INVALID_VALUE;
    *flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
    return CUDA_SUCCESS;
}

/* --- Allocations ---------------------------------------------------------------------------------
 */

/* With the lock. */
static bool take(CUmemoryPool pool, uint64_t size)
{
    if (pool->max_size > 0 && (size > pool->max_size || pool->used > pool->max_size - size))
        return false;
    pool->used += size;
    if (pool->used > pool->high)
        pool->high = pool->used;
    return true;
}

static void put_back(CUmemoryPool pool, uint64_t size)
{
    pthread_mutex_lock(&pools.lock);
    if (cpu_handle_is(pool, CPU_KIND_POOL))
        pool->used -= size < pool->used ? size : pool->used;
    pthread_mutex_unlock(&pools.lock);
}

/* In a stream that is being captured: a node of the graph, which the device's own memory serves. */
static bool allocate_in_capture(CUstream stream, size_t size, CUdeviceptr *address,
                                CUresult *result)
{
    bool is_captured;

    cpu_queue_lock();
    is_captured = stream->capture != NULL;
    if (is_captured)
        *result = cpu_capture_allocate(stream, size, address);
    cpu_queue_unlock();
    return is_captured;
}

static bool free_in_capture(CUstream stream, CUdeviceptr address, CUresult *result)
{
    bool is_captured;

    cpu_queue_lock();
    is_captured = stream->capture != NULL;
    if (is_captured)
        *result = cpu_capture_free(stream, address);
    cpu_queue_unlock();
    return is_captured;
}

/* The memory is there at once: what uses it comes behind the call anyway. */
static CUresult allocate(CUdeviceptr *address, size_t size, CUmemoryPool asked, CUstream handle)
{
    cpu_allocation allocation = {.size = size, .kind = CPU_MEMORY_DEVICE};
    CUstream stream;
    CUresult result = cpu_stream_find(handle, &stream);
    bool is_taken;

    if (result != CUDA_SUCCESS)
        return result;
    if (!address)
        return CUDA_ERROR_INVALID_VALUE;
    if (size == 0) { /* legal, unlike with cuMemAlloc */
        *address = 0;
        return CUDA_SUCCESS;
    }
    if (allocate_in_capture(stream, size, address, &result))
        return result;
    allocation.context = stream->object.context;
    pthread_mutex_lock(&pools.lock);
    allocation.pool = asked ? asked : current_pool();
    is_taken = allocation.pool && take(allocation.pool, size);
    pthread_mutex_unlock(&pools.lock);
    if (!is_taken)
        return CUDA_ERROR_OUT_OF_MEMORY;
    result = cpu_memory_allocate(&allocation);
    if (result == CUDA_SUCCESS)
        *address = allocation.base;
    else
        put_back(allocation.pool, size);
    return result;
}

CUresult cuMemAllocAsync(CUdeviceptr *address, size_t size, CUstream stream)
{
    CPU_ENTRY(cuMemAllocAsync);
    return allocate(address, size, NULL, stream);
}

CUresult cuMemAllocFromPoolAsync(CUdeviceptr *address, size_t size, CUmemoryPool pool,
                                 CUstream stream)
{
    CPU_ENTRY(cuMemAllocFromPoolAsync);
    CUresult result = check(pool);

    return result == CUDA_SUCCESS ? allocate(address, size, pool, stream) : result;
}

/* What a graph has allocated and left to the program: freed behind what is in the stream. */
static CUresult free_of_graph(CUdeviceptr address, CUstream stream)
{
    cpu_work nothing = {.kind = CPU_WORK_EMPTY, .context = stream->object.context};
    CUresult result = CUDA_ERROR_OUT_OF_MEMORY;
    bool is_freed = false;
    cpu_task *task;

    cpu_queue_lock();
    cpu_stream_wait_for_room(stream);
    task = cpu_task_create(&nothing, stream->priority);
    if (task)
        result = cpu_stream_append(stream, task);
    cpu_queue_unlock();
    if (result == CUDA_SUCCESS)
        is_freed = cpu_graph_memory_free(address, task);
    cpu_queue_lock();
    cpu_task_keep(&task, NULL);
    cpu_queue_unlock();
    return result != CUDA_SUCCESS || is_freed ? result : CUDA_ERROR_INVALID_VALUE;
}

/* The address is unknown from here on; the memory serves until the stream has come to this. */
CUresult cuMemFreeAsync(CUdeviceptr address, CUstream handle)
{
    CPU_ENTRY(cuMemFreeAsync);
    cpu_work work = {.kind = CPU_WORK_RELEASE, .as.memory = (uintptr_t)address};
    cpu_allocation allocation;
    CUstream stream;
    CUresult result = cpu_stream_find(handle, &stream);

    if (result != CUDA_SUCCESS || address == 0 || free_in_capture(stream, address, &result))
        return result;
    if (cpu_memory_find(address, &allocation) && allocation.is_graphs)
        return free_of_graph(address, stream);
    if (!cpu_memory_forget((uintptr_t)address, 1u << CPU_MEMORY_DEVICE, &allocation))
        return CUDA_ERROR_INVALID_VALUE;
    if (allocation.pool)
        put_back(allocation.pool, allocation.size);
    return cpu_stream_submit(stream, &work);
}
