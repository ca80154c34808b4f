/* Handles of memory that has no address: creating, querying and sharing them (CUDA Driver API,
 * "Virtual Memory Management"). */
#include "api/driver_state.h"
#include "api/fail.h"
#include "heap/physical.h"

static CUresult check_properties(const CUmemAllocationProp *properties)
{
    if (!properties || properties->type != CU_MEM_ALLOCATION_TYPE_PINNED ||
        properties->location.type == 0)
        return CUDA_ERROR_INVALID_VALUE;
    if (properties->location.type != CU_MEM_LOCATION_TYPE_DEVICE ||
        (properties->requestedHandleTypes & ~CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR) != 0)
        return CUDA_ERROR_NOT_SUPPORTED;
    return properties->location.id == 0 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_DEVICE;
}

CUresult cuMemGetAllocationGranularity(size_t *granularity, const CUmemAllocationProp *prop,
                                       int option)
{
    CPU_ENTRY(cuMemGetAllocationGranularity);
    CUresult result = cpu_check_initialized();

    if (result == CUDA_SUCCESS)
        result = check_properties(prop);
    if (result != CUDA_SUCCESS)
        return result;
    if (!granularity || (option != CU_MEM_ALLOC_GRANULARITY_MINIMUM &&
                         option != CU_MEM_ALLOC_GRANULARITY_RECOMMENDED))
        return CUDA_ERROR_INVALID_VALUE;
    *granularity = CPU_PHYSICAL_GRANULARITY;
    return CUDA_SUCCESS;
}

CUresult cuMemCreate(CUmemGenericAllocationHandle *handle, size_t size,
                     const CUmemAllocationProp *prop, unsigned long long flags)
{
    CPU_ENTRY(cuMemCreate);
    CUresult result = cpu_check_initialized();
    cpu_physical *physical;

    if (result == CUDA_SUCCESS)
        result = check_properties(prop);
    if (result != CUDA_SUCCESS)
        return result;
    if (!handle || size == 0 || !cpu_physical_is_granular(size) || flags != 0)
        return CUDA_ERROR_INVALID_VALUE;
    physical = cpu_physical_create(size, prop->requestedHandleTypes);
    if (!physical)
        return CUDA_ERROR_OUT_OF_MEMORY;
    *handle = (uintptr_t)physical;
    return CUDA_SUCCESS;
}

CUresult cuMemGetAllocationPropertiesFromHandle(CUmemAllocationProp *prop,
                                                CUmemGenericAllocationHandle handle)
{
    CPU_ENTRY(cuMemGetAllocationPropertiesFromHandle);
    CUresult result = cpu_check_initialized();
    const cpu_physical *physical;

    if (result != CUDA_SUCCESS)
        return result;
    physical = cpu_physical_of(handle);
    if (!prop || !physical)
        return CUDA_ERROR_INVALID_VALUE;
    *prop = (CUmemAllocationProp){.type = CU_MEM_ALLOCATION_TYPE_PINNED,
                                  .requestedHandleTypes = physical->handle_types,
                                  .location = {CU_MEM_LOCATION_TYPE_DEVICE, 0}};
    return CUDA_SUCCESS;
}

/* --- Sharing: as file descriptors ----------------------------------------------------------------
 */

CUresult cuMemExportToShareableHandle(void *shareable, CUmemGenericAllocationHandle handle,
                                      int type, unsigned long long flags)
{
    CPU_ENTRY(cuMemExportToShareableHandle);
    CUresult result = cpu_check_initialized();
    const cpu_physical *physical;
    int file;

    if (result != CUDA_SUCCESS)
        return result;
    physical = cpu_physical_of(handle);
    if (!shareable || !physical || flags != 0 || type != CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR ||
        !(physical->handle_types & type))
        return CUDA_ERROR_INVALID_VALUE;
    file = cpu_physical_export(physical);
    if (file < 0)
        return CUDA_ERROR_OUT_OF_MEMORY;
    *(int *)shareable = file;
    return CUDA_SUCCESS;
}

CUresult cuMemImportFromShareableHandle(CUmemGenericAllocationHandle *handle, void *os_handle,
                                        int type)
{
    CPU_ENTRY(cuMemImportFromShareableHandle);
    CUresult result = cpu_check_initialized();
    cpu_physical *physical;

    if (result != CUDA_SUCCESS)
        return result;
    if (!handle || type != CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR)
        return CUDA_ERROR_INVALID_VALUE;
    physical = cpu_physical_import((int)(uintptr_t)os_handle);
    if (!physical)
        return CUDA_ERROR_INVALID_VALUE;
    *handle = (uintptr_t)physical;
    return CUDA_SUCCESS;
}
