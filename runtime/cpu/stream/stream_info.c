/* Queries about streams. */
#include "api/fail.h"
#include "context/context.h"
#include "stream/stream_set.h"

#include <string.h>

/* Copies a member of the stream out. */
static CUresult get(CUstream handle, void *out, size_t offset, size_t size)
{
    CUstream stream;
    CUresult result = cpu_stream_find(handle, &stream);

    if (result != CUDA_SUCCESS)
        return result;
    if (!out)
        return CUDA_ERROR_INVALID_VALUE;
    memcpy(out, (const char *)stream + offset, size);
    return CUDA_SUCCESS;
}

CUresult cuStreamGetPriority(CUstream handle, int *priority)
{
    CPU_ENTRY(cuStreamGetPriority);
    return get(handle, priority, offsetof(struct CUstream_st, priority), sizeof(*priority));
}

CUresult cuStreamGetFlags(CUstream handle, unsigned int *flags)
{
    CPU_ENTRY(cuStreamGetFlags);
    return get(handle, flags, offsetof(struct CUstream_st, flags), sizeof(*flags));
}

CUresult cuStreamGetId(CUstream handle, uint64_t *stream_id)
{
    CPU_ENTRY(cuStreamGetId);
    return get(handle, stream_id, offsetof(struct CUstream_st, id), sizeof(*stream_id));
}

CUresult cuStreamGetCtx(CUstream handle, CUcontext *context)
{
    CPU_ENTRY(cuStreamGetCtx);
    return get(handle, context, offsetof(struct CUstream_st, object.context), sizeof(*context));
}

CUresult cuStreamGetDevice(CUstream handle, CUdevice *device)
{
    CPU_ENTRY(cuStreamGetDevice);
    CUresult result = get(handle, device, 0, 0);

    if (result == CUDA_SUCCESS)
        *device = 0; /* there is only one */
    return result;
}
