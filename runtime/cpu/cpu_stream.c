#include "cpu_stream.h"

#include "cpu_context.h"

#include <stdlib.h>

struct CUstream_st {
    cpu_object object;
};

CUresult cpu_stream_context(CUstream stream, CUcontext *context)
{
    CUresult result = cpu_context_current(context);

    if (result != CUDA_SUCCESS || (uintptr_t)stream <= CPU_STREAM_PER_THREAD)
        return result;
    if (!cpu_handle_is(stream, CPU_KIND_STREAM))
        return CUDA_ERROR_INVALID_HANDLE;
    *context = stream->object.context;
    return cpu_context_failure(*context);
}

CUresult cpu_stream_check(CUstream stream)
{
    CUcontext context;

    return cpu_stream_context(stream, &context);
}

static CUresult create(CUstream *stream, unsigned int flags)
{
    CUcontext context;
    CUresult result = cpu_context_current(&context);
    CUstream created;

    if (result != CUDA_SUCCESS)
        return result;
    if (!stream || (flags != CU_STREAM_DEFAULT && flags != CU_STREAM_NON_BLOCKING))
        return CUDA_ERROR_INVALID_VALUE;
    created = calloc(1, sizeof(*created));
    if (!created)
        return CUDA_ERROR_OUT_OF_MEMORY;
    created->object.kind = CPU_KIND_STREAM;
    created->object.context = context;
    if (!cpu_handle_add(&created->object)) {
        free(created);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    *stream = created;
    return CUDA_SUCCESS;
}

CUresult cuStreamCreate(CUstream *stream, unsigned int flags)
{
    return create(stream, flags);
}

/* Priorities outside the range are clamped to it, and there is one alone. */
CUresult cuStreamCreateWithPriority(CUstream *stream, unsigned int flags, int priority)
{
    (void)priority;
    return create(stream, flags);
}

CUresult cuStreamDestroy_v2(CUstream stream)
{
    CUcontext context;
    CUresult result = cpu_context_current(&context);

    if (result != CUDA_SUCCESS)
        return result;
    if (!cpu_handle_remove(stream, CPU_KIND_STREAM))
        return CUDA_ERROR_INVALID_HANDLE;
    free(stream);
    return CUDA_SUCCESS;
}

CUresult cuStreamSynchronize(CUstream stream)
{
    return cpu_stream_check(stream);
}

CUresult cuStreamQuery(CUstream stream)
{
    return cpu_stream_check(stream);
}

CUresult cuStreamIsCapturing(CUstream stream, int *status)
{
    CUresult result = cpu_stream_check(stream);

    if (result != CUDA_SUCCESS)
        return result;
    if (!status)
        return CUDA_ERROR_INVALID_VALUE;
    *status = CU_STREAM_CAPTURE_STATUS_NONE;
    return CUDA_SUCCESS;
}
