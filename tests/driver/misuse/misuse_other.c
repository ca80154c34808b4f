/* Memory of other processes; attributes of launches; contexts with affinity; profiling. */
#include "misuse.h"

#include <string.h>

static CUdeviceptr managed;
static CUdeviceptr address;
static CUipcMemHandle handle;

static CUresult with_managed(CUresult (*call)(void))
{
    CUresult result = cu.cuMemAllocManaged(&managed, BYTES, CU_MEM_ATTACH_GLOBAL);

    return result == CUDA_SUCCESS ? call() : result;
}

static CUresult set_synchronous(CUdeviceptr at)
{
    unsigned on = 1;

    return cu.cuPointerSetAttribute(&on, CU_POINTER_ATTRIBUTE_SYNC_MEMOPS, at);
}

static CUresult share_pinned(void)
{
    return cu.cuIpcGetMemHandle(&handle, (CUdeviceptr)(uintptr_t)f.pinned);
}

static CUresult share_managed(void)
{
    return cu.cuIpcGetMemHandle(&handle, managed);
}

static CUresult share_async(void)
{
    CUresult result = cu.cuMemAllocAsync(&address, BYTES, f.stream);

    return result == CUDA_SUCCESS ? cu.cuIpcGetMemHandle(&handle, address) : result;
}

static CUresult open_own(void)
{
    CUresult result = cu.cuIpcGetMemHandle(&handle, f.memory);

    return result == CUDA_SUCCESS
               ? cu.cuIpcOpenMemHandle_v2(&address, handle, CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS)
               : result;
}

static CUresult open_own_by_first_version(void)
{
    CUresult result = cu.cuIpcGetMemHandle(&handle, f.memory);

    return result == CUDA_SUCCESS
               ? cu.cuIpcOpenMemHandle(&address, handle, CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS)
               : result;
}

static CUresult open_zeros(unsigned flags)
{
    memset(&handle, 0, sizeof(handle));
    return cu.cuIpcOpenMemHandle_v2(&address, handle, flags);
}

static CUresult launch_with(int id, int value)
{
    int one = 1;
    size_t n = 4;
    void *params[] = {&f.memory, &one, &n};
    CUlaunchAttribute attribute;
    CUlaunchConfig config = {.gridDimX = 1,
                             .gridDimY = 1,
                             .gridDimZ = 1,
                             .blockDimX = 4,
                             .blockDimY = 1,
                             .blockDimZ = 1,
                             .hStream = f.stream,
                             .attrs = &attribute,
                             .numAttrs = 1};

    memset(&attribute, 0, sizeof(attribute));
    attribute.id = id;
    attribute.value.priority = value;
    return cu.cuLaunchKernelEx(&config, f.add, params, NULL);
}

static CUresult create_with_affinity(int count)
{
    CUcontext context;

    return cu.cuCtxCreate_v3(&context, NULL, count, 0, 0);
}

#define OTHER_TABLE(X)                                                                             \
    X(pointer_set_synchronous, USUAL, set_synchronous(f.memory))                                   \
    X(pointer_set_synchronous_freed, USUAL, set_synchronous(f.freed))                              \
    X(share_into_null, USUAL, cu.cuIpcGetMemHandle(NULL, f.memory))                                \
    X(share_null, USUAL, cu.cuIpcGetMemHandle(&handle, 0))                                         \
    X(share_freed, USUAL, cu.cuIpcGetMemHandle(&handle, f.freed))                                  \
    X(share_middle, USUAL, cu.cuIpcGetMemHandle(&handle, f.memory + 64))                           \
    X(share_pinned_memory, USUAL, share_pinned())                                                  \
    X(share_managed_memory, USUAL, with_managed(share_managed))                                    \
    X(share_pool_memory, USUAL, share_async())                                                     \
    X(open_own_handle, USUAL, open_own())                                                          \
    X(open_own_handle_by_first_version, USUAL, open_own_by_first_version())                        \
    X(open_no_handle, USUAL, open_zeros(CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS))                       \
    X(open_flags_none, USUAL, open_zeros(0))                                                       \
    X(close_null, USUAL, cu.cuIpcCloseMemHandle(0))                                                \
    X(close_own_memory, USUAL, cu.cuIpcCloseMemHandle(f.memory))                                   \
    X(launch_programmatic_serialization, USUAL,                                                    \
      launch_with(CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION, 1))                       \
    X(launch_null_programmatic_event, USUAL,                                                       \
      launch_with(CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_EVENT, 0))                                      \
    X(launch_null_completion_event, USUAL,                                                         \
      launch_with(CU_LAUNCH_ATTRIBUTE_LAUNCH_COMPLETION_EVENT, 0))                                 \
    X(launch_synchronization_policy, USUAL,                                                        \
      launch_with(CU_LAUNCH_ATTRIBUTE_SYNCHRONIZATION_POLICY, 1))                                  \
    X(launch_domain, USUAL, launch_with(CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN, 1))                   \
    X(launch_domain_unknown, USUAL, launch_with(CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN, 99))          \
    X(launch_carveout, USUAL,                                                                      \
      launch_with(CU_LAUNCH_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT, 50))                       \
    X(launch_not_updatable, USUAL,                                                                 \
      launch_with(CU_LAUNCH_ATTRIBUTE_DEVICE_UPDATABLE_KERNEL_NODE, 0))                            \
    X(launch_attribute_of_none, USUAL, launch_with(99, 1))                                         \
    X(context_without_affinity, USUAL, create_with_affinity(0))                                    \
    X(context_null_affinity, USUAL, create_with_affinity(1))                                       \
    X(profile_without_context, EMPTY, cu.cuProfilerStart())                                        \
    X(profile, USUAL, cu.cuProfilerStart())                                                        \
    X(profile_no_more, USUAL, cu.cuProfilerStop())

MISUSE_TABLE(misuse_of_other, OTHER_TABLE);
