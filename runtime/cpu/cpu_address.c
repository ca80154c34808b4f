/* What the driver knows of an address. */
#include "cpu_context.h"
#include "cpu_memory.h"

#include <string.h>

#define POINTER_ATTRIBUTE_LAST 21 /* of CUDA 13.0 */

CUresult cuMemGetAddressRange_v2(CUdeviceptr *base, size_t *size, CUdeviceptr address)
{
    CUcontext context;
    cpu_allocation allocation;
    CUresult result = cpu_context_current(&context);

    if (result != CUDA_SUCCESS)
        return result;
    if (!cpu_memory_find(address, &allocation))
        return CUDA_ERROR_NOT_FOUND;
    if (base)
        *base = allocation.base;
    if (size)
        *size = allocation.size;
    return CUDA_SUCCESS;
}

/* Writes the attribute's value, which has the type that the CUDA Driver API reference gives for it.
 */
static CUresult write_attribute(void *value, int attribute, CUdeviceptr address,
                                const cpu_allocation *allocation)
{
    const unsigned int type =
        allocation->kind == CPU_MEMORY_HOST ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_DEVICE;
    const unsigned int is_managed = allocation->kind == CPU_MEMORY_MANAGED;
    const unsigned char is_mapped = 1;
    const int ordinal = 0;
    const CUdeviceptr base = allocation->base;
    const uint64_t size = allocation->size;

    switch (attribute) {
    case CU_POINTER_ATTRIBUTE_CONTEXT:
        memcpy(value, &allocation->context, sizeof(allocation->context));
        return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_MEMORY_TYPE:
        memcpy(value, &type, sizeof(type));
        return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_HOST_POINTER:
        if (allocation->kind == CPU_MEMORY_DEVICE)
            return CUDA_ERROR_INVALID_VALUE;
        memcpy(value, &address, sizeof(address));
        return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_DEVICE_POINTER:
        memcpy(value, &address, sizeof(address));
        return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_BUFFER_ID:
    case CU_POINTER_ATTRIBUTE_MEMORY_BLOCK_ID:
        memcpy(value, &allocation->id, sizeof(allocation->id));
        return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_IS_MANAGED:
        memcpy(value, &is_managed, sizeof(is_managed));
        return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL:
        memcpy(value, &ordinal, sizeof(ordinal));
        return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_RANGE_START_ADDR:
        memcpy(value, &base, sizeof(base));
        return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_RANGE_SIZE:
        memcpy(value, &size, sizeof(size));
        return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_MAPPED:
        memcpy(value, &is_mapped, sizeof(is_mapped));
        return CUDA_SUCCESS;
    default: /* one that only the device has, or none at all */
        return attribute <= POINTER_ATTRIBUTE_LAST ? CUDA_ERROR_NOT_SUPPORTED
                                                   : CUDA_ERROR_INVALID_VALUE;
    }
}

CUresult cuPointerGetAttribute(void *value, int attribute, CUdeviceptr address)
{
    CUcontext context;
    cpu_allocation allocation;
    CUresult result = cpu_context_current(&context);

    if (result != CUDA_SUCCESS)
        return result;
    if (!value || attribute < CU_POINTER_ATTRIBUTE_CONTEXT ||
        !cpu_memory_find(address, &allocation))
        return CUDA_ERROR_INVALID_VALUE;
    return write_attribute(value, attribute, address, &allocation);
}
