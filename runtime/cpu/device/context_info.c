/* Queries about contexts, and their settings. */
#include "api/fail.h"
#include "context/context.h"
#include "stream/capture.h"
#include "stream/stream.h"

#include <stdatomic.h>

#define LIMIT_COUNT 7
#define LIMIT_LAST  9 /* of CUDA 13.0 */

/* Limits that have no effect here. A query returns the value that was set. */
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

static CUresult refused(int limit)
{
    return limit >= 0 && limit <= LIMIT_LAST ? CUDA_ERROR_UNSUPPORTED_LIMIT
                                             : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuCtxGetLimit(size_t *value, int limit)
{
    CPU_ENTRY(cuCtxGetLimit);
    CUresult result = check_current(value != NULL);

    if (result != CUDA_SUCCESS)
        return result;
    if (limit < 0 || limit >= LIMIT_COUNT)
        return refused(limit);
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
        return refused(limit);
    atomic_store(&limits[limit], value);
    return CUDA_SUCCESS;
}

/* There is only one cache configuration. */
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

/* Either output may be null. */
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

/* --- Waiting -------------------------------------------------------------------------------------
 */

static CUresult synchronize(CUcontext context)
{
    CUresult result = cpu_capture_refuse_in(context);

    if (result != CUDA_SUCCESS)
        return result;
    cpu_context_wait(context);
    return cpu_context_failure(context);
}

CUresult cuCtxSynchronize(void)
{
    CPU_ENTRY(cuCtxSynchronize);
    CUcontext context;
    CUresult result = cpu_context_current(&context);

    return result == CUDA_SUCCESS ? synchronize(context) : result;
}

CUresult cuCtxSynchronize_v2(CUcontext context)
{
    CPU_ENTRY(cuCtxSynchronize_v2);
    CUcontext meant;
    CUresult result = cpu_context_named(context, &meant);

    if (result == CUDA_SUCCESS)
        result = cpu_context_failure(meant);
    return result == CUDA_SUCCESS ? synchronize(meant) : result;
}

/* --- The context itself --------------------------------------------------------------------------
 */

CUresult cuCtxGetDevice_v2(CUdevice *device, CUcontext handle)
{
    CPU_ENTRY(cuCtxGetDevice_v2);
    CUcontext context;
    CUresult result = cpu_context_named(handle, &context);

    if (result != CUDA_SUCCESS)
        return result;
    if (!device)
        return CUDA_ERROR_INVALID_VALUE;
    *device = 0;
    return CUDA_SUCCESS;
}

CUresult cuCtxGetId(CUcontext handle, uint64_t *ctx_id)
{
    CPU_ENTRY(cuCtxGetId);
    CUcontext context;
    CUresult result = cpu_context_named(handle, &context);

    if (result != CUDA_SUCCESS)
        return result;
    if (!ctx_id)
        return CUDA_ERROR_INVALID_VALUE;
    *ctx_id = context->id;
    return CUDA_SUCCESS;
}

/* --- Peers: the only device cannot be its own peer -----------------------------------------------
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

/* --- Profiling: there is no profiler -------------------------------------------------------------
 */

CUresult cuProfilerStart(void)
{
    CPU_ENTRY(cuProfilerStart);
    return check_current(true);
}

CUresult cuProfilerStop(void)
{
    CPU_ENTRY(cuProfilerStop);
    return check_current(true);
}
