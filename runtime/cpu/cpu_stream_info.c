/* What is known of a stream. */
#include "cpu_context.h"
#include "cpu_fail.h"
#include "cpu_memory.h"

static CUresult find(CUstream handle, const void *value, CUstream *stream)
{
    CUresult result = cpu_stream_find(handle, stream);

    if (result != CUDA_SUCCESS)
        return result;
    return value ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuStreamGetPriority(CUstream handle, int *priority)
{
    CPU_ENTRY(cuStreamGetPriority);
    CUstream stream;
    CUresult result = find(handle, priority, &stream);

    if (result == CUDA_SUCCESS)
        *priority = stream->priority;
    return result;
}

CUresult cuStreamGetFlags(CUstream handle, unsigned int *flags)
{
    CPU_ENTRY(cuStreamGetFlags);
    CUstream stream;
    CUresult result = find(handle, flags, &stream);

    if (result == CUDA_SUCCESS)
        *flags = stream->flags;
    return result;
}

CUresult cuStreamGetId(CUstream handle, uint64_t *stream_id)
{
    CPU_ENTRY(cuStreamGetId);
    CUstream stream;
    CUresult result = find(handle, stream_id, &stream);

    if (result == CUDA_SUCCESS)
        *stream_id = stream->id;
    return result;
}

CUresult cuStreamGetCtx(CUstream handle, CUcontext *context)
{
    CPU_ENTRY(cuStreamGetCtx);
    CUstream stream;
    CUresult result = find(handle, context, &stream);

    if (result == CUDA_SUCCESS)
        *context = stream->object.context;
    return result;
}

CUresult cuStreamGetDevice(CUstream handle, CUdevice *device)
{
    CPU_ENTRY(cuStreamGetDevice);
    CUstream stream;
    CUresult result = find(handle, device, &stream);

    if (result == CUDA_SUCCESS)
        *device = 0;
    return result;
}

/* Every processor sees all of managed memory at any time: there is nothing to attach. */
CUresult cuStreamAttachMemAsync(CUstream handle, CUdeviceptr address, size_t length,
                                unsigned int flags)
{
    CPU_ENTRY(cuStreamAttachMemAsync);
    CUstream stream;
    cpu_allocation allocation;
    CUresult result = cpu_stream_find(handle, &stream);

    if (result != CUDA_SUCCESS)
        return result;
    if (flags != CU_MEM_ATTACH_GLOBAL && flags != CU_MEM_ATTACH_HOST &&
        flags != CU_MEM_ATTACH_SINGLE)
        return CUDA_ERROR_INVALID_VALUE;
    if (!cpu_memory_find(address, &allocation) || allocation.kind != CPU_MEMORY_MANAGED ||
        allocation.base != address || (length != 0 && length != allocation.size))
        return CUDA_ERROR_INVALID_VALUE;
    return CUDA_SUCCESS;
}
