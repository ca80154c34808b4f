/* The program's own functions, as work of a stream. */
#include "context/context.h"
#include "api/fail.h"

static CUresult submit(CUstream handle, cpu_host_work host)
{
    CUstream stream;
    CUresult result = cpu_stream_find(handle, &stream);
    cpu_work work = {.kind = CPU_WORK_HOST, .as.host = host};

    if (result != CUDA_SUCCESS)
        return result;
    if (!host.function && !host.callback)
        return CUDA_ERROR_INVALID_VALUE;
    return cpu_stream_submit(stream, &work);
}

CUresult cuLaunchHostFunc(CUstream stream, CUhostFn *function, void *user_data)
{
    CPU_ENTRY(cuLaunchHostFunc);
    cpu_host_work host = {.function = function, .user = user_data};

    return submit(stream, host);
}

CUresult cuStreamAddCallback(CUstream stream, CUstreamCallback *callback, void *user_data,
                             unsigned int flags)
{
    CPU_ENTRY(cuStreamAddCallback);
    cpu_host_work host = {.callback = callback, .stream = stream, .user = user_data};

    return flags == 0 ? submit(stream, host) : CUDA_ERROR_INVALID_VALUE;
}
