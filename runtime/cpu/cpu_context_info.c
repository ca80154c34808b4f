/* What is known of a context, and what can be set of it. */
#include "cpu_context.h"
#include "cpu_fail.h"
#include "cpu_memory.h"

#include <stdatomic.h>

#define LIMIT_COUNT 7

/* Limits of the device that mean nothing here: what was set is what is answered. */
static _Atomic size_t limits[LIMIT_COUNT] = {
    [CU_LIMIT_STACK_SIZE] = 1024,
    [CU_LIMIT_PRINTF_FIFO_SIZE] = (size_t)7 * 1024 * 1024,
    [CU_LIMIT_MALLOC_HEAP_SIZE] = (size_t)8 * 1024 * 1024,
    [CU_LIMIT_DEV_RUNTIME_SYNC_DEPTH] = 2,
    [CU_LIMIT_DEV_RUNTIME_PENDING_LAUNCH_COUNT] = 2048,
    [CU_LIMIT_MAX_L2_FETCH_GRANULARITY] = 64,
    [CU_LIMIT_PERSISTING_L2_CACHE_SIZE] = 0,
};

static CUresult check_current(bool is_valid)
{
    CUcontext context;
    CUresult result = cpu_context_current(&context);

    if (result != CUDA_SUCCESS)
        return result;
    return is_valid ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuCtxGetLimit(size_t *value, int limit)
{
    CPU_ENTRY(cuCtxGetLimit);
    CUresult result = check_current(value != NULL);

    if (result != CUDA_SUCCESS)
        return result;
    if (limit < 0 || limit >= LIMIT_COUNT)
        return CUDA_ERROR_UNSUPPORTED_LIMIT;
    *value = atomic_load(&limits[limit]);
    return CUDA_SUCCESS;
}

CUresult cuCtxSetLimit(int limit, size_t value)
{
    CPU_ENTRY(cuCtxSetLimit);
    CUresult result = check_current(true);

    if (result != CUDA_SUCCESS)
        return result;
    if (limit < 0 || limit >= LIMIT_COUNT)
        return CUDA_ERROR_UNSUPPORTED_LIMIT;
    atomic_store(&limits[limit], value);
    return CUDA_SUCCESS;
}

/* There is no choice between caches. */
CUresult cuCtxGetCacheConfig(int *config)
{
    CPU_ENTRY(cuCtxGetCacheConfig);
    CUresult result = check_current(config != NULL);

    if (result == CUDA_SUCCESS)
        *config = CU_FUNC_CACHE_PREFER_NONE;
    return result;
}

CUresult cuCtxSetCacheConfig(int config)
{
    CPU_ENTRY(cuCtxSetCacheConfig);
    return check_current(config >= CU_FUNC_CACHE_PREFER_NONE &&
                         config <= CU_FUNC_CACHE_PREFER_EQUAL);
}

/* What is not wanted may be null. */
CUresult cuCtxGetStreamPriorityRange(int *least_priority, int *greatest_priority)
{
    CPU_ENTRY(cuCtxGetStreamPriorityRange);
    CUresult result = check_current(true);

    if (result != CUDA_SUCCESS)
        return result;
    if (least_priority)
        *least_priority = CPU_PRIORITY_LEAST;
    if (greatest_priority)
        *greatest_priority = CPU_PRIORITY_GREATEST;
    return CUDA_SUCCESS;
}

/* --- Peers: a device is none of its own ----------------------------------------------------------
 */

CUresult cuCtxEnablePeerAccess(CUcontext peer_context, unsigned int flags)
{
    CPU_ENTRY(cuCtxEnablePeerAccess);
    CUresult result = check_current(flags == 0);

    if (result != CUDA_SUCCESS)
        return result;
    return cpu_handle_is(peer_context, CPU_KIND_CONTEXT) ? CUDA_ERROR_PEER_ACCESS_UNSUPPORTED
                                                         : CUDA_ERROR_INVALID_CONTEXT;
}

CUresult cuCtxDisablePeerAccess(CUcontext peer_context)
{
    CPU_ENTRY(cuCtxDisablePeerAccess);
    CUresult result = check_current(true);

    if (result != CUDA_SUCCESS)
        return result;
    return cpu_handle_is(peer_context, CPU_KIND_CONTEXT) ? CUDA_ERROR_PEER_ACCESS_NOT_ENABLED
                                                         : CUDA_ERROR_INVALID_CONTEXT;
}
