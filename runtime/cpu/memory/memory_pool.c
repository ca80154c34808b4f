#include "memory/memory_pool.h"

#include "api/driver_state.h"
#include "api/fail.h"
#include "api/handle.h"

#include <pthread.h>
#include <stdlib.h>

struct CUmemPoolHandle_st {
    cpu_object object;
    uint64_t max_size; /* 0: no limit */
    uint64_t threshold;
    int reuse[3];
    uint64_t used;
    uint64_t high;
};

static struct {
    pthread_mutex_t lock;
    struct CUmemPoolHandle_st pool; /* the device's default pool */
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

static CUresult give_default(CUmemoryPool *out, CUdevice device)
{
    CUresult result = cpu_check_device(device);

    if (result != CUDA_SUCCESS)
        return result;
    if (!out)
        return CUDA_ERROR_INVALID_VALUE;
    pthread_mutex_lock(&pools.lock);
    *out = default_pool();
    pthread_mutex_unlock(&pools.lock);
    return *out ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

CUresult cuDeviceGetDefaultMemPool(CUmemoryPool *pool_out, CUdevice device)
{
    CPU_ENTRY(cuDeviceGetDefaultMemPool);
    return give_default(pool_out, device);
}

/* The device's pool cannot be set: it stays the default one. */
CUresult cuDeviceGetMemPool(CUmemoryPool *pool, CUdevice device)
{
    CPU_ENTRY(cuDeviceGetMemPool);
    return give_default(pool, device);
}

CUresult cpu_pool_check(CUmemoryPool pool)
{
    CUresult result = cpu_check_initialized();

    if (result != CUDA_SUCCESS)
        return result;
    return cpu_handle_is(pool, CPU_KIND_POOL) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
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

/* The pool's allocations stay valid. */
CUresult cuMemPoolDestroy(CUmemoryPool pool)
{
    CPU_ENTRY(cuMemPoolDestroy);
    CUresult result = cpu_pool_check(pool);

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
    (void)min_bytes_to_keep; /* a pool keeps no memory */
    return cpu_pool_check(pool);
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

/* The high watermarks can be reset to what is in use. */
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
    CUresult result = cpu_pool_check(pool);

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
    CUresult result = cpu_pool_check(pool);

    if (result != CUDA_SUCCESS)
        return result;
    if (!value)
        return CUDA_ERROR_INVALID_VALUE;
    pthread_mutex_lock(&pools.lock);
    result = set_attribute(pool, attr, value);
    pthread_mutex_unlock(&pools.lock);
    return result;
}

/* The device always has access to its own pools. */
CUresult cuMemPoolSetAccess(CUmemoryPool pool, const CUmemAccessDesc *map, size_t count)
{
    CPU_ENTRY(cuMemPoolSetAccess);
    CUresult result = cpu_pool_check(pool);

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
    CUresult result = cpu_pool_check(mem_pool);

    if (result != CUDA_SUCCESS)
        return result;
    if (!flags || !location || location->type != CU_MEM_LOCATION_TYPE_DEVICE || location->id != 0)
        return CUDA_ERROR_INVALID_VALUE;
    *flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
    return CUDA_SUCCESS;
}

/* --- Counting ------------------------------------------------------------------------------------
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

void cpu_pool_put_back(CUmemoryPool pool, uint64_t size)
{
    pthread_mutex_lock(&pools.lock);
    if (cpu_handle_is(pool, CPU_KIND_POOL))
        pool->used -= size < pool->used ? size : pool->used;
    pthread_mutex_unlock(&pools.lock);
}

CUmemoryPool cpu_pool_take(CUmemoryPool asked, uint64_t size)
{
    CUmemoryPool pool;

    pthread_mutex_lock(&pools.lock);
    pool = asked ? asked : default_pool();
    if (pool && !take(pool, size))
        pool = NULL;
    pthread_mutex_unlock(&pools.lock);
    return pool;
}
