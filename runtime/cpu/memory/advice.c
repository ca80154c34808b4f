/* Advice where managed memory should be. With only one memory it has no effect, but it is checked,
 * and stored for queries. */
#include "api/fail.h"
#include "context/context.h"
#include "heap/allocation.h"
#include "memory/range.h"
#include "stream/capture.h"
#include "stream/stream.h"

static CUresult check_range(CUdeviceptr address, size_t count)
{
    cpu_allocation allocation;

    if (count == 0 || !cpu_memory_holds(address, count) || !cpu_memory_find(address, &allocation) ||
        allocation.kind != CPU_MEMORY_MANAGED)
        return CUDA_ERROR_INVALID_VALUE;
    return CUDA_SUCCESS;
}

static CUresult check_location(const CUmemLocation *location)
{
    switch (location->type) {
    case CU_MEM_LOCATION_TYPE_DEVICE:
        return location->id == 0 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_DEVICE;
    case CU_MEM_LOCATION_TYPE_HOST:
    case CU_MEM_LOCATION_TYPE_HOST_NUMA:
    case CU_MEM_LOCATION_TYPE_HOST_NUMA_CURRENT:
        return CUDA_SUCCESS;
    default:
        return CUDA_ERROR_INVALID_VALUE;
    }
}

static CUmemLocation location_of(CUdevice device)
{
    CUmemLocation location = {CU_MEM_LOCATION_TYPE_DEVICE, device};

    if (device == CU_DEVICE_CPU)
        location.type = CU_MEM_LOCATION_TYPE_HOST;
    return location;
}

/* --- Prefetching ---------------------------------------------------------------------------------
 */

static void set_prefetched(cpu_range_state *state, CUmemLocation location)
{
    state->prefetched = location;
}

static CUresult prefetch(CUdeviceptr address, size_t count, CUmemLocation location,
                         unsigned int flags, CUstream handle)
{
    CUstream stream;
    CUresult result = cpu_stream_find(handle, &stream);

    if (result == CUDA_SUCCESS)
        result = flags == 0 ? check_location(&location) : CUDA_ERROR_INVALID_VALUE;
    if (result == CUDA_SUCCESS)
        result = check_range(address, count);
    if (result != CUDA_SUCCESS)
        return result;
    cpu_queue_lock();
    result = cpu_capture_refuse(stream); /* a capture cannot record prefetches */
    cpu_queue_unlock();
    return result == CUDA_SUCCESS ? cpu_range_change(address, count, set_prefetched, location)
                                  : result;
}

CUresult cuMemPrefetchAsync(CUdeviceptr address, size_t count, CUdevice device, CUstream stream)
{
    CPU_ENTRY(cuMemPrefetchAsync);
    return prefetch(address, count, location_of(device), 0, stream);
}

CUresult cuMemPrefetchAsync_v2(CUdeviceptr address, size_t count, CUmemLocation location,
                               unsigned int flags, CUstream stream)
{
    CPU_ENTRY(cuMemPrefetchAsync_v2);
    return prefetch(address, count, location, flags, stream);
}

/* --- Advice --------------------------------------------------------------------------------------
 */

/* Some kinds of advice have no location. */
static bool has_location(int advice)
{
    return advice == CU_MEM_ADVISE_SET_PREFERRED_LOCATION ||
           advice == CU_MEM_ADVISE_SET_ACCESSED_BY || advice == CU_MEM_ADVISE_UNSET_ACCESSED_BY;
}

static void set_read_mostly(cpu_range_state *state, CUmemLocation location)
{
    (void)location;
    state->is_read_mostly = true;
}

static void unset_read_mostly(cpu_range_state *state, CUmemLocation location)
{
    (void)location;
    state->is_read_mostly = false;
}

static void set_preferred(cpu_range_state *state, CUmemLocation location)
{
    state->preferred = location;
}

static void unset_preferred(cpu_range_state *state, CUmemLocation location)
{
    (void)location;
    state->preferred = (CUmemLocation){0};
}

static void change_accessed(cpu_range_state *state, CUmemLocation location, bool is_accessed)
{
    if (location.type == CU_MEM_LOCATION_TYPE_DEVICE)
        state->is_accessed = is_accessed;
    else
        state->is_accessed_by_host = is_accessed;
}

static void set_accessed(cpu_range_state *state, CUmemLocation location)
{
    change_accessed(state, location, true);
}

static void unset_accessed(cpu_range_state *state, CUmemLocation location)
{
    change_accessed(state, location, false);
}

static CUresult advise(CUdeviceptr address, size_t count, int advice, CUmemLocation location)
{
    static cpu_range_changer *const changers[] = {
        [CU_MEM_ADVISE_SET_READ_MOSTLY] = set_read_mostly,
        [CU_MEM_ADVISE_UNSET_READ_MOSTLY] = unset_read_mostly,
        [CU_MEM_ADVISE_SET_PREFERRED_LOCATION] = set_preferred,
        [CU_MEM_ADVISE_UNSET_PREFERRED_LOCATION] = unset_preferred,
        [CU_MEM_ADVISE_SET_ACCESSED_BY] = set_accessed,
        [CU_MEM_ADVISE_UNSET_ACCESSED_BY] = unset_accessed};
    CUcontext context;
    CUresult result = cpu_context_current(&context);

    if (result != CUDA_SUCCESS)
        return result;
    if (advice < CU_MEM_ADVISE_SET_READ_MOSTLY || advice > CU_MEM_ADVISE_UNSET_ACCESSED_BY)
        return CUDA_ERROR_INVALID_VALUE;
    result = has_location(advice) ? check_location(&location) : CUDA_SUCCESS;
    if (result == CUDA_SUCCESS)
        result = check_range(address, count);
    return result == CUDA_SUCCESS ? cpu_range_change(address, count, changers[advice], location)
                                  : result;
}

CUresult cuMemAdvise(CUdeviceptr address, size_t count, int advice, CUdevice device)
{
    CPU_ENTRY(cuMemAdvise);
    return advise(address, count, advice, location_of(device));
}

CUresult cuMemAdvise_v2(CUdeviceptr address, size_t count, int advice, CUmemLocation location)
{
    CPU_ENTRY(cuMemAdvise_v2);
    return advise(address, count, advice, location);
}
