/* Kernels that fault: the results of the calls after them. */
#include "misuse.h"

static CUevent event;
static CUstream stream;

/* Makes a call after the launch of a kernel that faults. The launch itself succeeds. */
static CUresult trap_then(CUresult (*call)(void))
{
    CUfunction traps;
    void *params[] = {&f.memory};
    CUresult result = cu.cuModuleGetFunction(&traps, f.module, "traps");

    if (result == CUDA_SUCCESS)
        result = cu.cuLaunchKernel(traps, 1, 1, 1, 1, 1, 1, 0, f.stream, params, NULL);
    return result == CUDA_SUCCESS ? call() : result;
}

static CUresult synchronize(void)
{
    return cu.cuStreamSynchronize(f.stream);
}

static CUresult succeed(void)
{
    return CUDA_SUCCESS;
}

/* Makes a call after the fault was reported once. */
static CUresult once_known(CUresult (*call)(void))
{
    trap_then(synchronize);
    return call();
}

static CUresult allocate(void)
{
    CUdeviceptr address;

    return cu.cuMemAlloc_v2(&address, 4);
}

static CUresult release(void)
{
    return cu.cuMemFree_v2(f.memory);
}

static CUresult upload(void)
{
    return cu.cuMemcpyHtoD_v2(f.memory, f.host, 4);
}

static CUresult launch(void)
{
    return misuse_launch(f.add, 1, 4, 0, f.stream);
}

static CUresult create_event(void)
{
    return cu.cuEventCreate(&event, 0);
}

static CUresult create_stream(void)
{
    return cu.cuStreamCreate(&stream, 0);
}

static CUresult destroy_stream(void)
{
    return cu.cuStreamDestroy_v2(f.stream);
}

static CUresult query_stream(void)
{
    return cu.cuStreamQuery(f.stream);
}

static CUresult query_event(void)
{
    return cu.cuEventQuery(f.recorded);
}

static CUresult unload(void)
{
    return cu.cuModuleUnload(f.module);
}

static CUresult get_device(void)
{
    CUdevice device;

    return cu.cuCtxGetDevice(&device);
}

static CUresult get_current(void)
{
    CUcontext context;

    return cu.cuCtxGetCurrent(&context);
}

static CUresult get_range(void)
{
    CUdeviceptr base;
    size_t size;

    return cu.cuMemGetAddressRange_v2(&base, &size, f.memory);
}

static CUresult get_function(void)
{
    CUfunction function;

    return cu.cuModuleGetFunction(&function, f.module, "add");
}

static CUresult release_primary(void)
{
    return cu.cuDevicePrimaryCtxRelease_v2(0);
}

static CUresult new_context(void)
{
    CUcontext context;

    return cu.cuCtxCreate_v2(&context, 0, 0);
}

static CUresult use_after_reset(void)
{
    CUresult result = cu.cuDevicePrimaryCtxReset_v2(0);

    return result == CUDA_SUCCESS ? allocate() : result;
}

#define FAULT_TABLE(X)                                                                             \
    X(trap_at_launch, MARRING, trap_then(succeed))                                                 \
    X(trap_at_stream_synchronize, MARRING, trap_then(synchronize))                                 \
    X(trap_at_context_synchronize, MARRING, trap_then(cu.cuCtxSynchronize))                        \
    X(trap_at_free, MARRING, trap_then(release))                                                   \
    X(after_trap_synchronize, MARRING, once_known(synchronize))                                    \
    X(after_trap_allocate, MARRING, once_known(allocate))                                          \
    X(after_trap_free, MARRING, once_known(release))                                               \
    X(after_trap_upload, MARRING, once_known(upload))                                              \
    X(after_trap_launch, MARRING, once_known(launch))                                              \
    X(after_trap_create_event, MARRING, once_known(create_event))                                  \
    X(after_trap_create_stream, MARRING, once_known(create_stream))                                \
    X(after_trap_destroy_stream, MARRING, once_known(destroy_stream))                              \
    X(after_trap_query_stream, MARRING, once_known(query_stream))                                  \
    X(after_trap_query_event, MARRING, once_known(query_event))                                    \
    X(after_trap_unload, MARRING, once_known(unload))                                              \
    X(after_trap_get_device, MARRING, once_known(get_device))                                      \
    X(after_trap_get_current, MARRING, once_known(get_current))                                    \
    X(after_trap_get_range, MARRING, once_known(get_range))                                        \
    X(after_trap_get_function, MARRING, once_known(get_function))                                  \
    X(after_trap_release, MARRING, once_known(release_primary))                                    \
    X(after_trap_new_context, MARRING, once_known(new_context))                                    \
    X(after_trap_reset, MARRING, once_known(use_after_reset))

MISUSE_TABLE(misuse_of_faults, FAULT_TABLE);
