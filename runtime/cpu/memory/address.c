/* Queries about addresses. */
#include "context/context.h"
#include "api/fail.h"
#include "heap/allocation.h"

#include <string.h>

#define POINTER_ATTRIBUTE_LAST 21 /* of CUDA 13.0 */

/* A graph's memory can only be found after a launch has allocated it. */
static bool find(CUdeviceptr address, cpu_allocation *allocation)
{
    return cpu_memory_find(address, allocation) && !allocation->is_dormant;
}

/* As with the CUDA driver, queries do not find variables of another context, although kernels can
 * use them. */
static bool is_anothers_variable(const cpu_allocation *allocation, CUcontext context)
{
    return allocation->kind == CPU_MEMORY_GLOBAL && allocation->context &&
           allocation->context != context;
}

CUresult cuMemGetAddressRange_v2(CUdeviceptr *base, size_t *size, CUdeviceptr address)
{
    CPU_ENTRY(cuMemGetAddressRange_v2);
    CUcontext context;
    cpu_allocation allocation;
    CUresult result = cpu_context_current(&context);

    if (result != CUDA_SUCCESS)
        return result;
    if (!find(address, &allocation) || is_anothers_variable(&allocation, context))
        return CUDA_ERROR_NOT_FOUND;
    if (base)
        *base = allocation.base;
    if (size)
        *size = allocation.size;
    return CUDA_SUCCESS;
}

/* The value of an attribute, of the type that the CUDA Driver API reference gives. */
typedef struct attribute_value {
    union {
        const void *pointer;
        uint64_t number;
        unsigned int word;
        int integer;
        unsigned char flag;
    } as;
    size_t size; /* 0: there is no value */
} attribute_value;

static bool is_devices(const cpu_allocation *allocation)
{
    return allocation->kind == CPU_MEMORY_DEVICE || allocation->kind == CPU_MEMORY_GLOBAL ||
           allocation->kind == CPU_MEMORY_MAPPED || allocation->kind == CPU_MEMORY_IMPORTED;
}

static attribute_value of_number(uint64_t number)
{
    return (attribute_value){.as.number = number, .size = sizeof(number)};
}

static attribute_value of_word(unsigned int word)
{
    return (attribute_value){.as.word = word, .size = sizeof(word)};
}

static attribute_value of_pointer(const void *pointer)
{
    return (attribute_value){.as.pointer = pointer, .size = sizeof(pointer)};
}

/* The size is 0 if the attribute is only for device memory, or has no value for this memory. */
static attribute_value value_of(int attribute, CUdeviceptr address, const cpu_allocation *a)
{
    switch (attribute) {
    case CU_POINTER_ATTRIBUTE_CONTEXT:
        return of_pointer(a->pool ? NULL : a->context); /* a pool belongs to no context */
    case CU_POINTER_ATTRIBUTE_MEMORY_TYPE:
        return of_word(cpu_memory_is_hosts(a) ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_DEVICE);
    case CU_POINTER_ATTRIBUTE_HOST_POINTER:
        return is_devices(a) ? (attribute_value){0} : of_number(address);
    case CU_POINTER_ATTRIBUTE_DEVICE_POINTER:
        return of_number(address);
    case CU_POINTER_ATTRIBUTE_BUFFER_ID:
    case CU_POINTER_ATTRIBUTE_MEMORY_BLOCK_ID:
        return of_number(a->id);
    case CU_POINTER_ATTRIBUTE_IS_MANAGED:
        return of_word(a->kind == CPU_MEMORY_MANAGED);
    case CU_POINTER_ATTRIBUTE_RANGE_START_ADDR:
        return of_number(a->base);
    case CU_POINTER_ATTRIBUTE_RANGE_SIZE:
        return of_number(a->size);
    case CU_POINTER_ATTRIBUTE_MAPPED:
        return (attribute_value){.as.flag = 1, .size = 1};
    case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL:
        return of_word(0);
    case CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE:
        return of_word(cpu_memory_has_pages(a));
    case CU_POINTER_ATTRIBUTE_SYNC_MEMOPS:
        return of_word(a->is_synchronous);
    case CU_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES:
        return of_number(0);
    case CU_POINTER_ATTRIBUTE_ACCESS_FLAGS:
        return of_word(CU_MEM_ACCESS_FLAGS_PROT_READWRITE);
    case CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE:
        return of_pointer(a->pool);
    default:
        return (attribute_value){0};
    }
}

static CUresult write_attribute(void *value, int attribute, CUdeviceptr address,
                                const cpu_allocation *allocation)
{
    const attribute_value found = value_of(attribute, address, allocation);

    if (found.size == 0)
        return attribute <= POINTER_ATTRIBUTE_LAST && attribute != CU_POINTER_ATTRIBUTE_HOST_POINTER
                   ? CUDA_ERROR_NOT_SUPPORTED
                   : CUDA_ERROR_INVALID_VALUE;
    memcpy(value, &found.as, found.size);
    return CUDA_SUCCESS;
}

CUresult cuPointerGetAttribute(void *value, int attribute, CUdeviceptr address)
{
    CPU_ENTRY(cuPointerGetAttribute);
    cpu_allocation allocation;
    CUresult result = cpu_context_check();

    if (result != CUDA_SUCCESS)
        return result;
    if (!value || attribute < CU_POINTER_ATTRIBUTE_CONTEXT || !find(address, &allocation))
        return CUDA_ERROR_INVALID_VALUE;
    return write_attribute(value, attribute, address, &allocation);
}

/* Values are as large as a pointer or an int. */
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
        *(int *)value = -2; /* as the CUDA driver does */
        break;
    case CU_POINTER_ATTRIBUTE_MAPPED:
        memset(value, 0, 1);
        break;
    default:
        memset(value, 0, sizeof(void *));
    }
}

/* For an unknown address, attributes without a value become 0 (CUDA Driver API,
 * cuPointerGetAttributes). */
CUresult cuPointerGetAttributes(unsigned int attributes_count, int *attributes, void **data,
                                CUdeviceptr address)
{
    CPU_ENTRY(cuPointerGetAttributes);
    cpu_allocation allocation;
    CUresult result = cpu_context_check();
    bool is_known;

    if (result != CUDA_SUCCESS)
        return result;
    if (attributes_count == 0 || !attributes || !data)
        return CUDA_ERROR_INVALID_VALUE;
    is_known = find(address, &allocation);
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

/* From now on, copies and fills of this memory are synchronous (CUDA Driver API,
 * CU_POINTER_ATTRIBUTE_SYNC_MEMOPS). */
CUresult cuPointerSetAttribute(const void *value, int attribute, CUdeviceptr address)
{
    CPU_ENTRY(cuPointerSetAttribute);
    cpu_allocation allocation;
    CUresult result = cpu_context_check();

    if (result != CUDA_SUCCESS)
        return result;
    if (!value || attribute != CU_POINTER_ATTRIBUTE_SYNC_MEMOPS || !find(address, &allocation))
        return CUDA_ERROR_INVALID_VALUE;
    cpu_memory_set_synchronous((uintptr_t)address, *(const unsigned int *)value != 0);
    return CUDA_SUCCESS;
}
