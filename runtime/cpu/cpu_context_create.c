/* Making a context, as programs of all versions ask for it. */
#include "cpu_context.h"
#include "cpu_fail.h"

CUresult cuCtxCreate_v2(CUcontext *context, unsigned int flags, CUdevice device)
{
    CPU_ENTRY(cuCtxCreate_v2);
    return cpu_context_create(context, flags, device);
}

CUresult cuCtxCreate_v3(CUcontext *context, CUexecAffinityParam *params, int params_count,
                        unsigned int flags, CUdevice device)
{
    CPU_ENTRY(cuCtxCreate_v3);
    CUresult result = cpu_check_device(device);

    if (result != CUDA_SUCCESS)
        return result;
    if (params_count < 0 || (params_count > 0 && !params))
        return CUDA_ERROR_INVALID_VALUE;
    return params_count > 0 ? CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY
                            : cpu_context_create(context, flags, device);
}

CUresult cuCtxCreate_v4(CUcontext *context, CUctxCreateParams *params, unsigned int flags,
                        CUdevice device)
{
    CPU_ENTRY(cuCtxCreate_v4);
    CUresult result = cpu_check_device(device);

    if (result != CUDA_SUCCESS)
        return result;
    if (params && (params->numExecAffinityParams != 0 || params->cigParams))
        return CUDA_ERROR_NOT_SUPPORTED;
    return cpu_context_create(context, flags, device);
}
