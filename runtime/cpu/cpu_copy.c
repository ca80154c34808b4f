/* Copies and fills. They are done when the call returns, in every stream. */
#include "cpu_context.h"
#include "cpu_memory.h"
#include "cpu_stream.h"

#include <string.h>

static CUresult copy(void *target, const void *source, size_t size)
{
    if (size > 0)
        memmove(target, source, size);
    return CUDA_SUCCESS;
}

/* One side must be memory that this driver allocated; the other may be any host memory. */
static CUresult copy_to_device(CUdeviceptr target, const void *source, size_t size, CUstream stream)
{
    CUresult result = cpu_stream_check(stream);

    if (result != CUDA_SUCCESS || size == 0)
        return result;
    if (!source || !cpu_memory_holds(target, size))
        return CUDA_ERROR_INVALID_VALUE;
    return copy((void *)(uintptr_t)target, source, size);
}

static CUresult copy_to_host(void *target, CUdeviceptr source, size_t size, CUstream stream)
{
    CUresult result = cpu_stream_check(stream);

    if (result != CUDA_SUCCESS || size == 0)
        return result;
    if (!target || !cpu_memory_holds(source, size))
        return CUDA_ERROR_INVALID_VALUE;
    return copy(target, (const void *)(uintptr_t)source, size);
}

static CUresult copy_on_device(CUdeviceptr target, CUdeviceptr source, size_t size, CUstream stream)
{
    CUresult result = cpu_stream_check(stream);

    if (result != CUDA_SUCCESS || size == 0)
        return result;
    if (!cpu_memory_holds(target, size) || !cpu_memory_holds(source, size))
        return CUDA_ERROR_INVALID_VALUE;
    return copy((void *)(uintptr_t)target, (const void *)(uintptr_t)source, size);
}

static CUresult copy_on_host(void *target, const void *source, size_t size, CUstream stream)
{
    CUresult result = cpu_stream_check(stream);

    if (result != CUDA_SUCCESS || size == 0)
        return result;
    return target && source ? copy(target, source, size) : CUDA_ERROR_INVALID_VALUE;
}

/* What an address is decides: an unknown one is host memory (CUDA Driver API, "Unified
 * Addressing"). */
static CUresult copy_by_address(CUdeviceptr target, CUdeviceptr source, size_t size,
                                CUstream stream)
{
    cpu_allocation allocation;
    const bool is_known_source = cpu_memory_find(source, &allocation);
    const bool is_known_target = cpu_memory_find(target, &allocation);

    if (is_known_source && is_known_target)
        return copy_on_device(target, source, size, stream);
    if (is_known_target)
        return copy_to_device(target, (const void *)(uintptr_t)source, size, stream);
    if (is_known_source)
        return copy_to_host((void *)(uintptr_t)target, source, size, stream);
    return copy_on_host((void *)(uintptr_t)target, (const void *)(uintptr_t)source, size, stream);
}

CUresult cuMemcpy(CUdeviceptr target, CUdeviceptr source, size_t size)
{
    return copy_by_address(target, source, size, NULL);
}

CUresult cuMemcpyAsync(CUdeviceptr target, CUdeviceptr source, size_t size, CUstream stream)
{
    return copy_by_address(target, source, size, stream);
}

CUresult cuMemcpyHtoD_v2(CUdeviceptr target, const void *source, size_t size)
{
    return copy_to_device(target, source, size, NULL);
}

CUresult cuMemcpyHtoDAsync_v2(CUdeviceptr target, const void *source, size_t size, CUstream stream)
{
    return copy_to_device(target, source, size, stream);
}

CUresult cuMemcpyDtoH_v2(void *target, CUdeviceptr source, size_t size)
{
    return copy_to_host(target, source, size, NULL);
}

CUresult cuMemcpyDtoHAsync_v2(void *target, CUdeviceptr source, size_t size, CUstream stream)
{
    return copy_to_host(target, source, size, stream);
}

CUresult cuMemcpyDtoD_v2(CUdeviceptr target, CUdeviceptr source, size_t size)
{
    return copy_on_device(target, source, size, NULL);
}

CUresult cuMemcpyDtoDAsync_v2(CUdeviceptr target, CUdeviceptr source, size_t size, CUstream stream)
{
    return copy_on_device(target, source, size, stream);
}

static CUresult fill_bytes(CUdeviceptr target, unsigned char value, size_t count, CUstream stream)
{
    CUresult result = cpu_stream_check(stream);

    if (result != CUDA_SUCCESS || count == 0)
        return result;
    if (!cpu_memory_holds(target, count))
        return CUDA_ERROR_INVALID_VALUE;
    memset((void *)(uintptr_t)target, value, count);
    return CUDA_SUCCESS;
}

static CUresult fill_words(CUdeviceptr target, unsigned int value, size_t count, CUstream stream)
{
    CUresult result = cpu_stream_check(stream);
    unsigned int *words = (unsigned int *)(uintptr_t)target;

    if (result != CUDA_SUCCESS || count == 0)
        return result;
    if (target % sizeof(value) != 0 || count > SIZE_MAX / sizeof(value) ||
        !cpu_memory_holds(target, count * sizeof(value)))
        return CUDA_ERROR_INVALID_VALUE;
    for (size_t i = 0; i < count; i++)
        words[i] = value;
    return CUDA_SUCCESS;
}

CUresult cuMemsetD8_v2(CUdeviceptr target, unsigned char value, size_t count)
{
    return fill_bytes(target, value, count, NULL);
}

CUresult cuMemsetD8Async(CUdeviceptr target, unsigned char value, size_t count, CUstream stream)
{
    return fill_bytes(target, value, count, stream);
}

CUresult cuMemsetD32_v2(CUdeviceptr target, unsigned int value, size_t count)
{
    return fill_words(target, value, count, NULL);
}

CUresult cuMemsetD32Async(CUdeviceptr target, unsigned int value, size_t count, CUstream stream)
{
    return fill_words(target, value, count, stream);
}
