/* Prefetching managed memory. The call is checked and has no effect, because there is only one
 * memory. */
#include "api/fail.h"
#include "context/context.h"
#include "heap/allocation.h"
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
    return result;
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
