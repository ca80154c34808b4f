/* What the driver knows of an address. */
#include "cpu_context.h"
#include "cpu_fail.h"
#include "cpu_memory.h"

#include <string.h>

#define POINTER_ATTRIBUTE_LAST 21 /* of CUDA 13.0 */

CUresult cuMemGetAddressRange_v2(CUdeviceptr *base, size_t *size, CUdeviceptr address)
{
    CPU_ENTRY(cuMemGetAddressRange_v2);
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
        cpu_memory_is_hosts(allocation) ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_DEVICE;
    const unsigned int is_managed = allocation->kind == CPU_MEMORY_MANAGED;
    const unsigned char is_mapped = 1;
    const int ordinal = 0;
    const int access = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
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
        if (allocation->kind == CPU_MEMORY_DEVICE || allocation->kind == CPU_MEMORY_GLOBAL ||
            allocation->kind == CPU_MEMORY_MAPPED)
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
    case CU_POINTER_ATTRIBUTE_SYNC_MEMOPS:
    case CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE:
    case CU_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES:
        memset(value, 0, attribute == CU_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES ? 8 : 4);
        return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_ACCESS_FLAGS:
        memcpy(value, &access, sizeof(access));
        return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE:
        memcpy(value, &allocation->pool, sizeof(allocation->pool));
        return CUDA_SUCCESS;
    default: /* one that only the device has, or none at all */
        return attribute <= POINTER_ATTRIBUTE_LAST ? CUDA_ERROR_NOT_SUPPORTED
                                                   : CUDA_ERROR_INVALID_VALUE;
    }
}

CUresult cuPointerGetAttribute(void *value, int attribute, CUdeviceptr address)
{
    CPU_ENTRY(cuPointerGetAttribute);
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

/* An attribute's value is a pointer's size, or an int's. */
static void write_nothing(void *value, int attribute)
{
    switch (attribute) {
    case CU_POINTER_ATTRIBUTE_MEMORY_TYPE:
    case CU_POINTER_ATTRIBUTE_SYNC_MEMOPS:
    case CU_POINTER_ATTRIBUTE_IS_MANAGED:
    case CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE:
    case CU_POINTER_ATTRIBUTE_ACCESS_FLAGS:
        memset(value, 0, sizeof(int));
        break;
    case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL:
        *(int *)value = -2; /* as the CUDA driver has it */
        break;
    case CU_POINTER_ATTRIBUTE_MAPPED:
        memset(value, 0, 1);
        break;
    default:
        memset(value, 0, sizeof(void *));
    }
}

/* What an unknown address has no value for stays 0 (CUDA Driver API, cuPointerGetAttributes). */
CUresult cuPointerGetAttributes(unsigned int attributes_count, int *attributes, void **data,
                                CUdeviceptr address)
{
    CPU_ENTRY(cuPointerGetAttributes);
    CUcontext context;
    cpu_allocation allocation;
    CUresult result = cpu_context_current(&context);
    bool is_known;

    if (result != CUDA_SUCCESS)
        return result;
    if (attributes_count == 0 || !attributes || !data)
        return CUDA_ERROR_INVALID_VALUE;
    is_known = cpu_memory_find(address, &allocation);
    for (unsigned int i = 0; i < attributes_count; i++) {
        if (!data[i] || attributes[i] < CU_POINTER_ATTRIBUTE_CONTEXT ||
            attributes[i] > POINTER_ATTRIBUTE_LAST)
            return CUDA_ERROR_INVALID_VALUE;
        if (!is_known ||
            write_attribute(data[i], attributes[i], address, &allocation) != CUDA_SUCCESS)
            write_nothing(data[i], attributes[i]);
    }
    return CUDA_SUCCESS;
}

/* Copies are waited for as CUDA has it, with the attribute and without. */
CUresult cuPointerSetAttribute(const void *value, int attribute, CUdeviceptr address)
{
    CPU_ENTRY(cuPointerSetAttribute);
    CUcontext context;
    cpu_allocation allocation;
    CUresult result = cpu_context_current(&context);

    if (result != CUDA_SUCCESS)
        return result;
    if (!value || attribute != CU_POINTER_ATTRIBUTE_SYNC_MEMOPS ||
        !cpu_memory_find(address, &allocation))
        return CUDA_ERROR_INVALID_VALUE;
    return CUDA_ERROR_NOT_SUPPORTED;
}
